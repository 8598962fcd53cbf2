import { eip6963Id } from '../../machines/entities/connector.ts'
import { isWalletName, shownName } from '../../machines/entities/wallet.ts'
import { safely } from '../platform/strangers.ts'
import type { WalletProvider } from '../walletProvider.ts'
import { announcedConnector, readIcon, type Announce } from './announced.ts'
import { isOwn } from './ownProviders.ts'

const isShort = (text: unknown, most: number): text is string =>
  typeof text === 'string' && text !== '' && text.length <= most

/** What a wallet says of itself; nothing where it is malformed. Each field is read once: it may be a getter. */
function readDetail(detail: unknown) {
  const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
  const { uuid, name, icon, rdns } = info
  if (!isShort(uuid, 128) || !isWalletName(name) || !isShort(rdns, 256) || !isProvider(provider)) return undefined
  return { uuid, name: shownName(name), icon: readIcon(icon), rdns, provider }
}

/** Something that can be asked as EIP-1193 says, and is not one of an instance. */
export function isProvider(value: unknown): value is WalletProvider {
  if (typeof value !== 'object' || value === null || isOwn(value)) return false
  return typeof (value as WalletProvider).request === 'function'
}

/** Hears wallets announce themselves by EIP-6963, and asks them to. Announcements that are malformed are passed over. */
export function discoverEip6963(target: EventTarget, heard: Announce): () => void {
  const announce = (event: Event) => {
    const told = safely(() => readDetail((event as CustomEvent<unknown>).detail))
    if (!told) return
    const { name, rdns, icon, uuid, provider } = told
    heard(announcedConnector({ id: eip6963Id(rdns), name, chain: 'eip155', info: { rdns } }, icon), provider, uuid)
  }
  target.addEventListener('eip6963:announceProvider', announce)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => target.removeEventListener('eip6963:announceProvider', announce)
}
