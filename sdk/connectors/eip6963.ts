import { eip6963Id } from '../../machines/shared/connector.types.ts'
import { isWalletName, displayName } from '../../machines/shared/wallet.types.ts'
import { safely } from '../platform/untrusted.ts'
import type { WalletProvider } from '../provider/walletProvider.ts'
import { announcedConnector, readIcon, type AddConnector } from './announced.ts'
import { isOwn } from './ownProviders.ts'

const isShort = (text: unknown, maxLength: number): text is string =>
  typeof text === 'string' && text !== '' && text.length <= maxLength

/**
 * Parses a wallet's announcement, or returns `undefined` if it is malformed. Reads each field once, because it may be a getter.
 */
function readDetail(detail: unknown) {
  const { info, provider } = detail as { info: Record<string, unknown>; provider: unknown }
  const { uuid, name, icon, rdns } = info
  if (!isShort(uuid, 128) || !isWalletName(name) || !isShort(rdns, 256) || !isProvider(provider)) return undefined
  return { uuid, name: displayName(name), icon: readIcon(icon), rdns, provider }
}

/** Whether a value is an EIP-1193 provider that does not belong to a Latchkey instance. */
export function isProvider(value: unknown): value is WalletProvider {
  if (typeof value !== 'object' || value === null || isOwn(value)) return false
  return typeof (value as WalletProvider).request === 'function'
}

/** Requests EIP-6963 announcements and listens for them. Malformed announcements are ignored. */
export function discoverEip6963(target: EventTarget, add: AddConnector): () => void {
  const announce = (event: Event) => {
    const announcement = safely(() => readDetail((event as CustomEvent<unknown>).detail))
    if (!announcement) return
    const { name, rdns, icon, uuid, provider } = announcement
    add(announcedConnector({ id: eip6963Id(rdns), name, chain: 'eip155', info: { rdns } }, icon), provider, uuid)
  }
  target.addEventListener('eip6963:announceProvider', announce)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => target.removeEventListener('eip6963:announceProvider', announce)
}
