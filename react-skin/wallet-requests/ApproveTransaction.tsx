import type { ReactNode } from 'react'
import { networkOf, type Explanation, type SteppedKind } from '../../sdk/index.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { WalletIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Parts } from './Explanation.tsx'
import { Fact, Identifier } from '../components/Facts.tsx'
import { Note } from '../components/Note.tsx'
import { fillText } from '../strings/replaced.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The steps of a request, in order. */
function Steps({ of: { kind, steps = [], stepCount: count = steps.length } }: { of: Explanation }) {
  const strings = useStrings()
  return steps.map((step, index) => {
    const what = strings.requestKinds[step.kind]
    const heading = fillText(strings, strings.requestSteps[kind as SteppedKind], { step: index + 1, count, what })
    return (
      // oxlint-disable-next-line no-array-index-key
      <section key={index} data-part="step">
        <h4 data-part="subtitle">{heading}</h4>
        <Parts of={step} />
        <Steps of={step} />
      </section>
    )
  })
}

/** The embedded wallet's frame is shown over this place. It contains nothing of the app. */
const FramePlace = ({ children }: { children: ReactNode }) => (
  <div data-part="frame-place" data-latchkey-frame="">
    <p role="status">{children}</p>
  </div>
)

/** A request that waits for the user's approval in the wallet [2.9]: its explanation and warnings. */
export function ApproveTransaction() {
  const word = useWord()
  const { requestKinds: kinds, requestWarnings } = useStrings()
  const dispatch = useDispatch()
  const networks = useActorSelector('network', ({ context }) => context.networks)
  const { pendingCall, explanation } = useActorSelector('approval', (snapshot) => snapshot?.context) ?? {}
  const reviewing = useActorSelector(
    `walletRequest:${pendingCall?.id ?? ''}`,
    (snapshot) => snapshot?.value === 'reviewing',
  )
  const network = pendingCall && networkOf(networks, pendingCall.connection.networkId)
  const isSaid = explanation?.parts.some(
    ({ label, value }) => label === 'sender' && value === pendingCall?.connection.address,
  )
  if (useActorSelector('frame', (snapshot) => snapshot?.hasTag('showing')))
    return <FramePlace>{word('confirmInFrame')}</FramePlace>
  return (
    <div data-part="view">
      <div data-part="request">
        <span data-part="wallet" data-state={reviewing ? 'idle' : 'connecting'}>
          <WalletIcon />
        </span>
        <p role="status">{word(reviewing ? 'reviewRequest' : 'approveInWallet')}</p>
      </div>
      {explanation && pendingCall && (
        <>
          <h3 data-part="subtitle">{kinds[explanation.kind]}</h3>
          {explanation.warnings.map((warning) => (
            <Note key={warning} tone="error">
              {requestWarnings[warning]}
            </Note>
          ))}
          <Parts of={explanation}>
            {!isSaid && (
              <Fact name={word('from')}>
                <Identifier>{pendingCall.connection.address}</Identifier>
              </Fact>
            )}
            {network && <Fact name={word('network')}>{network.name}</Fact>}
          </Parts>
          <Steps of={explanation} />
        </>
      )}
      <div data-part="actions">
        {reviewing && pendingCall && (
          <Button
            variant="primary"
            disabled={!explanation}
            busy={!explanation}
            onClick={() => dispatch({ type: 'requests.approve', id: pendingCall.id })}
          >
            {word('continueInWallet')}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'requests.cancelShown' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
