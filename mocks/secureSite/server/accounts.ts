/** The accounts: an email address, and the seed of all keys. */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'
import type { Vault } from './secret.ts'
import { openTable } from './table.ts'

const account = z.object({
  /** `undefined` if the account was created without an email address. */
  email: z.optional(z.string()),
  /**
   * Social identities that also open this account, for example `google:1234`. `email` is the verified email address through
   * which one joined it.
   */
  identities: z.optional(z.array(z.object({ id: z.string(), email: z.optional(z.string()) }))),
  /** Encrypted for this account's id. */
  seed: z.string(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof account>

const emailSchema = z.email().check(z.maxLength(254))

/** Normalizes an email address. Throws a refusal if it is invalid. */
export function readEmail(text: string): string {
  const written = text.trim()
  // Other characters may turn into another address when lowercased: the Kelvin sign becomes k.
  if (!/^[\x21-\x7e]*$/.test(written)) throw new Refusal('email.invalid')
  const email = written.toLowerCase()
  if (!emailSchema.safeParse(email).success) throw new Refusal('email.invalid')
  return email
}

export interface Accounts {
  /** The id of the account, which is created if it does not exist. */
  ofEmail(email: string): Promise<string>
  /**
   * The account of this identity, or else of the verified email address, or else a new one. `hasJoined` is true if the identity
   * was added to an existing account.
   */
  ofIdentity(identity: string, email: string | undefined): Promise<{ id: string; hasJoined: boolean }>
  get(id: string): Account | undefined
  /** 32 bytes. */
  seedOf(id: string): Uint8Array
  /**
   * Changes the email address. Throws a refusal if it belongs to an account. Removes identities that joined through an earlier
   * address, except `keep`.
   */
  setEmail(id: string, email: string, keep?: string): Promise<void>
}

export async function openAccounts(folder: string, vault: Vault, nowMs: () => number): Promise<Accounts> {
  const { entries, set, stored: allStored } = await openTable(join(folder, 'accounts.json'), account)
  const ids = new Map([...entries].flatMap(([id, { email }]) => (email === undefined ? [] : [[email, id]])))
  const identityIds = new Map([...entries].flatMap(([id, one]) => one.identities?.map((known) => [known.id, id]) ?? []))
  const entryOf = (id: string): Account => {
    const entry = entries.get(id)
    if (!entry) throw new Refusal('session.missing')
    return entry
  }
  function create(about: Pick<Account, 'email' | 'identities'>): { id: string; stored: Promise<void> } {
    const id = randomUUID()
    const createdAt = new Date(nowMs()).toISOString()
    return { id, stored: set(id, { ...about, seed: vault.seal(randomBytes(32), id), createdAt }) }
  }
  return {
    get: (id) => entries.get(id),
    seedOf: (id) => vault.open(entryOf(id).seed, id),
    async ofEmail(email) {
      const known = ids.get(email)
      if (known !== undefined) {
        // An account that is only in memory would be lost with this process, including any funds sent to it.
        await allStored()
        return known
      }
      const { id, stored } = create({ email })
      ids.set(email, id)
      await stored
      return id
    },
    async ofIdentity(identity, email) {
      const known = identityIds.get(identity)
      if (known !== undefined) {
        await allStored()
        return { id: known, hasJoined: false }
      }
      const one = { id: identity, ...(email !== undefined && { email }) }
      const existing = email === undefined ? undefined : ids.get(email)
      if (existing !== undefined) {
        const entry = entryOf(existing)
        identityIds.set(identity, existing)
        await set(existing, { ...entry, identities: [...(entry.identities ?? []), one] })
        return { id: existing, hasJoined: true }
      }
      const { id, stored } = create({ ...(email !== undefined && { email }), identities: [one] })
      if (email !== undefined) ids.set(email, id)
      identityIds.set(identity, id)
      await stored
      return { id, hasJoined: false }
    },
    async setEmail(id, email, keep) {
      if (ids.has(email)) throw new Refusal('email.taken')
      const entry = entryOf(id)
      if (entry.email !== undefined) ids.delete(entry.email)
      ids.set(email, id)
      const identities = (entry.identities ?? []).filter((one) => {
        const stays = one.email === undefined || one.id === keep
        if (!stays) identityIds.delete(one.id)
        return stays
      })
      await set(id, { ...entry, email, identities })
    },
  }
}
