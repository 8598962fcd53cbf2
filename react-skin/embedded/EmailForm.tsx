import { shallowEqual } from '@xstate/react'
import { emailViewModel } from '../../sdk/index.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { useWord } from '../strings/strings.tsx'
import { EmailEntry } from './EmailEntry.tsx'

/** Signs in to the embedded wallet with an email address [5.5] [5.21]. */
export function EmailForm() {
  const word = useWord()
  const dispatch = useDispatch()
  const known = useActorSelector('storage', ({ context }) => context.persisted.embedded?.email ?? '')
  // The feature is loaded once the user selects the field.
  const login = useActorSelector('email', (snapshot) => snapshot && emailViewModel(snapshot), shallowEqual)
  return (
    <EmailEntry
      label={word('email')}
      known={known}
      busy={login?.isBusy ?? false}
      error={login?.error}
      onSelect={() => dispatch({ type: 'email.select' })}
      onSubmit={(email) => dispatch({ type: 'email.submit', email })}
    >
      {word('continueWithEmail')}
    </EmailEntry>
  )
}
