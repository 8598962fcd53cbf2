import { farcasterMachine } from '../../../machines/embedded/login/farcaster.machine.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { implement } from '../../../machines/core/actors.ts'
import { isUrl } from '../../../machines/shared/links.rules.ts'
import type { Ports } from '../../instance/ports.ts'
import { loginEffects } from './loginMethods.ts'

export const farcasterEffects = (ports: Ports) => {
  const { ask, isInUse, connectWallet, signOut } = loginEffects(ports)
  return implement(farcasterMachine, {
    async requestUrl({ signal }) {
      const inUse = await isInUse(signal)
      const { url } = await ask({ type: 'GET_FARCASTER_URI', payload: undefined }, signal)
      if (!isUrl(url, ['https:', 'http:'])) throw new LatchkeyError('embedded.malformed')
      return { url, inUse }
    },
    connectFarcaster: ({ signal }) => ask({ type: 'CONNECT_FARCASTER', payload: undefined }, signal),
    connectWallet,
    signOut,
  })
}
