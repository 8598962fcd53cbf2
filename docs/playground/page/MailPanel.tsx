import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useActorSelector } from '../../../react-skin/index.ts'

const mailsSchema = z.array(
  z.object({ to: z.string(), subject: z.string(), code: z.optional(z.string()), link: z.optional(z.string()) }),
)
type Mail = z.infer<typeof mailsSchema>[number]

const POLL_MS = 700

/** The emails that the sandbox's secure site has sent. Polls while the user signs in or changes the email address. */
export function MailPanel({ mailbox }: { mailbox: string }) {
  const isSigningIn = useActorSelector('email', (snapshot) => snapshot?.hasTag('inProgress') ?? false)
  const isChangingEmail = useActorSelector('emailUpdate', (snapshot) => snapshot?.hasTag('inProgress') ?? false)
  const isPolling = isSigningIn || isChangingEmail
  const email = useActorSelector('storage', ({ context }) => context.persisted.embedded?.email)
  const newEmail = useActorSelector('emailUpdate', (snapshot) => snapshot?.context.newEmail)
  const [visible, setVisible] = useState<readonly Mail[]>([])
  useEffect(() => {
    if (!isPolling) return undefined
    const control = new AbortController()
    const poll = async () => {
      const response = await fetch(mailbox, { signal: control.signal })
      const ownMails = mailsSchema.parse(await response.json()).filter(({ to }) => to === email || to === newEmail)
      setVisible(ownMails.slice(-3).toReversed())
    }
    const pollSafely = () => void poll().catch(() => {})
    pollSafely()
    const timer = setInterval(pollSafely, POLL_MS)
    return () => {
      clearInterval(timer)
      control.abort()
    }
  }, [mailbox, isPolling, email, newEmail])
  return (
    <section className="mails" aria-label="Inbox" {...(isPolling && { 'data-waits': '' })}>
      <h3>Inbox</h3>
      {visible.length === 0 ? (
        <p>Emails that the embedded wallet sends to any address arrive here.</p>
      ) : (
        <ul>
          {visible.map(({ to, subject, code, link }, index) => (
            // oxlint-disable-next-line no-array-index-key
            <li key={index}>
              <span>{to}</span>
              <span>{subject}</span>
              {code !== undefined && <strong translate="no">{code}</strong>}
              {link !== undefined && (
                <a href={link} target="_blank" rel="noreferrer">
                  Open the link
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
