/** Smart-account sessions, which live as long as the handlers. */
import { privateKeyToAccount } from 'viem/accounts'
import * as z from 'zod/mini'
import { answer, type Answers } from './answer.ts'
import { caip10, caip10Of } from './caip.ts'
import { refuseField } from './refusal.ts'

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

/** The co-signer's private key, so that a test can sign in its place. It is public and controls no funds. */
export const coSignerKey = `0x${'c0'.repeat(32)}` as const
/** The co-signer to which a session is granted, along with the site's own key. */
const coSigner = () => ({ type: 'secp256k1', publicKey: privateKeyToAccount(coSignerKey).publicKey }) as const

const sessionFields = {
  expiry: z.number(),
  permissions: z.array(z.unknown()).check(z.minLength(1)),
  policies: z._default(z.array(z.unknown()), []),
}

/** The sessions of each account, by CAIP-10 id. */
export type Sessions = Readonly<Record<string, readonly WireSession[]>>

export const sessionAnswers = (
  initialSessions: Sessions,
  now: () => number,
): Answers<'smartSessions' | 'addSmartSession' | 'activateSmartSession' | 'revokeSmartSession'> => {
  const revoked = new Map<string, number>()
  /** The added sessions by id, with their owners. They are listed once activated. */
  const added = new Map<string, { owner: string; session: WireSession; isActive: boolean }>()
  const nowSeconds = () => Math.floor(now() / 1_000)
  const sessionsOf = (account: string) =>
    [
      ...Object.entries(initialSessions).flatMap(([owner, sessions]) =>
        sessions.map((session) => ({ owner, session })),
      ),
      ...[...added.values()].filter(({ isActive }) => isActive),
    ]
      .filter(({ owner }) => owner.toLowerCase() === account.toLowerCase())
      .map(({ session }) => session)
      .map((session) => ({ ...session, revokedAt: session.revokedAt ?? revoked.get(session.pci) ?? null }))

  return {
    smartSessions: answer(z.object({ address: caip10 }), ({ address: { networkId, address } }) => ({
      pcis: sessionsOf(caip10Of(networkId, address)),
    })),

    addSmartSession: answer(
      z.object({ account: caip10, ...sessionFields }),
      ({ account: { networkId, address }, expiry, permissions, policies }) => {
        const pci = `pci-${added.size + 1}-${now()}`
        const session = {
          pci,
          project: { id: 'mock', name: 'This site', url: null, iconUrl: null },
          expiry,
          createdAt: nowSeconds(),
          permissions,
          policies,
          context: null,
          revokedAt: null,
        }
        added.set(pci, { owner: caip10Of(networkId, address), session, isActive: false })
        return { pci, key: coSigner() }
      },
    ),

    activateSmartSession: answer(
      z.object({ account: caip10, pci: z.string(), context: z.string().check(z.minLength(3)), ...sessionFields }),
      ({ account: { networkId, address }, pci, context, expiry, permissions }) => {
        const stored = added.get(pci)
        if (stored?.owner.toLowerCase() !== caip10Of(networkId, address).toLowerCase())
          throw refuseField(400, 'pci', `Permission for PCI is not found: ${pci}`)
        added.set(pci, { ...stored, session: { ...stored.session, expiry, permissions, context }, isActive: true })
        return {}
      },
    ),

    revokeSmartSession: answer(
      z.object({ address: caip10, pci: z.string(), signature: z.string().check(z.minLength(1)) }),
      ({ address: { networkId, address }, pci }) => {
        const session = sessionsOf(caip10Of(networkId, address)).find((candidate) => candidate.pci === pci)
        if (!session) throw refuseField(400, 'pci', `Permission for PCI is not found: ${pci}`)
        if (session.revokedAt !== null) throw refuseField(400, 'pci', `Permission for PCI is revoked: ${pci}`)
        revoked.set(pci, nowSeconds())
        return { success: true }
      },
    ),
  }
}
