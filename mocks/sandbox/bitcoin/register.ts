/** Registers the Bitcoin wallet on a page: with Wallet Standard, and in sats-connect's list of providers (WBIP-004). */
import type { Wallet } from '@wallet-standard/base'
import { registerStandardWallet } from '../standardRegister.ts'
import type { SatsConnectWallet } from './satsConnect.ts'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#7c3aed"/>' +
  '<path d="M7 11h18v12H7z" fill="#fff"/><path d="M7 11 21 7v4" fill="#ddd6fe"/>' +
  '<circle cx="21" cy="17" r="2" fill="#7c3aed"/></svg>'

/** The wallet's metadata. */
export const bitcoinWalletInfo = {
  name: 'Sandbox Bitcoin Wallet',
  icon: `data:image/svg+xml;base64,${btoa(icon)}`,
} as const

/** The wallet's property on `window`. */
const propertyName = 'sandboxBitcoin'

/** Registers the wallet on the page. Returns a function that removes it. Only sats-connect lets sites send transfers. */
export function registerSandboxBitcoinWallet(
  { standard, sats }: { standard: Wallet; sats: SatsConnectWallet },
  page: EventTarget = window,
): () => void {
  const unregister = registerStandardWallet(standard, page)
  const { name, icon } = bitcoinWalletInfo
  const entry = { id: propertyName, name, icon, methods: ['wallet_connect', 'sendTransfer', 'signMessage', 'signPsbt'] }
  const readProviders = (): unknown[] => {
    const list: unknown = Reflect.get(page, 'btc_providers')
    return Array.isArray(list) ? list : []
  }
  Object.assign(page, { [propertyName]: sats, btc_providers: [...readProviders(), entry] })
  return () => {
    unregister()
    Object.assign(page, { btc_providers: readProviders().filter((provider) => provider !== entry) })
    Reflect.deleteProperty(page, propertyName)
  }
}
