/** The secure site as a server of node. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { SecureSiteNetwork } from '../network.ts'
import { isOriginPattern } from '../origins.ts'
import { openAccounts } from './accounts.ts'
import { createApi } from './api.ts'
import { createCodes } from './codes.ts'
import { createEmailChange } from './emailChange.ts'
import { createFarcaster, type FarcasterOptions } from './farcaster.ts'
import { createMailbox, createMailSender, type Mail } from './mail.ts'
import { createPost, mailBounds, type MailBounds } from './mails.ts'
import type { ProviderClients } from './providers.ts'
import { createVault, loadSecret } from './secret.ts'
import { createAnswer } from './serve.ts'
import { openSessions } from './sessions.ts'
import { createSignIn } from './signIn.ts'
import { createSocial } from './social.ts'

export interface SecureSiteOptions {
  /** Where browsers find it: `https://wallet.example`. With port 0 the port that was found is added. */
  origin: string
  /** The port it listens on; 0 is a free one. */
  port: number
  /** `127.0.0.1` where nothing is said. */
  host?: string | undefined
  /** A folder, which is made where there is none. */
  data: string
  /** The file with the secret that seeds are encrypted with, which is made where there is none; `<data>.secret` where nothing is said. */
  secretFile?: string | undefined
  /** The secret itself: 32 bytes. */
  secret?: Uint8Array | undefined
  /** `mailbox` keeps mails in memory; `smtp://`, `smtps://` and `https://` URLs send them. */
  mail: string
  /** The sender of mails that are sent. */
  from?: string | undefined
  /** Shows a `mailbox` to anybody at `/mailbox`: for a machine of one's own. */
  showMailbox?: boolean | undefined
  /** How many mails there may be within ten minutes: 5 to an e-mail address, 20 from a network address. */
  mails?: MailBounds | undefined
  /** Who may show the frame: `https://shop.example`, or with any port `http://localhost:*`. */
  parents: readonly string[]
  networks: readonly SecureSiteNetwork[]
  /** What signs in besides: this site as a client of each. None where nothing is said. */
  providers?: ProviderClients | undefined
  /** Signing in with Farcaster. Not offered where nothing is said. */
  farcaster?: FarcasterOptions | undefined
  /** How long a provider may take to answer: 10 s. */
  providerMs?: number | undefined
  /** A proxy in front writes `X-Forwarded-For`. */
  behindProxy?: boolean | undefined
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined
  /** Told what went wrong on the server's side. */
  report?: ((error: unknown) => void) | undefined
}

export interface SecureSite {
  origin: string
  port: number
  /** Those of a `mailbox`, oldest first. */
  mails: readonly (Mail & { at: string })[]
  stop(): Promise<void>
}

function check({ origin, parents }: SecureSiteOptions) {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw new Error(`origin is no origin: ${origin}`)
  const wrong = parents.find((parent) => !isOriginPattern(parent))
  if (wrong !== undefined) throw new Error(`parents: ${wrong} is no origin.`)
}

async function listen(port: number, host: string) {
  const server = createServer({ requestTimeout: 30_000 })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The secure site listens on no port.')
  return { server, port: address.port }
}

/** Starts the site. Rejects where an option is wrong, the data cannot be read, or somebody else has the port. */
export async function startSecureSite(options: SecureSiteOptions): Promise<SecureSite> {
  check(options)
  const { data, mail, from, parents, networks, clock: nowMs = Date.now, report = console.error } = options
  const mailbox = createMailbox(nowMs)
  const send = mail === 'mailbox' ? mailbox.send : createMailSender(mail, from)
  const { post, notify } = createPost(send, options.mails ?? mailBounds, nowMs, report)
  const vault = createVault(options.secret ?? (await loadSecret(options.secretFile ?? `${data}.secret`)))
  const accounts = await openAccounts(data, vault, nowMs)
  const sessions = await openSessions(data, nowMs)
  const codes = createCodes(vault, nowMs)

  const { server, port } = await listen(options.port, options.host ?? '127.0.0.1')
  const origin = options.port === 0 ? `${options.origin}:${port}` : options.origin
  const signIn = createSignIn({ origin, accounts, sessions, codes, post, parents, nowMs })
  const emailChange = createEmailChange(accounts, sessions, codes, post)
  const common = { origin, accounts, sessions, nowMs, longestMs: options.providerMs ?? 10_000, report }
  const social = createSocial({ ...common, notify, clients: options.providers ?? {}, parents })
  const farcaster = createFarcaster({ ...common, options: options.farcaster })
  const answer = createAnswer({
    origin,
    settings: { parents, networks },
    api: createApi({ accounts, sessions, signIn, emailChange, social, farcaster }),
    signIn,
    social,
    mailbox: mail === 'mailbox' && options.showMailbox ? mailbox : undefined,
    behindProxy: options.behindProxy ?? false,
    report,
  })
  server.on('request', (request, response) => void answer(request, response))
  return {
    origin,
    port,
    mails: mailbox.mails,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
