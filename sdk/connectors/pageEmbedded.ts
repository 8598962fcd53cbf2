import { EMBEDDED_CONNECTOR_ID } from '../../machines/constants.ts'
import type { Connector } from '../../machines/shared/connector.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import type { Instance } from '../instance/instance.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { EmbeddedPort } from '../instance/ports.ts'

export const embeddedConnector = (chain: Namespace): Connector => ({
  id: EMBEDDED_CONNECTOR_ID,
  name: 'Embedded Wallet',
  type: 'AUTH',
  chain,
})

/** The embedded wallet as a port of an instance. Its code is loaded on first use. */
export function lazyEmbedded(instance: () => Instance): EmbeddedPort {
  let port: Promise<EmbeddedPort> | undefined
  const load = () =>
    (port ??= loadPart(import('../embedded/page.ts'))
      .then(({ pageEmbedded }) => pageEmbedded(instance))
      .catch((error: unknown) => {
        // The next call tries again.
        port = undefined
        throw error
      }))
  /** If the code fails to load, there are no events. */
  const listen = (attach: (loaded: EmbeddedPort) => unknown) => void load().then(attach, () => undefined)
  return {
    ask: async (message, signal) => (await load()).ask(message, signal),
    connect: async (signal) => (await load()).connect(signal),
    provider: (namespace) => ({
      request: async (call) => (await load()).provider(namespace).request(call),
      on: (...args) => listen((loaded) => loaded.provider(namespace).on?.(...args)),
      removeListener: (...args) => listen((loaded) => loaded.provider(namespace).removeListener?.(...args)),
    }),
  }
}
