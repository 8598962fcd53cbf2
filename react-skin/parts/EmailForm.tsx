import { useState, type FormEvent } from 'react'
import { useSelect, useSend } from '../hooks.ts'
import { errorText, useStrings, useWord } from '../strings/strings.tsx'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'

/** Signs in to the embedded wallet with an e-mail address; the machine says what is wrong with one [5.5] [5.21]. */
export function EmailForm() {
  const word = useWord()
  const strings = useStrings()
  const send = useSend()
  const known = useSelect('memory', ({ context }) => context.remembered.embedded?.email ?? '')
  const busy = useSelect('email', (snapshot) => snapshot?.hasTag('busy') ?? false)
  const error = useSelect('email', (snapshot) => snapshot?.context.error)
  const [typed, setTyped] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send({ type: 'email.submit', email: typed ?? known })
  }
  return (
    <form data-part="email" noValidate onSubmit={submit}>
      <Field
        label={word('email')}
        type="email"
        name="email"
        inputMode="email"
        autoComplete="email"
        enterKeyHint="go"
        data-long=""
        placeholder={word('emailExample')}
        value={typed ?? known}
        readOnly={busy}
        fault={error && errorText(strings, error)}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="primary" busy={busy} disabled={busy}>
        {word('continueWithEmail')}
      </Button>
    </form>
  )
}
