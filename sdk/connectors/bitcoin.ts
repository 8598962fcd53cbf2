/** Discovers Bitcoin wallets. Their providers take the requests that `sdk/chains/bip122/adapter.ts` defines. */
import * as z from 'zod/mini'
import { safely } from '../platform/untrusted.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { announcedConnector, type AddConnector, type RemoveConnector } from './announced.ts'
import { iconSchema, nameSchema } from './announcedSchemas.ts'

const walletSchema = z.object({
  name: nameSchema,
  icon: iconSchema,
  features: z.looseObject({ 'bitcoin:connect': z.looseObject({}) }),
})
/** An entry of `btc_providers` (WBIP-004). Its id is the path from `window` to the wallet. */
const entrySchema = z.object({
  id: z.string().check(z.minLength(1), z.maxLength(256)),
  name: nameSchema,
  icon: iconSchema,
})

/** The registries of WBIP-004 under its old and its new name. */
const REGISTRIES = ['btc_providers', 'wbip_providers']

interface RequestProvider {
  request(method: string, params?: unknown): Promise<unknown>
}
const isRequestProvider = (value: unknown): value is RequestProvider =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function'

/** Returns the value at a dot-separated path, or `undefined`. */
const valueAt = (root: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (Object(value) === value ? Reflect.get(Object(value), key) : undefined), root)

/** A provider whose code is loaded on the first request or subscription. */
function lazyProvider(load: () => Promise<WalletProvider>): WalletProvider {
  let loading: Promise<WalletProvider> | undefined
  const getProvider = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
  const listeners = new Map<string, Set<unknown>>()
  return {
    request: async (call) => (await getProvider()).request(call),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set<unknown>()).add(listener))
      getProvider()
        .then((provider) => listeners.get(event)?.has(listener) && provider.on?.(event, listener))
        // A request reports the failed load. A wallet whose code did not load emits no events.
        .catch(() => listeners.get(event)?.delete(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      loading?.then((provider) => provider.removeListener?.(event, listener)).catch(() => {})
    },
  }
}

const walletStandard = (wallet: object) =>
  lazyProvider(async () => (await import('../chains/bip122/walletStandard.ts')).walletStandardProvider(wallet))
const satsConnect = (wallet: RequestProvider) =>
  lazyProvider(async () => (await import('../chains/bip122/satsConnect.ts')).satsConnectProvider(wallet))

/** Listens for wallets that register through Wallet Standard, and announces itself to them. Returns a function that stops it. */
function discoverStandard(
  target: EventTarget,
  onRegister: (wallet: unknown) => void,
  onUnregister: (wallet: unknown) => void,
): () => void {
  const api = Object.freeze({
    register: (...wallets: unknown[]) => {
      for (const wallet of wallets) onRegister(wallet)
      return () => wallets.forEach(onUnregister)
    },
  })
  const onRegisterWallet = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>
    if (typeof detail === 'function') safely<unknown>(() => detail(api))
  }
  target.addEventListener('wallet-standard:register-wallet', onRegisterWallet)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => target.removeEventListener('wallet-standard:register-wallet', onRegisterWallet)
}

/**
 * Discovers Bitcoin wallets in the WBIP-004 registry (sats-connect) and through Wallet Standard. For a wallet in both, the
 * registry's provider is used, because it can send. Malformed announcements are ignored.
 */
export function discoverBitcoin(
  target: EventTarget,
  add: AddConnector,
  remove: RemoveConnector = () => {},
): () => void {
  const entries = new Map<string, { wallet: unknown; provider: WalletProvider }>()
  let isStopped = false
  const announce = (name: string, icon: string | undefined, wallet: unknown, createProvider: () => WalletProvider) => {
    const id = `bip122:${name}`
    if (isStopped || entries.has(id)) return
    const provider = createProvider()
    entries.set(id, { wallet, provider })
    add(announcedConnector({ id, name, chain: 'bip122' }, icon), provider)
  }
  const withdraw = (wallet: unknown) => {
    for (const [id, entry] of entries)
      if (!isStopped && entry.wallet === wallet && entries.delete(id)) remove(entry.provider)
  }
  const readRegistries = () => {
    for (const registry of REGISTRIES) {
      const list: unknown = safely(() => Reflect.get(target, registry))
      for (const item of Array.isArray(list) ? list : []) {
        const entry = safely(() => entrySchema.safeParse(item).data)
        const wallet = entry && safely(() => valueAt(target, entry.id))
        if (entry && isRequestProvider(wallet)) announce(entry.name, entry.icon, wallet, () => satsConnect(wallet))
      }
    }
  }
  readRegistries()
  const onRegister = (wallet: unknown) => {
    const details = safely(() => walletSchema.safeParse(wallet).data)
    if (details) announce(details.name, details.icon, wallet, () => walletStandard(Object(wallet)))
  }
  const stopListening = discoverStandard(target, onRegister, withdraw)
  // Wallets that are injected late are present once the page has loaded.
  target.addEventListener('load', readRegistries, { once: true })
  return () => {
    isStopped = true
    stopListening()
    target.removeEventListener('load', readRegistries)
  }
}
