import { frameMachine } from '../../machines/embedded/frame.machine.ts'
import { frameRequestMachine } from '../../machines/embedded/frameRequest.machine.ts'
import type { AnySystem } from '../../machines/core/contract.ts'
import { implement } from '../../machines/core/actors.ts'
import { getActorSnapshot } from '../../machines/core/messaging.ts'
import { theme } from '../../machines/shell/theme.contract.ts'
import type { Theme } from './port.ts'
import { pageFrame } from './pageFrame.ts'
import type { Ports } from '../instance/ports.ts'
import { VERSION } from '../instance/version.ts'
import type { AppSettings } from '../instance/appSettings.ts'

/** The color scheme of the app. */
const themeIn = (system: AnySystem): Theme => {
  const value = getActorSnapshot(system, theme)?.value
  return (typeof value === 'object' ? value.following : value) === 'dark' ? 'dark' : 'light'
}

/** Unguessable message ids. */
const nonce = () => crypto.randomUUID()

export const frameEffects = (ports: Ports, { embedded }: Pick<AppSettings, 'embedded'>) => {
  const port =
    ports.frame ??
    pageFrame({
      ...embedded,
      version: VERSION,
      logged: (text, details) => ports.logger.error(text, details),
    })
  const ids = new Map<string, string>()
  const idOf = (id: string) => {
    const uuid = ids.get(id) ?? nonce()
    ids.set(id, uuid)
    return uuid
  }
  return {
    ...implement(frameMachine, {
      hold({ sendBack, receive, system }) {
        receive(() => port.sync(themeIn(system)))
        return port.open(themeIn(system), {
          listening: () => sendBack({ type: 'frame.answering' }),
          signedOut: () => sendBack({ type: 'frame.signedOut' }),
          lost: (error) => sendBack({ type: 'frame.lost', error }),
        })
      },
      reach: ({ signal }) => port.isReached(signal),
      show: ({ system }) => port.show(themeIn(system)),
    }),
    ...implement(frameRequestMachine, {
      post: ({ input: { id, message }, signal }) => port.ask(idOf(id), message, signal).finally(() => ids.delete(id)),
      withdraw: async ({ input: { id }, signal }) => {
        await port.ask(nonce(), { type: 'RPC_ABORT', payload: { id: idOf(id) } }, signal)
      },
    }),
  }
}
