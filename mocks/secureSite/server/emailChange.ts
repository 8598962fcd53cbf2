/**
 * Changes a wallet's email address: a code to the current address, then a code to the new one. An account without an email
 * address cannot add one, because the embedding page alone would decide on it.
 */
import { readEmail, type Accounts } from './accounts.ts'
import type { Codes, IssuedCode } from './codes.ts'
import { newEmailMail, oldEmailMail, type Post } from './mails.ts'
import { Refusal } from './refusal.ts'
import { hashOf } from './secret.ts'
import type { Sessions } from './sessions.ts'

interface Change {
  newEmail: string
  primary?: IssuedCode
  secondary?: IssuedCode
}

export interface EmailChange {
  begin(session: string, email: string, caller: string): Promise<{ action: 'VERIFY_PRIMARY_OTP' }>
  primary(session: string, code: string, caller: string): Promise<void>
  /** The device stays registered, for the new address. The account's other sessions end. */
  secondary(session: string, code: string, device: string): Promise<{ newEmail: string }>
}

const maxChanges = 10_000

export function createEmailChange(accounts: Accounts, sessions: Sessions, codes: Codes, post: Post): EmailChange {
  const changes = new Map<string, Change>()
  const requireChange = (session: string): Change => {
    sessions.accountOf(session)
    const change = changes.get(hashOf(session))
    if (!change) throw new Refusal('code.missing')
    return change
  }
  return {
    async begin(session, text, caller) {
      const account = sessions.accountOf(session)
      const current = accounts.get(account)?.email
      if (current === undefined) throw new Refusal('email.none')
      const newEmail = readEmail(text)
      if (newEmail === current) throw new Refusal('email.same')
      const change: Change = { newEmail }
      const [oldest] = changes.keys()
      if (changes.size >= maxChanges && oldest !== undefined) changes.delete(oldest)
      changes.set(hashOf(session), change)
      const { code, issued } = codes.issue(current, [account])
      await post(oldEmailMail(current, newEmail, code), caller)
      change.primary = issued
      return { action: 'VERIFY_PRIMARY_OTP' }
    },
    async primary(session, code, caller) {
      const change = requireChange(session)
      codes.check(change.primary, code)
      delete change.primary
      const { code: newCode, issued } = codes.issue(change.newEmail, [
        sessions.accountOf(session),
        `change to ${change.newEmail}`,
      ])
      await post(newEmailMail(change.newEmail, newCode), caller)
      change.secondary = issued
    },
    async secondary(session, code, device) {
      const change = requireChange(session)
      codes.check(change.secondary, code)
      changes.delete(hashOf(session))
      // Only the owner of the new address learns whether it has an account.
      await accounts.setEmail(sessions.accountOf(session), change.newEmail, sessions.openedBy(session).identity)
      await sessions.register(device, change.newEmail)
      await sessions.endOthers(session)
      return { newEmail: change.newEmail }
    },
  }
}
