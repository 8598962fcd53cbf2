import { emailViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { MailIcon } from '../components/moreIcons.tsx'
import { Button } from '../components/Button.tsx'
import { CodeForm } from './CodeForm.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { useWord } from '../strings/strings.tsx'

/** Asks for the code that signs in. Then the wallet is connected. */
export function EmailVerifyOtp() {
  const dispatch = useDispatch()
  const { status, email, error, secondsLeft, canSubmitCode, canResend } = useFeature('email', emailViewModel)
  if (status === 'connecting' || status === 'unconnected') return <Entered />
  return (
    <CodeForm
      email={email}
      error={error}
      typable={canSubmitCode}
      checking={status === 'checking'}
      secondsLeft={secondsLeft}
      resendable={canResend}
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
  const { error, canRetry } = useFeature('email', emailViewModel)
  return (
    <div data-part="view" data-centered="">
      <span data-part="emblem">
        <MailIcon />
      </span>
      {!canRetry && (
        <div role="status" data-part="message-block">
          <h3>{word('signingIn')}</h3>
        </div>
      )}
      <ErrorNote error={error} />
      <div data-part="actions">
        {canRetry && (
          <Button variant="primary" onClick={() => dispatch({ type: 'email.retry' })}>
            {word('tryAgain')}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'email.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
