/** Sends emails. */

/** An email; `code` and `link` are also in its text. */
export interface Mail {
  to: string
  subject: string
  text: string
  code?: string
  link?: string
}
/** Resolves when the email was handed over for delivery. */
export type SendMail = (mail: Mail) => Promise<void>

/** Keeps emails instead of sending them, for local development. */
export interface Mailbox {
  send: SendMail
  /** Oldest first. */
  mails: readonly (Mail & { at: string })[]
}

const maxMails = 200
/** The timeout for the other side to respond. */
const timeoutMs = 15_000

export function createMailbox(nowMs: () => number): Mailbox {
  const mails: (Mail & { at: string })[] = []
  return {
    mails,
    async send(mail) {
      mails.push({ ...mail, at: new Date(nowMs()).toISOString() })
      mails.splice(0, mails.length - maxMails)
    },
  }
}

/** POSTs each email as `{ from, to, subject, text }`. Any status but 2xx is an error. */
const sendByWebhook =
  (url: string, from: string): SendMail =>
  async ({ to, subject, text }) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to, subject, text }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!response.ok) throw new Error(`The mail's webhook answered ${response.status}.`)
  }

interface Transport {
  sendMail(mail: { from: string; to: string; subject: string; text: string }): Promise<unknown>
}

/** Sends through a mail server with nodemailer, which is loaded with the first email. */
function sendBySmtp(url: string, from: string): SendMail {
  const name = 'nodemailer'
  let transport: Promise<Transport> | undefined
  const load = async () => {
    const nodemailer = (await import(name)) as { createTransport(options: object): Transport }
    const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
    return nodemailer.createTransport({ url, ...timeouts })
  }
  return async ({ to, subject, text }) => {
    transport ??= load()
    await (await transport).sendMail({ from, to, subject, text })
  }
}

/**
 * Creates the sender for a URL: `smtp://` or `smtps://` with user, password and host, or the `https://` URL of a webhook.
 * Throws for other URLs.
 */
export function createMailSender(url: string, from: string | undefined): SendMail {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (!/^(smtps?|https?):$/.test(protocol)) throw new Error('mail has to be mailbox, an smtp(s):// or an https:// URL.')
  if (from === undefined || from === '') throw new Error('from is missing: the sender of the mails.')
  return protocol.startsWith('smtp') ? sendBySmtp(url, from) : sendByWebhook(url, from)
}
