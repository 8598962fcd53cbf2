/** How a page learns of the Solana wallet (Wallet Standard). */
import type { Wallet, WindowAppReadyEventAPI } from '@wallet-standard/base'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/>' +
  '<path d="M7 11h18v12H7z" fill="#fff"/><path d="M7 11 21 7v4" fill="#99f6e4"/>' +
  '<circle cx="21" cy="17" r="2" fill="#0f766e"/></svg>'

/** What the wallet says of itself. */
export const solanaWalletInfo = {
  name: 'Sandbox Solana Wallet',
  icon: `data:image/svg+xml;base64,${btoa(icon)}`,
} as const

const isApi = (detail: unknown): detail is WindowAppReadyEventAPI =>
  typeof detail === 'object' && detail !== null && 'register' in detail

/** Registers the wallet with the page's apps, those that are ready and those that come; what it returns takes it back. */
export function registerSandboxSolanaWallet(wallet: Wallet, page: EventTarget = window): () => void {
  const unregister = new Set<() => void>()
  const register = (api: WindowAppReadyEventAPI) => void unregister.add(api.register(wallet))
  const hear = (event: Event) => {
    if ('detail' in event && isApi(event.detail)) register(event.detail)
  }
  page.addEventListener('wallet-standard:app-ready', hear)
  page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }))
  return () => {
    page.removeEventListener('wallet-standard:app-ready', hear)
    unregister.forEach((takeBack) => takeBack())
    unregister.clear()
  }
}
