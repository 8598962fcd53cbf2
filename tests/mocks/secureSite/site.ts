/** A secure site for one test, and a device that calls it as the frame does. */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { SecureSiteNetwork } from '../../../mocks/secureSite/network.ts'
import { startSecureSite, type SecureSite, type SecureSiteOptions } from '../../../mocks/secureSite/server/start.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

export const networks: SecureSiteNetwork[] = [
  { networkId: 'eip155:1', name: 'Ethereum', symbol: 'ETH', rpcUrl: 'https://node.example/key' },
]

export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'secure-site-test-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A site with a clock that the test controls. */
export async function siteOf(options: Partial<SecureSiteOptions> = {}) {
  const time = { nowMs: Date.UTC(2030, 0, 1) }
  const all: SecureSiteOptions = {
    origin: 'http://wallet.localhost',
    port: 0,
    data: join(await folder(), 'data'),
    mail: 'mailbox',
    parents: ['https://shop.example', 'http://localhost:*'],
    networks,
    clock: () => time.nowMs,
    ...options,
  }
  const site = await startSecureSite(all)
  onTestFinished(() => site.stop())
  return { site, time, options: all, device: () => deviceOf(site) }
}

export interface Answer {
  status: number
  body: Record<string, string> & { isRegistered?: boolean }
}

/** The requests of the site's own page on one device. */
export function deviceOf(site: Pick<SecureSite, 'origin' | 'port' | 'mails'>) {
  const token = randomBytes(32).toString('base64url')
  const at = (path: string) => `http://127.0.0.1:${site.port}${path}`
  const call = async (name: string, body: object, headers: Record<string, string> = {}): Promise<Answer> => {
    const answer = await fetch(at(`/api/${name}`), {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: site.origin, ...headers },
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: (await answer.json()) as Answer['body'] }
  }
  const last = (what: 'code' | 'link', to: string) =>
    site.mails.findLast((mail) => mail.to === to && mail[what] !== undefined)?.[what] ?? ''
  const connect = (email: string, more: object = {}) => call('connect', { email, device: token, ...more })
  /** The link of the last email to an address. */
  const linkTo = (email: string) => new URL(last('link', email)).searchParams.get('link') ?? ''
  const confirm = (link: string, origin = site.origin) =>
    fetch(at('/device'), {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ link }),
    })
  return {
    token,
    at,
    call,
    connect,
    linkTo,
    confirm,
    codeTo: (email: string) => last('code', email),
    /** Registers the device for an email address. Returns the attempt for which a code was sent. */
    async registered(email: string): Promise<string> {
      const { body } = await connect(email)
      await confirm(linkTo(email))
      return body['attempt'] ?? ''
    },
    async signedIn(email: string): Promise<Record<string, string>> {
      const first = await connect(email)
      if (first.body['action'] === 'VERIFY_DEVICE') await confirm(linkTo(email))
      return (await call('code', { attempt: first.body['attempt'], code: last('code', email) })).body
    },
  }
}

/** A wrong code. */
export const wrongCode = (code: string): string => (code === '111111' ? '222222' : '111111')
