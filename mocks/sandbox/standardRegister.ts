/** Registers wallets on a page (Wallet Standard). */
import type { Wallet, WindowAppReadyEventAPI } from '@wallet-standard/base'

const isApi = (detail: unknown): detail is WindowAppReadyEventAPI =>
  typeof detail === 'object' && detail !== null && 'register' in detail

/** Registers the wallet with all current and future apps on the page. Returns a function that unregisters it. */
export function registerStandardWallet(wallet: Wallet, page: EventTarget = window): () => void {
  const unregisterCallbacks = new Set<() => void>()
  const register = (api: WindowAppReadyEventAPI) => void unregisterCallbacks.add(api.register(wallet))
  const onAppReady = (event: Event) => {
    if ('detail' in event && isApi(event.detail)) register(event.detail)
  }
  page.addEventListener('wallet-standard:app-ready', onAppReady)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    page.removeEventListener('wallet-standard:app-ready', onAppReady)
    unregisterCallbacks.forEach((unregister) => unregister())
    unregisterCallbacks.clear()
  }
}
