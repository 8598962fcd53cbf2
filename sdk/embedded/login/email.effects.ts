import { emailMachine } from '../../../machines/embedded/login/email.machine.ts'
import { implement } from '../../../machines/core/actors.ts'
import type { Ports } from '../../instance/ports.ts'
import { loginEffects } from './loginMethods.ts'

export const emailEffects = (ports: Ports) => {
  const { ask, isInUse, connectWallet, signOut } = loginEffects(ports)
  return implement(emailMachine, {
    async connectEmail({ input: { email }, signal }) {
      const inUse = await isInUse(signal)
      return { ...(await ask({ type: 'CONNECT_EMAIL', payload: { email } }, signal)), inUse }
    },
    connectDevice: async ({ signal }) => void (await ask({ type: 'CONNECT_DEVICE', payload: undefined }, signal)),
    connectOtp: async ({ input: { code }, signal }) =>
      void (await ask({ type: 'CONNECT_OTP', payload: { otp: code } }, signal)),
    connectWallet,
    signOut,
  })
}
