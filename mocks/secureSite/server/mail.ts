/** How mails leave the site. */

/** A mail; `code` and `link` are what stands in its text. */
export interface Mail {
  to: string
  subject: string
  text: string
  code?: string
  link?: string
}
/** Resolves once the mail was handed on. */
export type SendMail = (mail: Mail) => Promise<void>

/** Mails that are kept instead of sent: for a machine of one's own. */
export interface Mailbox {
  send: SendMail
  /** Oldest first. */
  mails: readonly (Mail & { at: string })[]
}

const keptAtMost = 200
/** How long the other side may be silent. */
const silentMs = 15_000

export function createMailbox(nowMs: () => number): Mailbox {
  const mails: (Mail & { at: string })[] = []
  return {
    mails,
    async send(mail) {
      mails.push({ ...mail, at: new Date(nowMs()).toISOString() })
      mails.splice(0, mails.length - keptAtMost)
    },
  }
}

/** POSTs each mail as `{ from, to, subject, text }`. What is no 2xx is a failure. */
const sendByWebhook =
  (url: string, from: string): SendMail =>
  async ({ to, subject, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ from, to, subject, text }),
      signal: AbortSignal.timeout(silentMs),
    })
    if (!answer.ok) throw new Error(`The mail's webhook answered ${answer.status}.`)
  }

interface Transport {
  sendMail(mail: { from: string; to: string; subject: string; text: string }): Promise<unknown>
}

/** Sends through a mail server, with nodemailer, which is loaded with the first mail. */
function sendBySmtp(url: string, from: string): SendMail {
  const name = 'nodemailer'
  let transport: Promise<Transport> | undefined
  const load = async () => {
    const nodemailer = (await import(name)) as { createTransport(options: object): Transport }
    const bounds = { connectionTimeout: silentMs, greetingTimeout: silentMs, socketTimeout: silentMs }
    return nodemailer.createTransport({ url, ...bounds })
  }
  return async ({ to, subject, text }) => {
    transport ??= load()
    await (await transport).sendMail({ from, to, subject, text })
  }
}

/** Where mails go: `smtp://` or `smtps://` with user, password and host, or the `https://` URL of a webhook. Throws for anything else. */
export function createMailSender(url: string, from: string | undefined): SendMail {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (!/^(smtps?|https?):$/.test(protocol)) throw new Error('mail has to be mailbox, an smtp(s):// or an https:// URL.')
  if (from === undefined || from === '') throw new Error('from is missing: the sender of the mails.')
  return protocol.startsWith('smtp') ? sendBySmtp(url, from) : sendByWebhook(url, from)
}
