import { useFeature, useDispatch } from '../hooks/index.ts'
import { CodeForm } from './CodeForm.tsx'
import { useEmail } from './useEmail.ts'

/** Asks for the code sent to the current email address. */
export function UpdateEmailPrimaryOtp() {
  return <UpdateEmailOtp email={useEmail()} />
}

/** Asks for the code sent to the new email address. */
export function UpdateEmailSecondaryOtp() {
  const wanted = useFeature('emailUpdate', ({ context }) => context.newEmail)
  return <UpdateEmailOtp email={wanted} />
}

function UpdateEmailOtp({ email }: { email: string | undefined }) {
  const dispatch = useDispatch()
  const error = useFeature('emailUpdate', ({ context }) => context.error)
  const typable = useFeature('emailUpdate', ({ value }) => value === 'enteringCurrent' || value === 'enteringNew')
  const checking = useFeature('emailUpdate', ({ value }) => value === 'checkingCurrent' || typeof value === 'object')
  const secondsLeft = useFeature('emailUpdate', ({ context }) => context.secondsLeft)
  const resendable = useFeature('emailUpdate', (snapshot) => snapshot.can({ type: 'emailUpdate.resend' }))
  return (
    <CodeForm
      email={email}
      error={error}
      typable={typable}
      checking={checking}
      secondsLeft={secondsLeft}
      resendable={resendable}
      onCode={(code) => dispatch({ type: 'emailUpdate.submitCode', code })}
      onResend={() => dispatch({ type: 'emailUpdate.resend' })}
      onCancel={() => dispatch({ type: 'emailUpdate.cancel' })}
    />
  )
}
