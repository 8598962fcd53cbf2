import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useActorSelector } from '../../../react-skin/index.ts'

const mails = z.array(
  z.object({ to: z.string(), subject: z.string(), code: z.optional(z.string()), link: z.optional(z.string()) }),
)
type Mail = z.infer<typeof mails>[number]

const LOOK_MS = 700

/** The emails that the sandbox's secure site has sent. Polls while the user signs in or changes the email address. */
export function MailPanel({ mailbox }: { mailbox: string }) {
  const signsIn = useActorSelector('email', (snapshot) => snapshot?.hasTag('underWay') ?? false)
  const changes = useActorSelector('emailUpdate', (snapshot) => snapshot?.hasTag('underWay') ?? false)
  const waits = signsIn || changes
  const email = useActorSelector('storage', ({ context }) => context.persisted.embedded?.email)
  const newEmail = useActorSelector('emailUpdate', (snapshot) => snapshot?.context.newEmail)
  const [shown, setShown] = useState<readonly Mail[]>([])
  useEffect(() => {
    if (!waits) return undefined
    const control = new AbortController()
    const look = async () => {
      const answer = await fetch(mailbox, { signal: control.signal })
      const own = mails.parse(await answer.json()).filter(({ to }) => to === email || to === newEmail)
      setShown(own.slice(-3).toReversed())
    }
    const again = () => void look().catch(() => {})
    again()
    const timer = setInterval(again, LOOK_MS)
    return () => {
      clearInterval(timer)
      control.abort()
    }
  }, [mailbox, waits, email, newEmail])
  return (
    <section className="mails" aria-label="Inbox" {...(waits && { 'data-waits': '' })}>
      <h3>Inbox</h3>
      {shown.length === 0 ? (
        <p>Emails that the embedded wallet sends to any address arrive here.</p>
      ) : (
        <ul>
          {shown.map(({ to, subject, code, link }, index) => (
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
