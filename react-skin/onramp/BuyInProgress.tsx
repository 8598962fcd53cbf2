import { shallowEqual } from '@xstate/react'
import { onrampViewModel, purchaseViewModel } from '../../sdk/index.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { Picture } from '../components/Picture.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** A purchase: where to continue, the receiving account and the status [1.7]. */
export function BuyInProgress() {
  const word = useWord()
  const dispatch = useDispatch()
  const { status, connection, network, provider, error } = useFeature('onramp', onrampViewModel)
  const name = provider?.name ?? ''
  const isBuying = status === 'buying'
  const buyAgain = () => provider && dispatch({ type: 'onramp.buy', providerId: provider.id })

  if (status === 'loading' || status === 'editing')
    return (
      <div data-part="view" data-centered="">
        <p data-part="lead">{word('buyNoPurchase')}</p>
        <div data-part="actions">
          <Button
            variant="primary"
            onClick={() => dispatch({ type: 'view.replace', view: 'OnRampProviders', only: 'BuyInProgress' })}
          >
            {word('buy')}
          </Button>
        </div>
      </div>
    )
  return (
    <div data-part="view" data-centered="">
      <span data-part="wallet" data-state={status === 'failed' ? 'failed' : isBuying ? 'connecting' : undefined}>
        <Picture name={name} url={provider?.imageUrl} />
      </span>
      <div role="status" data-part="message-block">
        {isBuying && <UnderWay name={name} />}
        {status === 'unconfirmed' && <h3>{word('buyUnconfirmed')}</h3>}
        {status === 'unreported' && (
          <>
            <h3>{word('providerWindowClosed', { name })}</h3>
            <p>{word('buyStatusNotReported')}</p>
          </>
        )}
        {status === 'failed' && <h3>{word('somethingWentWrong')}</h3>}
      </div>
      <ErrorNote error={error} />
      <Facts>
        <Fact name={word('buyReceiver')}>
          <Identifier>{connection.address}</Identifier>
        </Fact>
        <Fact name={word('network')}>{network.name}</Fact>
      </Facts>
      {isBuying && <p data-part="hint">{word('buyCheckAddress', { name })}</p>}
      <div data-part="actions">
        {status === 'unconfirmed' && (
          <Button variant="primary" onClick={() => dispatch({ type: 'onramp.checkAgain' })}>
            {word('checkAgain')}
          </Button>
        )}
        {!isBuying && (
          <Button variant={status === 'failed' ? 'primary' : 'quiet'} onClick={buyAgain}>
            {status === 'failed' ? word('tryAgain') : word('openAgain', { name })}
          </Button>
        )}
        {isBuying ? (
          <Button onClick={() => dispatch({ type: 'onramp.cancel' })}>{word('cancel')}</Button>
        ) : (
          <Button onClick={() => dispatch({ type: 'onramp.dismiss' })}>
            {word(status === 'failed' ? 'cancel' : 'done')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The user's options while the provider's window is open, and after it was closed. */
function UnderWay({ name }: { name: string }) {
  const word = useWord()
  const strings = useStrings()
  const purchase = useActorSelector('purchase', (snapshot) => snapshot && purchaseViewModel(snapshot), shallowEqual)
  const { status = 'open', isResumed = false, isUnreported = false, checkError } = purchase ?? {}
  const isClosed = status === 'closed'
  if (status === 'opening')
    return (
      <h3>
        <Spinner /> {word('buyOpeningProvider', { name })}
      </h3>
    )
  return (
    <>
      <h3>
        {isResumed
          ? word('buyUnconfirmed')
          : word(isClosed ? 'providerWindowClosed' : 'continueInProviderWindow', { name })}
      </h3>
      <p>
        {word(isUnreported ? 'buyStatusNotReported' : isClosed || isResumed ? 'buyWindowClosedHelp' : 'buyWindowHelp')}
      </p>
      {checkError && <p data-part="hint">{errorText(strings, checkError)}</p>}
    </>
  )
}
