import { payViewModel, transactionUrl } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { CheckIcon, WarningIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { NewTab } from '../components/LinkRow.tsx'
import { Note } from '../components/Note.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { displaySymbol, fullAmount, sizeOf } from '../components/amountText.ts'
import { useSeparators } from '../components/useAmount.ts'
import { useWord } from '../strings/strings.tsx'

/** A payment in progress: the payment method and the status. */
export function PayLoading() {
  const word = useWord()
  const separators = useSeparators()
  const dispatch = useDispatch()
  const { status, order, network, hash, result, error, canChangeMethod } = useFeature('pay', payViewModel)
  const page = network && hash !== undefined ? transactionUrl(network, hash) : undefined
  const [paid, failed, unconfirmed] = [status === 'paid', status === 'failed', status === 'unconfirmed']
  return (
    <div data-part="view">
      <div data-part="profile" data-state={paid ? 'success' : failed ? 'reverted' : 'confirming'}>
        <span data-part="emblem">{paid ? <CheckIcon /> : failed || unconfirmed ? <WarningIcon /> : <Spinner />}</span>
        {order && (
          <p data-part="sum" data-size={sizeOf(order.amount)}>
            {fullAmount(order.amount, separators)} <span>{displaySymbol(order.asset.symbol)}</span>
          </p>
        )}
        {paid ? (
          <p role="status" data-part="progress">
            {word('paid')}
          </p>
        ) : (
          !failed && !unconfirmed && <Progress />
        )}
      </div>
      <ErrorNote error={error} />
      {result && !result.isVerified && <Note>{word('payUnverified')}</Note>}
      {order && (
        <Facts>
          <Fact name={word('to')}>
            <Identifier>{order.recipient}</Identifier>
          </Fact>
          {hash !== undefined && (
            <Fact name={word('hash')}>
              <Identifier>{hash}</Identifier>
            </Fact>
          )}
        </Facts>
      )}
      <div data-part="actions">
        {page !== undefined && (
          <a data-part="link" href={page} target="_blank" rel="noopener noreferrer">
            {word('viewOn', { explorer: network?.blockExplorers?.default.name ?? '' })}
            <NewTab />
          </a>
        )}
        {paid || unconfirmed ? (
          <Button variant="primary" onClick={() => dispatch({ type: 'pay.cancel' })}>
            {word('done')}
          </Button>
        ) : failed ? (
          <Button variant="primary" onClick={() => dispatch({ type: 'pay.retry' })}>
            {word('payOtherMethod')}
          </Button>
        ) : (
          canChangeMethod && <Button onClick={() => dispatch({ type: 'view.back' })}>{word('payOtherMethod')}</Button>
        )}
      </div>
    </div>
  )
}

/** Tells the user where to continue. */
function Progress() {
  const word = useWord()
  const { progress } = useFeature('pay', payViewModel)
  const { kind, step = 'requesting', name = '', host, isWindowClosed = false } = progress ?? {}
  if (kind === 'wallet')
    return (
      <p role="status" data-part="progress">
        {word(step === 'requesting' ? 'confirmInWallet' : 'confirming')}
      </p>
    )
  const [head, help] =
    step === 'requesting'
      ? [word('contactingExchange', { name })]
      : step === 'confirming'
        ? [word('payFindingTransaction', { name })]
        : isWindowClosed
          ? [word('providerWindowClosed', { name }), word('payWindowClosedHelp')]
          : [word('continueInProviderWindow', { name }), word('payInWindowHelp', { host: host ?? '' })]
  return (
    <div role="status" data-part="message-block">
      <h3>{head}</h3>
      {help !== undefined && <p>{help}</p>}
      {step === 'waiting' && <p data-part="hint">{word('payAlreadyMade')}</p>}
    </div>
  )
}
