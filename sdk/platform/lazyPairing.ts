import type { PairingPort } from '../ports.ts'
import type { ClientOptions } from '../pairing/client.ts'
import type { PairingDriver } from '../pairing/driver.ts'
import type { SessionProvider, SessionProviderOptions } from '../pairing/provider.ts'

export type PairingOptions = Omit<SessionProviderOptions, 'driver'> & {
  /** Read when the client is opened: the page's head is not there on a server. */
  client(): ClientOptions
}

/** WalletConnect, its code loaded and its client opened when they are first needed. What failed is tried again. */
export function lazyPairing({ client, ...options }: PairingOptions): PairingPort {
  let opening: Promise<PairingDriver> | undefined
  let loading: Promise<SessionProvider> | undefined
  const waiting: ['on' | 'removeListener', string, (payload: unknown) => void][] = []

  const driver = () => {
    opening ??= import('../pairing/driver.ts')
      .then(({ openDriver }) => openDriver(client()))
      .catch((cause: unknown) => {
        opening = undefined
        throw cause
      })
    return opening
  }
  const loaded = () => {
    loading ??= import('../pairing/provider.ts')
      .then(({ createSessionProvider }) => {
        const provider = createSessionProvider({ ...options, driver })
        for (const [call, event, listener] of waiting) provider[call]?.(event, listener)
        return provider
      })
      .catch((cause: unknown) => {
        loading = undefined
        throw cause
      })
    return loading
  }
  const listen = (call: 'on' | 'removeListener') => (event: string, listener: (payload: unknown) => void) => {
    if (!loading) waiting.push([call, event, listener])
    else void loading.then((provider) => provider[call]?.(event, listener)).catch(() => {})
  }

  return {
    driver,
    provider: {
      request: async (call) => (await loaded()).request(call),
      on: listen('on'),
      removeListener: listen('removeListener'),
    },
    adopt: async (session) => (await loaded()).adopt(session),
    async close() {
      const opened = opening
      opening = undefined
      loading = undefined
      await (await opened)?.close()
    },
  }
}
