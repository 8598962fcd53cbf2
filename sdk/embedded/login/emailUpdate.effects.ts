import { emailUpdateMachine } from '../../../machines/embedded/login/emailUpdate.machine.ts'
import { implement } from '../../../machines/core/actors.ts'
import type { Ports } from '../../instance/ports.ts'
import { loginEffects } from './loginMethods.ts'

export const emailUpdateEffects = (ports: Ports) => {
  const { ask } = loginEffects(ports)
  return implement(emailUpdateMachine, {
    updateEmail: ({ input: { email }, signal }) => ask({ type: 'UPDATE_EMAIL', payload: { email } }, signal),
    confirmCurrent: async ({ input: { code }, signal }) =>
      void (await ask({ type: 'UPDATE_EMAIL_PRIMARY_OTP', payload: { otp: code } }, signal)),
    confirmNew: async ({ input: { code }, signal }) =>
      (await ask({ type: 'UPDATE_EMAIL_SECONDARY_OTP', payload: { otp: code } }, signal)).newEmail,
  })
}
