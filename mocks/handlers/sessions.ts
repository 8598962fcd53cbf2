/** Smart-account sessions, kept as long as the handlers. */
import * as z from 'zod/mini'
import { answer, type Answers } from './answer.ts'
import { caip10, caip10Of } from './caip.ts'
import { refusedFor } from './refusal.ts'

/** A session as the API sends it. */
export interface WireSession {
  pci: string
  project: { id: string; name: string; url: string | null; iconUrl: string | null } | null
  /** Seconds since 1970. */
  expiry: number
  createdAt: number
  permissions: unknown[]
  policies: unknown[]
  context: string | null
  revokedAt: number | null
}

/** The sessions of each account, by its CAIP-10 id. */
export type Sessions = Readonly<Record<string, readonly WireSession[]>>

export const sessionAnswers = (given: Sessions, now: () => number): Answers<'smartSessions' | 'revokeSmartSession'> => {
  const revoked = new Map<string, number>()
  const sessionsOf = (account: string) =>
    Object.entries(given)
      .filter(([owner]) => owner.toLowerCase() === account.toLowerCase())
      .flatMap(([, sessions]) => sessions)
      .map((session) => ({ ...session, revokedAt: session.revokedAt ?? revoked.get(session.pci) ?? null }))

  return {
    smartSessions: answer(z.object({ address: caip10 }), ({ address: { networkId, address } }) => ({
      pcis: sessionsOf(caip10Of(networkId, address)),
    })),

    revokeSmartSession: answer(
      z.object({ address: caip10, pci: z.string(), signature: z.string().check(z.minLength(1)) }),
      ({ address: { networkId, address }, pci }) => {
        const session = sessionsOf(caip10Of(networkId, address)).find((known) => known.pci === pci)
        if (!session) throw refusedFor(400, 'pci', `Permission for PCI is not found: ${pci}`)
        if (session.revokedAt !== null) throw refusedFor(400, 'pci', `Permission for PCI is revoked: ${pci}`)
        revoked.set(pci, Math.floor(now() / 1_000))
        return { success: true }
      },
    ),
  }
}
