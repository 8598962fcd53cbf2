import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { useWord } from '../strings/strings.tsx'
import { EmailEntry } from './EmailEntry.tsx'

/** Signs in to the embedded wallet with an email address [5.5] [5.21]. */
export function EmailForm() {
  const word = useWord()
  const dispatch = useDispatch()
  const known = useActorSelector('storage', ({ context }) => context.persisted.embedded?.email ?? '')
  const busy = useActorSelector('email', (snapshot) => snapshot?.hasTag('busy') ?? false)
  const error = useActorSelector('email', (snapshot) => snapshot?.context.error)
  return (
    <EmailEntry
      label={word('email')}
      known={known}
      busy={busy}
      error={error}
      onSelect={() => dispatch({ type: 'email.select' })}
      onSubmit={(email) => dispatch({ type: 'email.submit', email })}
    >
      {word('continueWithEmail')}
    </EmailEntry>
  )
}
