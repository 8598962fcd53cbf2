import { emailUpdateMachine } from '../../machines/embedded/emailUpdate.machine.ts'
import { fill } from '../../machines/kit/effects.ts'
import { there } from '../../machines/kit/there.ts'
import type { EmbeddedPort, Ports } from '../ports.ts'

export const emailUpdateEffects = ({ embedded }: Ports) => {
  const ask: EmbeddedPort['ask'] = (message, signal) => there(embedded).ask(message, signal)
  return fill(emailUpdateMachine, {
    updateEmail: ({ input: { email }, signal }) => ask({ type: 'UPDATE_EMAIL', payload: { email } }, signal),
    confirmCurrent: async ({ input: { code }, signal }) =>
      void (await ask({ type: 'UPDATE_EMAIL_PRIMARY_OTP', payload: { otp: code } }, signal)),
    confirmNew: async ({ input: { code }, signal }) =>
      (await ask({ type: 'UPDATE_EMAIL_SECONDARY_OTP', payload: { otp: code } }, signal)).newEmail,
  })
}
