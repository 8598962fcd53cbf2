import { socialMachine } from '../../../machines/embedded/login/social.machine.ts'
import { Secret } from '../../../machines/shared/secret.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { implement } from '../../../machines/core/actors.ts'
import { isUrl } from '../../../machines/shared/links.rules.ts'
import { resultOf } from '../../../machines/embedded/login/social.schemas.ts'
import { browserPopup } from '../../platform/popup.ts'
import type { Popup, Ports } from '../../instance/ports.ts'
import type { AppSettings } from '../../instance/appSettings.ts'
import { loginEffects } from './loginMethods.ts'

export const socialEffects = (ports: Ports, { embedded: { origin } }: Pick<AppSettings, 'embedded'>) => {
  const { ask, isInUse, connectWallet, signOut } = loginEffects(ports)
  let popup: Popup | undefined
  return implement(socialMachine, {
    watchWindow({ sendBack }) {
      const fail = (code: 'social.blocked' | 'social.untrusted') =>
        sendBack({ type: 'social.windowFailed', error: new LatchkeyError(code) })
      const opened = (ports.popup ?? browserPopup).open(new URL('/loading', origin).href, {
        closed: () => sendBack({ type: 'social.windowClosed' }),
        onMessage(message, messageOrigin) {
          const uri = resultOf(message)
          if (uri === undefined) return
          if (messageOrigin === origin) sendBack({ type: 'social.returned', uri: new Secret(uri) })
          else fail('social.untrusted')
        },
      })
      if (!opened) return fail('social.blocked')
      popup = opened
      return opened.close
    },
    async leadWindow({ input: { provider }, signal }) {
      const inUse = await isInUse(signal)
      const { uri } = await ask({ type: 'GET_SOCIAL_REDIRECT_URI', payload: { provider } }, signal)
      if (!isUrl(uri, ['https:', 'http:'])) throw new LatchkeyError('embedded.malformed')
      // The window may belong to another attempt by now.
      signal.throwIfAborted()
      popup?.go(uri)
      return { inUse }
    },
    connectSocial: ({ input: { uri }, signal }) => ask({ type: 'CONNECT_SOCIAL', payload: { uri } }, signal),
    connectWallet,
    signOut,
  })
}
