import { WALLETS } from '../constants.ts'

/** A wallet of the catalog, installed or not. */
export interface Wallet {
  /** The id of the wallet in the catalog. */
  id: string
  name: string
  imageUrl?: string | undefined
  homepage?: string | undefined
  /** The reverse domain name that identifies an installed wallet (EIP-6963). */
  rdns?: string | undefined
  /** CAIP-2 ids of the networks that it serves; empty if unknown. */
  chains: readonly string[]
  certified?: boolean | undefined
  /** The wallet's own scheme such as `metamask://`, or an https link. */
  mobileLink?: string | undefined
  /** Opens the same app as `mobileLink`, by https. */
  universalLink?: string | undefined
  desktopLink?: string | undefined
  webappLink?: string | undefined
  appStore?: string | undefined
  playStore?: string | undefined
  chromeStore?: string | undefined
  /** The names under which it injects itself, by namespace. */
  injected?: readonly { namespace: string; injectedId?: string | undefined }[] | undefined
}

/** Invisible characters. Some of them reorder or hide the text around them. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu

/**
 * Returns an untrusted name as it is shown: without invisible characters, and at most `WALLETS.nameLength` characters long. Empty
 * if nothing remains.
 */
export const displayName = (name: string): string =>
  Array.from(name.replace(INVISIBLE, '').trim()).slice(0, WALLETS.nameLength).join('')

/** Whether a value can be the name of a wallet. */
export const isWalletName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= 128 && displayName(name) !== ''
