import { sendViewModel, shortAddress, transactionUrl, type SendProgress } from '../../sdk/index.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { CheckIcon, WarningIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { NewTab } from '../components/LinkRow.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { displaySymbol, fullAmount, sizeOf } from '../components/amountText.ts'
import { useSeparators } from '../components/useAmount.ts'
import { useWord } from '../strings/strings.tsx'

const words = {
  none: 'statusUnknown',
  confirming: 'confirming',
  success: 'confirmed',
  reverted: 'reverted',
  replaced: 'replaced',
  unconfirmed: 'notConfirmed',
} as const satisfies Record<SendProgress, string>

/** The transfer that was sent, and its status on the network. */
export function WalletSendConfirmed() {
  const word = useWord()
  const separators = useSeparators()
  const dispatch = useDispatch()
  const { submittedTransfer: transfer, hash, progress } = useFeature('send', sendViewModel)
  const late = useActorSelector(
    `transaction:${hash ?? ''}`,
    (item) => item !== undefined && item.value !== 'confirming',
  )
  const page = transfer && hash !== undefined ? transactionUrl(transfer.network, hash) : undefined

  return (
    <div data-part="view">
      <div data-part="profile" data-state={progress}>
        <span data-part="emblem">
          {progress === 'confirming' ? <Spinner /> : progress === 'reverted' ? <WarningIcon /> : <CheckIcon />}
        </span>
        {transfer && (
          <p data-part="sum" data-size={sizeOf(transfer.amount)}>
            {fullAmount(transfer.amount, separators)} <span>{displaySymbol(transfer.token.symbol)}</span>
          </p>
        )}
        {transfer && <p data-part="hint">{word('sentTo', { receiver: shortAddress(transfer.receiver) })}</p>}
        <p role="status" data-part="progress">
          {word(progress === 'confirming' && late ? 'unconfirmed' : words[progress])}
        </p>
      </div>
      {hash !== undefined && (
        <Facts>
          <Fact name={word('hash')}>
            <Identifier>{hash}</Identifier>
          </Fact>
        </Facts>
      )}
      <div data-part="actions">
        {page !== undefined && (
          <a data-part="link" href={page} target="_blank" rel="noopener noreferrer">
            {word('viewOn', { explorer: transfer?.network.blockExplorers?.default.name ?? '' })}
            <NewTab />
          </a>
        )}
        <Button variant="primary" onClick={() => dispatch({ type: 'view.home' })}>
          {word('done')}
        </Button>
      </div>
    </div>
  )
}
