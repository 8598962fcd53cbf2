import { useState, type FormEvent, type ReactNode } from 'react'
import type { LatchkeyError } from '../../sdk/index.ts'
import { errorText, useStrings, useWord } from '../strings/strings.tsx'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'

/** A field for an e-mail address, and the button that hands it on; the machine says what is wrong with one. */
export function EmailEntry({
  known,
  busy,
  error,
  children,
  onSubmit,
}: {
  /** What stands in the field until something is typed. */
  known: string
  busy: boolean
  error: LatchkeyError | undefined
  /** What the button says. */
  children: ReactNode
  onSubmit: (email: string) => void
}) {
  const word = useWord()
  const strings = useStrings()
  const [typed, setTyped] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(typed ?? known)
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
        {children}
      </Button>
    </form>
  )
}
