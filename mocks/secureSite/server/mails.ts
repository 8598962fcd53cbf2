/** The site's emails and their limits. */
import { createLimit, minutesOf, type Limit } from './limit.ts'
import type { Mail, SendMail } from './mail.ts'
import { Refusal } from './refusal.ts'

const minute = 60_000
const windowMs = 10 * minute

/** The maximum number of emails within ten minutes. */
export interface MailLimits {
  /** Per email address. */
  email: number
  /** Per requesting IP address, which may be that of a whole office. */
  caller: number
}
export const defaultMailLimits: MailLimits = { email: 5, caller: 20 }

/** Sends an email on a user's request from an IP address. Throws a refusal if a limit is exceeded or sending fails. */
export type Post = (mail: Mail, caller: string) => Promise<void>
/**
 * Sends a notice that the user did not request. Notices have their own limit, so that neither kind uses up the other's. Throws
 * a refusal like `Post`.
 */
export type Notify = (mail: Mail) => Promise<void>

export function createPost(
  send: SendMail,
  limits: MailLimits,
  nowMs: () => number,
  report: (error: unknown) => void,
): { post: Post; notify: Notify } {
  const createMailLimit = (max: number) => createLimit({ max, windowMs }, nowMs)
  const emailLimit = createMailLimit(limits.email)
  const callerLimit = createMailLimit(limits.caller)
  const noticeLimit = createMailLimit(limits.email)
  async function sendLimited(mail: Mail, ...limitedKeys: readonly [Limit, string][]) {
    const waitMs = Math.max(...limitedKeys.map(([limit, key]) => limit.waitMs(key)))
    if (waitMs > 0) throw new Refusal('mail.tooMany', { minutes: minutesOf(waitMs) })
    for (const [limit, key] of limitedKeys) limit.record(key)
    try {
      await send(mail)
    } catch (error) {
      report(error)
      throw new Refusal('mail.failed')
    }
  }
  return {
    post: (mail, caller) => sendLimited(mail, [emailLimit, mail.to], [callerLimit, caller]),
    notify: (mail) => sendLimited(mail, [noticeLimit, mail.to]),
  }
}

const validityText = 'It is good for 20 minutes.'
const secrecyText = 'Nobody else has a reason to ask you for it. If it was not you who asked, leave it where it is.'

export const signInMail = (to: string, code: string): Mail => ({
  to,
  code,
  subject: `${code} is your code to sign in`,
  text: `${code} is the code to sign in to your wallet.\n\n${validityText} ${secrecyText}\n`,
})

export const deviceMail = (to: string, link: string, parent: string | undefined): Mail => ({
  to,
  link,
  subject: 'Register a device for your wallet',
  text: [
    `A device wants to sign in to your wallet${parent === undefined ? '' : ` on ${parent}`}. To register it, open`,
    link,
    `${validityText} If it was not you who asked, do not open it.\n`,
  ].join('\n\n'),
})

export const oldEmailMail = (to: string, newEmail: string, code: string): Mail => ({
  to,
  code,
  subject: `${code} is your code to change your e-mail address`,
  text:
    `${code} is the code to take your wallet from this e-mail address to ${newEmail}. ` +
    `Whoever reads that one has your wallet then, and this one does not open it any more.\n\n${validityText} ${secrecyText}\n`,
})

export const newEmailMail = (to: string, code: string): Mail => ({
  to,
  code,
  subject: `${code} is your code to confirm your e-mail address`,
  text: `${code} is the code to make this the e-mail address of your wallet.\n\n${validityText} ${secrecyText}\n`,
})

export const joinedMail = (to: string, provider: string): Mail => ({
  to,
  subject: `${provider} opens your wallet now`,
  text:
    `Somebody has signed in to your wallet with ${provider} for the first time, which says that this e-mail address is theirs. ` +
    `From now on that login opens your wallet.\n\nIf it was not you, change the wallet's e-mail address at once: logins that came by this one do not open it any more then.\n`,
})
