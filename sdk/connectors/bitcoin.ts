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

interface Askable {
  request(method: string, params?: unknown): Promise<unknown>
}
const isAskable = (value: unknown): value is Askable =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function'

/** Returns the value at a dot-separated path, or `undefined`. */
const at = (from: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((found, key) => (Object(found) === found ? Reflect.get(Object(found), key) : undefined), from)

/** A provider whose code is loaded on the first request or subscription. */
function later(load: () => Promise<WalletProvider>): WalletProvider {
  let loading: Promise<WalletProvider> | undefined
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))
  const wanted = new Map<string, Set<unknown>>()
  return {
    request: async (call) => (await loaded()).request(call),
    on(event, listener) {
      wanted.set(event, (wanted.get(event) ?? new Set<unknown>()).add(listener))
      loaded()
        .then((provider) => wanted.get(event)?.has(listener) && provider.on?.(event, listener))
        // A request reports the failed load. A wallet whose code did not load emits no events.
        .catch(() => wanted.get(event)?.delete(listener))
    },
    removeListener(event, listener) {
      wanted.get(event)?.delete(listener)
      loading?.then((provider) => provider.removeListener?.(event, listener)).catch(() => {})
    },
  }
}

const walletStandard = (wallet: object) =>
  later(async () => (await import('../chains/bip122/walletStandard.ts')).walletStandardProvider(wallet))
const satsConnect = (wallet: Askable) =>
  later(async () => (await import('../chains/bip122/satsConnect.ts')).satsConnectProvider(wallet))

/** Listens for wallets that register through Wallet Standard, and announces itself to them. Returns a function that stops it. */
function discoverStandard(
  target: EventTarget,
  heard: (wallet: unknown) => void,
  gone: (wallet: unknown) => void,
): () => void {
  const api = Object.freeze({
    register: (...wallets: unknown[]) => {
      for (const wallet of wallets) heard(wallet)
      return () => wallets.forEach(gone)
    },
  })
  const registers = (event: Event) => {
    const { detail } = event as CustomEvent<unknown>
    if (typeof detail === 'function') safely<unknown>(() => detail(api))
  }
  target.addEventListener('wallet-standard:register-wallet', registers)
  target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
  return () => target.removeEventListener('wallet-standard:register-wallet', registers)
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
  const found = new Map<string, { wallet: unknown; provider: WalletProvider }>()
  let stopped = false
  const announce = (name: string, icon: string | undefined, wallet: unknown, made: () => WalletProvider) => {
    const id = `bip122:${name}`
    if (stopped || found.has(id)) return
    const provider = made()
    found.set(id, { wallet, provider })
    add(announcedConnector({ id, name, chain: 'bip122' }, icon), provider)
  }
  const withdraw = (wallet: unknown) => {
    for (const [id, entry] of found) if (!stopped && entry.wallet === wallet && found.delete(id)) remove(entry.provider)
  }
  const readRegistries = () => {
    for (const registry of REGISTRIES) {
      const list: unknown = safely(() => Reflect.get(target, registry))
      for (const listed of Array.isArray(list) ? list : []) {
        const entry = safely(() => entrySchema.safeParse(listed).data)
        const wallet = entry && safely(() => at(target, entry.id))
        if (entry && isAskable(wallet)) announce(entry.name, entry.icon, wallet, () => satsConnect(wallet))
      }
    }
  }
  readRegistries()
  const hear = (wallet: unknown) => {
    const told = safely(() => walletSchema.safeParse(wallet).data)
    if (told) announce(told.name, told.icon, wallet, () => walletStandard(Object(wallet)))
  }
  const unhear = discoverStandard(target, hear, withdraw)
  // Wallets that are injected late are present once the page has loaded.
  target.addEventListener('load', readRegistries, { once: true })
  return () => {
    stopped = true
    unhear()
    target.removeEventListener('load', readRegistries)
  }
}
