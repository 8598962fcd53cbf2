/** Registers the Solana wallet on a page (Wallet Standard). */
import { registerStandardWallet } from '../standardRegister.ts'

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/>' +
  '<path d="M7 11h18v12H7z" fill="#fff"/><path d="M7 11 21 7v4" fill="#99f6e4"/>' +
  '<circle cx="21" cy="17" r="2" fill="#0f766e"/></svg>'

/** The wallet's metadata. */
export const solanaWalletInfo = {
  name: 'Sandbox Solana Wallet',
  icon: `data:image/svg+xml;base64,${btoa(icon)}`,
} as const

/** Registers the wallet with all current and future apps on the page. Returns a function that unregisters it. */
export const registerSandboxSolanaWallet = registerStandardWallet
