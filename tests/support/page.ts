/** A page without a browser, on which wallets announce themselves. */
import { onTestFinished, vi } from 'vitest'

/** A `window` that only dispatches events, until the test ends. */
export function pageWindow(more: object = {}): EventTarget {
  const page = Object.assign(new EventTarget(), more)
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  return page
}

export const picture = 'data:image/png;base64,AA=='

interface Info {
  rdns: string
  name?: string
  uuid?: string
  icon?: string
}

/** Announces a provider with EIP-6963, now and on each request of the page. */
export function announce(page: EventTarget, { rdns, ...more }: Info, provider: unknown): void {
  const info = { uuid: crypto.randomUUID(), name: rdns, icon: picture, rdns, ...more }
  const tell = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  page.addEventListener('eip6963:requestProvider', tell)
  tell()
}

/** Registers a wallet with Wallet Standard, now and whenever an app is ready. Returns a function that unregisters it. */
export function register(page: EventTarget, wallet: unknown): () => void {
  const undo: (() => void)[] = []
  const tell = (api: { register(...wallets: unknown[]): () => void }) => void undo.push(api.register(wallet))
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: tell }))
  page.addEventListener('wallet-standard:app-ready', (event) => tell((event as CustomEvent).detail))
  return () => undo.forEach((run) => run())
}
