/** Who has a wallet: an e-mail address, and the seed that all its keys come from. */
import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'
import type { Vault } from './secret.ts'
import { openTable } from './table.ts'

const account = z.object({
  /** One that was made without an e-mail address has none. */
  email: z.optional(z.string()),
  /** Encrypted, for this account's id. */
  seed: z.string(),
  createdAt: z.string(),
})
export type Account = z.infer<typeof account>

const emailSchema = z.email().check(z.maxLength(254))

/** An e-mail address as accounts know it. Refuses what is none. */
export function readEmail(text: string): string {
  const email = text.trim().toLowerCase()
  if (!emailSchema.safeParse(email).success) throw new Refusal('email.invalid')
  return email
}

export interface Accounts {
  /** The account's id; a new account where there is none. */
  ofEmail(email: string): Promise<string>
  get(id: string): Account | undefined
  /** 32 bytes. */
  seedOf(id: string): Uint8Array
  /** Refuses an address that has an account. */
  setEmail(id: string, email: string): Promise<void>
}

export async function openAccounts(folder: string, vault: Vault, nowMs: () => number): Promise<Accounts> {
  const { entries, set } = await openTable(join(folder, 'accounts.json'), account)
  const ids = new Map([...entries].flatMap(([id, { email }]) => (email === undefined ? [] : [[email, id]])))
  const entryOf = (id: string): Account => {
    const entry = entries.get(id)
    if (!entry) throw new Refusal('session.missing')
    return entry
  }
  return {
    get: (id) => entries.get(id),
    seedOf: (id) => vault.open(entryOf(id).seed, id),
    async ofEmail(email) {
      const known = ids.get(email)
      if (known !== undefined) return known
      const id = randomUUID()
      ids.set(email, id)
      await set(id, { email, seed: vault.seal(randomBytes(32), id), createdAt: new Date(nowMs()).toISOString() })
      return id
    },
    async setEmail(id, email) {
      if (ids.has(email)) throw new Refusal('email.taken')
      const entry = entryOf(id)
      if (entry.email !== undefined) ids.delete(entry.email)
      ids.set(email, id)
      await set(id, { ...entry, email })
    },
  }
}
