/** The secure site as a Node server. */
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
import { createPost, defaultMailLimits, type MailLimits } from './mails.ts'
import type { ProviderClients } from './providers.ts'
import { createVault, loadSecret } from './secret.ts'
import { createRequestHandler } from './serve.ts'
import { openSessions } from './sessions.ts'
import { createSignIn } from './signIn.ts'
import { createSocial } from './social.ts'

export interface SecureSiteOptions {
  /** The public origin: `https://wallet.example`. With port 0, the chosen port is added. */
  origin: string
  /** The port to listen on; 0 picks a free one. */
  port: number
  /** Defaults to `127.0.0.1`. */
  host?: string | undefined
  /** A folder, which is created if it does not exist. */
  data: string
  /** The file with the secret that encrypts seeds, created if it does not exist. Defaults to `<data>.secret`. */
  secretFile?: string | undefined
  /** The secret: 32 bytes. Takes precedence over `secretFile`. */
  secret?: Uint8Array | undefined
  /** `mailbox` keeps emails in memory; `smtp://`, `smtps://` and `https://` URLs send them. */
  mail: string
  /** The sender of emails. */
  from?: string | undefined
  /** Shows a `mailbox` to everyone at `/mailbox`, for local development. */
  showMailbox?: boolean | undefined
  /** The maximum number of emails within ten minutes: by default 5 per email address and 20 per IP address. */
  mails?: MailLimits | undefined
  /** The origins that may embed the frame: `https://shop.example`, or `http://localhost:*` for any port. */
  parents: readonly string[]
  networks: readonly SecureSiteNetwork[]
  /** This site's clients at social login providers. Defaults to none. */
  providers?: ProviderClients | undefined
  /** Signing in with Farcaster. Not offered by default. */
  farcaster?: FarcasterOptions | undefined
  /** The timeout for a provider's answers. Defaults to 10 s. */
  providerMs?: number | undefined
  /** Whether a proxy sets `X-Forwarded-For`. */
  behindProxy?: boolean | undefined
  /** Milliseconds since 1970. */
  clock?: (() => number) | undefined
  /** Receives errors of the server. */
  report?: ((error: unknown) => void) | undefined
}

export interface SecureSite {
  origin: string
  port: number
  /** The emails of a `mailbox`, oldest first. */
  mails: readonly (Mail & { at: string })[]
  stop(): Promise<void>
}

function checkOptions({ origin, parents }: SecureSiteOptions) {
  if (!URL.canParse(origin) || new URL(origin).origin !== origin) throw new Error(`origin is no origin: ${origin}`)
  const invalid = parents.find((parent) => !isOriginPattern(parent))
  if (invalid !== undefined) throw new Error(`parents: ${invalid} is no origin.`)
}

async function listen(port: number, host: string) {
  const server = createServer({ requestTimeout: 30_000 })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The secure site listens on no port.')
  return { server, port: address.port }
}

/** Starts the site. Rejects if an option is invalid, the data cannot be read, or the port is in use. */
export async function startSecureSite(options: SecureSiteOptions): Promise<SecureSite> {
  checkOptions(options)
  const { data, mail, from, parents, networks, clock: nowMs = Date.now, report = console.error } = options
  const mailbox = createMailbox(nowMs)
  const send = mail === 'mailbox' ? mailbox.send : createMailSender(mail, from)
  const { post, notify } = createPost(send, options.mails ?? defaultMailLimits, nowMs, report)
  const vault = createVault(options.secret ?? (await loadSecret(options.secretFile ?? `${data}.secret`)))
  const accounts = await openAccounts(data, vault, nowMs)
  const sessions = await openSessions(data, nowMs)
  const codes = createCodes(vault, nowMs)

  const { server, port } = await listen(options.port, options.host ?? '127.0.0.1')
  const origin = options.port === 0 ? `${options.origin}:${port}` : options.origin
  const signIn = createSignIn({ origin, accounts, sessions, codes, post, parents, nowMs })
  const emailChange = createEmailChange(accounts, sessions, codes, post)
  const common = { origin, accounts, sessions, nowMs, timeoutMs: options.providerMs ?? 10_000, report }
  const social = createSocial({ ...common, notify, clients: options.providers ?? {}, parents })
  const farcaster = createFarcaster({ ...common, options: options.farcaster })
  const answer = createRequestHandler({
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
