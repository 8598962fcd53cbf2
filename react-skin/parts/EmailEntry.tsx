import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { LatchkeyError } from '../../sdk/index.ts'
import { errorText, useStrings, useWord } from '../strings/strings.tsx'
import { Button } from './Button.tsx'
import { Field } from './Field.tsx'

/** A field for an e-mail address, and the button that hands it on; the machine says what is wrong with one. */
export function EmailEntry({
  label,
  known,
  busy,
  error,
  children,
  onSelect,
  onSubmit,
}: {
  /** What the field is called. */
  label: string
  /** What stands in the field until something is typed. */
  known: string
  busy: boolean
  error: LatchkeyError | undefined
  /** What the button says. */
  children: ReactNode
  /** The field is turned to. */
  onSelect?: () => void
  onSubmit: (email: string) => void
}) {
  const word = useWord()
  const strings = useStrings()
  const [typed, setTyped] = useState<string>()
  const [first, setFirst] = useState(error)
  // The same again, with other seconds, is no news.
  if (error?.code !== first?.code) setFirst(error)
  const form = useRef<HTMLFormElement>(null)
  // What was wrong is seen where it is said, however long the list above is.
  useEffect(() => {
    if (first) form.current?.scrollIntoView?.({ block: 'nearest' })
  }, [first])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(typed ?? known)
    setFirst(undefined)
  }
  return (
    <form ref={form} data-part="email" noValidate onSubmit={submit}>
      <Field
        label={label}
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
        said={error !== undefined && error !== first}
        onFocus={onSelect}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="primary" busy={busy} disabled={busy}>
        {children}
      </Button>
    </form>
  )
}
