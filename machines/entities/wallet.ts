import { WALLETS } from '../constants.ts'

/** A wallet of the catalogue, whether it is installed here or not. */
export interface Wallet {
  /** The catalogue's id of the wallet. */
  id: string
  name: string
  imageUrl?: string | undefined
  homepage?: string | undefined
  /** Reverse domain name, by which an installed wallet is known (EIP-6963). */
  rdns?: string | undefined
  /** CAIP-2 ids of the networks it serves; none where that is not known. */
  chains: readonly string[]
  certified?: boolean | undefined
  /** The wallet's own scheme such as `metamask://`, or an https link. */
  mobileLink?: string | undefined
  /** Opens its app as `mobileLink` does, by https. */
  universalLink?: string | undefined
  desktopLink?: string | undefined
  webappLink?: string | undefined
  appStore?: string | undefined
  playStore?: string | undefined
  chromeStore?: string | undefined
  /** Names under which it injects itself, by namespace. */
  injected?: readonly { namespace: string; injectedId?: string | undefined }[] | undefined
}

/** What is no letter of a name: it has no shape of its own, and turns or hides what stands beside it. */
const INVISIBLE = /[\p{Cf}\p{Cc}]/gu

/** A stranger's name as it is shown: without what cannot be seen, and no longer than `WALLETS.nameLength`. Empty where nothing is left. */
export const shownName = (name: string): string =>
  Array.from(name.replace(INVISIBLE, '').trim()).slice(0, WALLETS.nameLength).join('')

/** Whether a wallet may be called that. */
export const isWalletName = (name: unknown): name is string =>
  typeof name === 'string' && name.length <= 128 && shownName(name) !== ''
