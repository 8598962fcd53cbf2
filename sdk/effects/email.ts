import { emailMachine } from '../../machines/embedded/email.machine.ts'
import { fill } from '../../machines/kit/effects.ts'
import { there } from '../../machines/kit/there.ts'
import type { EmbeddedPort, Ports } from '../ports.ts'

export const emailEffects = ({ embedded }: Ports) => {
  const ask: EmbeddedPort['ask'] = (message, signal) => there(embedded).ask(message, signal)
  return fill(emailMachine, {
    connectEmail: ({ input: { email }, signal }) => ask({ type: 'CONNECT_EMAIL', payload: { email } }, signal),
    connectDevice: async ({ signal }) => void (await ask({ type: 'CONNECT_DEVICE', payload: undefined }, signal)),
    connectOtp: async ({ input: { code }, signal }) =>
      void (await ask({ type: 'CONNECT_OTP', payload: { otp: code } }, signal)),
    connectWallet: ({ signal }) => there(embedded).connect(signal),
  })
}
