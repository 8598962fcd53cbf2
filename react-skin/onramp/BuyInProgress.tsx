import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { Picture } from '../components/Picture.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { errorText, useStrings, useWord } from '../strings/strings.tsx'

/** A purchase: where to continue, the receiving account and the status [1.7]. */
export function BuyInProgress() {
  const word = useWord()
  const dispatch = useDispatch()
  const state = useFeature('onramp', ({ value }) => value)
  const connection = useFeature('onramp', ({ context }) => context.connection)
  const network = useFeature('onramp', ({ context }) => context.network)
  const error = useFeature('onramp', ({ context }) => context.error)
  const providerId = useFeature('onramp', ({ context }) => context.providerId)
  const provider = useFeature('onramp', ({ context }) => context.providers.find(({ id }) => id === context.providerId))
  const name = provider?.name ?? ''
  const buying = state === 'buying'
  const over = state === 'unconfirmed' || state === 'unwatched' || state === 'failed'
  const buyAgain = () => providerId !== undefined && dispatch({ type: 'onramp.buy', providerId })

  if (!buying && !over)
    return (
      <div data-part="view" data-centered="">
        <p data-part="lead">{word('buyNothing')}</p>
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
      <span data-part="wallet" data-state={state === 'failed' ? 'failed' : buying ? 'connecting' : undefined}>
        <Picture name={name} url={provider?.imageUrl} />
      </span>
      <div role="status" data-part="message-block">
        {buying && <UnderWay name={name} />}
        {state === 'unconfirmed' && <h3>{word('buyUnconfirmed')}</h3>}
        {state === 'unwatched' && (
          <>
            <h3>{word('providerWindowClosed', { name })}</h3>
            <p>{word('buyUntold')}</p>
          </>
        )}
        {state === 'failed' && <h3>{word('somethingWrong')}</h3>}
      </div>
      <ErrorNote error={error} />
      <Facts>
        <Fact name={word('buyReceiver')}>
          <Identifier>{connection.address}</Identifier>
        </Fact>
        <Fact name={word('network')}>{network.name}</Fact>
      </Facts>
      {buying && <p data-part="hint">{word('buyCheckAddress', { name })}</p>}
      <div data-part="actions">
        {state === 'unconfirmed' && (
          <Button variant="primary" onClick={() => dispatch({ type: 'onramp.lookAgain' })}>
            {word('lookAgain')}
          </Button>
        )}
        {over && (
          <Button variant={state === 'failed' ? 'primary' : 'quiet'} onClick={buyAgain}>
            {state === 'failed' ? word('tryAgain') : word('openAgain', { name })}
          </Button>
        )}
        {over ? (
          <Button onClick={() => dispatch({ type: 'onramp.dismiss' })}>
            {word(state === 'failed' ? 'cancel' : 'done')}
          </Button>
        ) : (
          <Button onClick={() => dispatch({ type: 'onramp.cancel' })}>{word('cancel')}</Button>
        )}
      </div>
    </div>
  )
}

/** The user's options while the provider's window is open, and after it was closed. */
function UnderWay({ name }: { name: string }) {
  const word = useWord()
  const strings = useStrings()
  const leading = useActorSelector('purchase', (snapshot) => snapshot?.hasTag('leading') ?? false)
  const untold = useActorSelector('purchase', (snapshot) => snapshot?.hasTag('untold') ?? false)
  const closed = useActorSelector('purchase', (snapshot) => snapshot?.context.isClosed ?? false)
  const resumed = useActorSelector('purchase', (snapshot) => snapshot?.context.isResumed ?? false)
  const lookError = useActorSelector('purchase', (snapshot) => snapshot?.context.lookError)
  if (leading)
    return (
      <h3>
        <Spinner /> {word('buyLeading', { name })}
      </h3>
    )
  return (
    <>
      <h3>{resumed ? word('buyUnconfirmed') : word(closed ? 'providerWindowClosed' : 'inProviderWindow', { name })}</h3>
      <p>{word(untold ? 'buyUntold' : closed || resumed ? 'buyClosedHelp' : 'buyWindowHelp')}</p>
      {lookError && <p data-part="hint">{errorText(strings, lookError)}</p>}
    </>
  )
}
