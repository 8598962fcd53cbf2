/** Sessions and registered devices, by random tokens of 256 bits that are stored as hashes. */
import { join } from 'node:path'
import * as z from 'zod/mini'
import { Refusal } from './refusal.ts'
import { createToken, hashOf } from './secret.ts'
import { openTable, type Table } from './table.ts'

const day = 24 * 60 * 60_000
const sessionLifeMs = 7 * day
/** The maximum age of a session since sign-in, however often it is reopened. */
const maxSessionAgeMs = 90 * day
const deviceLifeMs = 90 * day

/** The login provider's user, if the session was opened with one. */
const openedBy = z.object({
  identity: z.optional(z.string()),
  /** The user name at the provider, on one line. */
  userName: z.optional(z.string()),
})
export type OpenedBy = z.infer<typeof openedBy>

const session = z.extend(openedBy, {
  account: z.string(),
  /** Hashes of the device's token, and of the page's token for reopening the session. */
  device: z.string(),
  page: z.string(),
  expiresAtMs: z.number(),
  /** The time of the sign-in. Missing in entries of earlier versions. */
  signedInAtMs: z.optional(z.number()),
})
const device = z.object({ expiresAtMs: z.number() })

/** The tokens of a new session. */
export interface OpenedSession {
  /** For the frame only, never for the page. */
  session: string
  /** For the page. It reopens the session only on the same device. */
  pageToken: string
}

export interface Sessions {
  open(account: string, deviceToken: string, opener?: OpenedBy): Promise<OpenedSession>
  /** The account's id. Throws a refusal if the session is over or unknown. */
  accountOf(token: string): string
  /** The provider's user who opened it. Throws a refusal like `accountOf`. */
  openedBy(token: string): OpenedBy
  /** Opens a new session with a page's token, on the same device. */
  reopen(pageToken: string, deviceToken: string): Promise<OpenedSession>
  end(token: string): Promise<void>
  /** Ends the account's other sessions. */
  endOthers(token: string): Promise<void>
  isRegistered(deviceToken: string, email: string): boolean
  register(deviceToken: string, email: string): Promise<void>
}

const maxNameLength = 256
const cleanName = (text: string | undefined): string | undefined =>
  text
    ?.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
    .slice(0, maxNameLength) || undefined

const deviceKey = (token: string, email: string) => hashOf(`${token} ${email}`)

const deleteExpired = <Entry extends { expiresAtMs: number }>(table: Table<Entry>, now: number) =>
  table.delete(...[...table.entries].filter(([, { expiresAtMs }]) => now >= expiresAtMs).map(([key]) => key))

export async function openSessions(folder: string, nowMs: () => number): Promise<Sessions> {
  const sessions = await openTable(join(folder, 'sessions.json'), session)
  const devices = await openTable(join(folder, 'devices.json'), device)
  const requireSession = (token: string) => {
    const entry = sessions.entries.get(hashOf(token))
    if (!entry || nowMs() >= entry.expiresAtMs) throw new Refusal('session.missing')
    return entry
  }
  async function open(
    account: string,
    deviceToken: string,
    opener: OpenedBy = {},
    signedInAtMs = nowMs(),
  ): Promise<OpenedSession> {
    const [token, pageToken] = [createToken(), createToken()]
    await deleteExpired(sessions, nowMs())
    const expiresAtMs = Math.min(nowMs() + sessionLifeMs, signedInAtMs + maxSessionAgeMs)
    const device = hashOf(deviceToken)
    await sessions.set(hashOf(token), {
      identity: opener.identity,
      userName: cleanName(opener.userName),
      account,
      device,
      page: hashOf(pageToken),
      expiresAtMs,
      signedInAtMs,
    })
    return { session: token, pageToken }
  }
  return {
    open: (account, deviceToken, opener) => open(account, deviceToken, opener),
    accountOf: (token) => requireSession(token).account,
    openedBy: (token) => openedBy.parse(requireSession(token)),
    async reopen(pageToken, deviceToken) {
      const [page, device] = [hashOf(pageToken), hashOf(deviceToken)]
      const [key, entry] =
        [...sessions.entries].find(([, candidate]) => candidate.page === page && candidate.device === device) ?? []
      if (key === undefined || !entry || nowMs() >= entry.expiresAtMs) throw new Refusal('session.missing')
      await sessions.delete(key)
      return open(entry.account, deviceToken, openedBy.parse(entry), entry.signedInAtMs)
    },
    end: (token) => sessions.delete(hashOf(token)),
    async endOthers(token) {
      const { account } = requireSession(token)
      const others = [...sessions.entries].filter(([key, entry]) => entry.account === account && key !== hashOf(token))
      await sessions.delete(...others.map(([key]) => key))
    },
    isRegistered: (token, email) => nowMs() < (devices.entries.get(deviceKey(token, email))?.expiresAtMs ?? 0),
    async register(token, email) {
      await deleteExpired(devices, nowMs())
      await devices.set(deviceKey(token, email), { expiresAtMs: nowMs() + deviceLifeMs })
    },
  }
}
