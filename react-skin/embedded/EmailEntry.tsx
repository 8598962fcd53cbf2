import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { LatchkeyError } from '../../sdk/index.ts'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'
import { Button } from '../components/Button.tsx'
import { Field } from '../components/Field.tsx'

/** A field for an email address with its submit button. The machine validates the address. */
export function EmailEntry({
  label,
  known,
  busy,
  error,
  children,
  onSelect,
  onSubmit,
}: {
  /** The label of the field. */
  label: string
  /** The initial value of the field. */
  known: string
  busy: boolean
  error: LatchkeyError | undefined
  /** The label of the button. */
  children: ReactNode
  /** Called when the field receives the focus. */
  onSelect?: () => void
  onSubmit: (email: string) => void
}) {
  const word = useWord()
  const strings = useStrings()
  const [typed, setTyped] = useState<string>()
  const [first, setFirst] = useState(error)
  // The same error with a different number of seconds is not announced again.
  if (error?.code !== first?.code) setFirst(error)
  const form = useRef<HTMLFormElement>(null)
  // Scroll to the error, because the list above may be long.
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
        data-text=""
        placeholder={word('emailPlaceholder')}
        value={typed ?? known}
        readOnly={busy}
        error={error && errorText(strings, error)}
        isSilent={error !== undefined && error !== first}
        onFocus={onSelect}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Button type="submit" variant="primary" busy={busy} disabled={busy}>
        {children}
      </Button>
    </form>
  )
}
