/** Announces the wallet to pages (EIP-6963). */
import type { SandboxProvider } from './wallet.ts'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#d97706"/>' +
  '<path d="M7 11h18v12H7z" fill="#fff"/><path d="M7 11 21 7v4" fill="#fde68a"/>' +
  '<circle cx="21" cy="17" r="2" fill="#d97706"/></svg>'

/** The wallet's metadata. */
export const walletInfo = {
  name: 'Sandbox Wallet',
  icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
  rdns: 'dev.latchkey.sandbox',
} as const

/** Announces the provider now and on each request of the page. Returns a function that stops this. */
export function announceWallet(provider: SandboxProvider, page: EventTarget = window): () => void {
  const info = Object.freeze({ ...walletInfo, uuid: crypto.randomUUID() })
  const detail = Object.freeze({ info, provider })
  const announce = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  page.addEventListener('eip6963:requestProvider', announce)
  announce()
  return () => page.removeEventListener('eip6963:requestProvider', announce)
}
