import { useFeature, useDispatch } from '../hooks/index.ts'
import { MailIcon } from '../components/moreIcons.tsx'
import { Button } from '../components/Button.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { useWord } from '../strings/strings.tsx'

/** Asks for the code that signs in. Then the wallet is connected. */
export function EmailVerifyOtp() {
  const dispatch = useDispatch()
  const email = useFeature('email', ({ context }) => context.email)
  const error = useFeature('email', ({ context }) => context.error)
  const typable = useFeature('email', ({ value }) => value === 'entering')
  const checking = useFeature('email', ({ value }) => value === 'checking')
  const entered = useFeature('email', ({ value }) => value === 'connecting' || value === 'unconnected')
  const secondsLeft = useFeature('email', ({ context }) => context.secondsLeft)
  const resendable = useFeature('email', (snapshot) => snapshot.can({ type: 'email.resend' }))
  if (entered) return <Entered />
  return (
    <CodeForm
      email={email}
      error={error}
      typable={typable}
      checking={checking}
      secondsLeft={secondsLeft}
      resendable={resendable}
      onCode={(code) => dispatch({ type: 'email.submitCode', code })}
      onResend={() => dispatch({ type: 'email.resend' })}
      onCancel={() => dispatch({ type: 'email.cancel' })}
    />
  )
}

/** The code was correct; the wallet is being connected, or the connection failed. */
function Entered() {
  const word = useWord()
  const dispatch = useDispatch()
  const error = useFeature('email', ({ context }) => context.error)
  const retryable = useFeature('email', (snapshot) => snapshot.can({ type: 'email.retry' }))
  return (
    <div data-part="view" data-centered="">
      <span data-part="emblem">
        <MailIcon />
      </span>
      {!retryable && (
        <div role="status" data-part="message-block">
          <h3>{word('signingIn')}</h3>
        </div>
      )}
      <ErrorNote error={error} />
      <div data-part="actions">
        {retryable && (
          <Button variant="primary" onClick={() => dispatch({ type: 'email.retry' })}>
            {word('tryAgain')}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'email.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
