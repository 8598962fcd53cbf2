/** Finds the Bitcoin wallets of a page, as providers that are asked as `sdk/chains/bip122/adapter.ts` says. */
import * as z from 'zod/mini'
import type { Connector } from '../../machines/entities/connector.ts'
import type { WalletProvider } from '../ports.ts'

/** What is announced is a stranger's: names are bounded, icons may be images only. */
const name = z.string().check(z.minLength(1), z.maxLength(128))
const icon = z.string().check(z.regex(/^(data:image\/|https:\/\/)/))
const walletSchema = z.object({ name, icon, features: z.looseObject({ 'bitcoin:connect': z.looseObject({}) }) })
/** An entry of `btc_providers` (WBIP-004); the id is the path to the wallet from the window. */
const entrySchema = z.object({ id: z.string().check(z.minLength(1), z.maxLength(256)), name, icon })

/** The lists of WBIP-004 under its old name and its new one. */
const REGISTRIES = ['btc_providers', 'wbip_providers']

interface Askable {
  request(method: string, params?: unknown): Promise<unknown>
}
const isAskable = (value: unknown): value is Askable =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'request') === 'function'

/** What is at a path of names with dots between them, if anything is. */
const at = (from: object, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((found, key) => (Object(found) === found ? Reflect.get(Object(found), key) : undefined), from)

/** A provider whose code is loaded when it is first asked or listened to. */
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
      loaded().then(
        (provider) => wanted.get(event)?.has(listener) && provider.on?.(event, listener),
        // Whoever asks hears why it could not be loaded; a wallet that never could be asked has nothing to tell.
        () => wanted.get(event)?.delete(listener),
      )
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

/** A getter of a stranger may throw. */
function safely<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** Hears wallets register themselves by Wallet Standard, and tells them that it listens. */
function hearStandard(target: EventTarget, heard: (wallet: unknown) => void): () => void {
  const api = Object.freeze({
    register: (...wallets: unknown[]) => {
      for (const wallet of wallets) heard(wallet)
      return () => {}
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
 * Finds Bitcoin wallets in the registry of WBIP-004 (sats-connect) and by Wallet Standard. One that is in both is taken
 * from the registry, where it can be asked to send. Announcements that are malformed are passed over.
 */
export function discoverBitcoin(
  target: EventTarget,
  add: (connector: Connector, provider: WalletProvider) => void,
): () => void {
  const found = new Set<string>()
  let stopped = false
  const announce = (label: string, imageUrl: string, provider: () => WalletProvider) => {
    const id = `bip122:${label}`
    if (stopped || found.has(id)) return
    found.add(id)
    add({ id, name: label, type: 'ANNOUNCED', chain: 'bip122', imageUrl }, provider())
  }
  const readRegistries = () => {
    for (const registry of REGISTRIES) {
      const list: unknown = safely(() => Reflect.get(target, registry))
      for (const listed of Array.isArray(list) ? list : []) {
        const entry = safely(() => entrySchema.safeParse(listed).data)
        const wallet = entry && safely(() => at(target, entry.id))
        if (entry && isAskable(wallet)) announce(entry.name, entry.icon, () => satsConnect(wallet))
      }
    }
  }
  readRegistries()
  const unhear = hearStandard(target, (wallet) => {
    const told = safely(() => walletSchema.safeParse(wallet).data)
    if (told) announce(told.name, told.icon, () => walletStandard(Object(wallet)))
  })
  // Wallets that are put into the page late are there once it has loaded.
  target.addEventListener('load', readRegistries, { once: true })
  return () => {
    stopped = true
    unhear()
    target.removeEventListener('load', readRegistries)
  }
}
