import * as z from 'zod/mini'
import type { Connector } from '../../machines/entities/connector.ts'
import type { WalletProvider } from '../ports.ts'

/** What is announced is a stranger's: names and icons are bounded, icons may be images only (EIP-6963). */
const detailSchema = z.object({
  info: z.object({
    uuid: z.string().check(z.minLength(1), z.maxLength(128)),
    name: z.string().check(z.minLength(1), z.maxLength(128)),
    icon: z.string().check(z.regex(/^(data:image\/|https:\/\/)/)),
    rdns: z.string().check(z.minLength(1), z.maxLength(256)),
  }),
  provider: z.custom<WalletProvider>(isProvider),
})

/** Something that can be asked as EIP-1193 says. */
export function isProvider(value: unknown): value is WalletProvider {
  return typeof value === 'object' && value !== null && typeof (value as WalletProvider).request === 'function'
}

/** Hears wallets announce themselves by EIP-6963, and asks them to. Announcements that are malformed are passed over. */
export function discoverEip6963(
  target: EventTarget,
  heard: (connector: Connector, provider: WalletProvider) => void,
): () => void {
  const announce = (event: Event) => {
    const parsed = detailSchema.safeParse((event as CustomEvent<unknown>).detail)
    if (!parsed.success) return
    const { info, provider } = parsed.data
    heard(
      {
        id: info.rdns,
        name: info.name,
        type: 'ANNOUNCED',
        chain: 'eip155',
        imageUrl: info.icon,
        info: { rdns: info.rdns },
      },
      provider,
    )
  }
  target.addEventListener('eip6963:announceProvider', announce)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => target.removeEventListener('eip6963:announceProvider', announce)
}
