import { emailUpdateViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { CodeForm } from './CodeForm.tsx'
import { useEmail } from './useEmail.ts'

/** Asks for the code sent to the current email address. */
export function UpdateEmailPrimaryOtp() {
  return <UpdateEmailOtp email={useEmail()} />
}

/** Asks for the code sent to the new email address. */
export function UpdateEmailSecondaryOtp() {
  const { newEmail } = useFeature('emailUpdate', emailUpdateViewModel)
  return <UpdateEmailOtp email={newEmail} />
}

function UpdateEmailOtp({ email }: { email: string | undefined }) {
  const dispatch = useDispatch()
  const { error, secondsLeft, isChecking, canSubmitCode, canResend } = useFeature('emailUpdate', emailUpdateViewModel)
  return (
    <CodeForm
      email={email}
      error={error}
      typable={canSubmitCode}
      checking={isChecking}
      secondsLeft={secondsLeft}
      resendable={canResend}
      onCode={(code) => dispatch({ type: 'emailUpdate.submitCode', code })}
      onResend={() => dispatch({ type: 'emailUpdate.resend' })}
      onCancel={() => dispatch({ type: 'emailUpdate.cancel' })}
    />
  )
}
