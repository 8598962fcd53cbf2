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
  const trimmed = text.trim()
  // Other characters may turn into another address when lowercased: the Kelvin sign becomes k.
  if (!/^[\x21-\x7e]*$/.test(trimmed)) throw new Refusal('email.invalid')
  const email = trimmed.toLowerCase()
  if (!emailSchema.safeParse(email).success) throw new Refusal('email.invalid')
  return email
}

export interface Accounts {
  /** The id of the account, which is created if it does not exist. */
  findOrCreateByEmail(email: string): Promise<string>
  /**
   * The account of this identity, or else of the verified email address, or else a new one. `isLinked` is true if the identity
   * was added to an existing account.
   */
  findOrCreateByIdentity(identity: string, email: string | undefined): Promise<{ id: string; isLinked: boolean }>
  get(id: string): Account | undefined
  /** 32 bytes. */
  seedOf(id: string): Uint8Array
  /**
   * Changes the email address. Throws a refusal if it belongs to an account. Removes identities that joined through an earlier
   * address, except `keptIdentity`.
   */
  setEmail(id: string, email: string, keptIdentity?: string): Promise<void>
}

export async function openAccounts(folder: string, vault: Vault, nowMs: () => number): Promise<Accounts> {
  const { entries, set, flush } = await openTable(join(folder, 'accounts.json'), account)
  const ids = new Map([...entries].flatMap(([id, { email }]) => (email === undefined ? [] : [[email, id]])))
  const identityIds = new Map(
    [...entries].flatMap(([id, entry]) => entry.identities?.map((identity) => [identity.id, id]) ?? []),
  )
  const requireEntry = (id: string): Account => {
    const entry = entries.get(id)
    if (!entry) throw new Refusal('session.missing')
    return entry
  }
  function create(fields: Pick<Account, 'email' | 'identities'>): { id: string; saved: Promise<void> } {
    const id = randomUUID()
    const createdAt = new Date(nowMs()).toISOString()
    return { id, saved: set(id, { ...fields, seed: vault.seal(randomBytes(32), id), createdAt }) }
  }
  return {
    get: (id) => entries.get(id),
    seedOf: (id) => vault.open(requireEntry(id).seed, id),
    async findOrCreateByEmail(email) {
      const existingId = ids.get(email)
      if (existingId !== undefined) {
        // An account that is only in memory would be lost with this process, including any funds sent to it.
        await flush()
        return existingId
      }
      const { id, saved } = create({ email })
      ids.set(email, id)
      await saved
      return id
    },
    async findOrCreateByIdentity(identity, email) {
      const existingId = identityIds.get(identity)
      if (existingId !== undefined) {
        await flush()
        return { id: existingId, isLinked: false }
      }
      const linkedIdentity = { id: identity, ...(email !== undefined && { email }) }
      const existing = email === undefined ? undefined : ids.get(email)
      if (existing !== undefined) {
        const entry = requireEntry(existing)
        identityIds.set(identity, existing)
        await set(existing, { ...entry, identities: [...(entry.identities ?? []), linkedIdentity] })
        return { id: existing, isLinked: true }
      }
      const { id, saved } = create({ ...(email !== undefined && { email }), identities: [linkedIdentity] })
      if (email !== undefined) ids.set(email, id)
      identityIds.set(identity, id)
      await saved
      return { id, isLinked: false }
    },
    async setEmail(id, email, keptIdentity) {
      if (ids.has(email)) throw new Refusal('email.taken')
      const entry = requireEntry(id)
      if (entry.email !== undefined) ids.delete(entry.email)
      ids.set(email, id)
      const identities = (entry.identities ?? []).filter((linked) => {
        const isKept = linked.email === undefined || linked.id === keptIdentity
        if (!isKept) identityIds.delete(linked.id)
        return isKept
      })
      await set(id, { ...entry, email, identities })
    },
  }
}
