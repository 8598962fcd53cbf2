import * as z from 'zod/mini'
import { eip6963Id } from '../../machines/entities/connector.ts'
import { safely } from '../platform/strangers.ts'
import type { WalletProvider } from '../walletProvider.ts'
import { announcedConnector, iconSchema, nameSchema, type Announce } from './announced.ts'
import { isOwn } from './ownProviders.ts'

const detailSchema = z.object({
  info: z.object({
    uuid: z.string().check(z.minLength(1), z.maxLength(128)),
    name: nameSchema,
    icon: iconSchema,
    rdns: z.string().check(z.minLength(1), z.maxLength(256)),
  }),
  provider: z.custom<WalletProvider>(isProvider),
})

/** Something that can be asked as EIP-1193 says, and is not one of an instance. */
export function isProvider(value: unknown): value is WalletProvider {
  if (typeof value !== 'object' || value === null || isOwn(value)) return false
  return typeof (value as WalletProvider).request === 'function'
}

/** Hears wallets announce themselves by EIP-6963, and asks them to. Announcements that are malformed are passed over. */
export function discoverEip6963(target: EventTarget, heard: Announce): () => void {
  const announce = (event: Event) => {
    const told = safely(() => detailSchema.safeParse((event as CustomEvent<unknown>).detail).data)
    if (!told) return
    const { name, rdns, icon, uuid } = told.info
    heard(announcedConnector({ id: eip6963Id(rdns), name, chain: 'eip155', info: { rdns } }, icon), told.provider, uuid)
  }
  target.addEventListener('eip6963:announceProvider', announce)
  target.dispatchEvent(new Event('eip6963:requestProvider'))
  return () => target.removeEventListener('eip6963:announceProvider', announce)
}
