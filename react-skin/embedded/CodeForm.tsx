import { useId, useState } from 'react'
import { Secret, type LatchkeyError } from '../../sdk/index.ts'
import { codeDigits, isCompleteCode } from '../../sdk/skin.ts'
import { MailIcon } from '../components/moreIcons.tsx'
import { takeFocus } from '../shell/focus.ts'
import { useWord } from '../strings/strings.tsx'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Spinner } from '../components/Spinner.tsx'

interface CodeFieldProps {
  typable: boolean
  checking: boolean
  error: LatchkeyError | undefined
  onCode: (code: Secret) => void
}
export interface CodeFormProps extends CodeFieldProps {
  /** The address to which the code was sent. */
  email: string | undefined
  /** Until a new code may be requested. */
  secondsLeft: number
  resendable: boolean
  onResend: () => void
  onCancel: () => void
}

/** A form for a code sent by email. The code is not stored; it is passed to the machine as a `Secret`. */
export function CodeForm({ email, secondsLeft, resendable, onResend, onCancel, ...field }: CodeFormProps) {
  const word = useWord()
  return (
    <div data-part="view" data-centered="">
      <span data-part="emblem">
        <MailIcon />
      </span>
      <p data-part="message-block">
        {word('codeSent')}
        <br />
        <bdi translate="no">{email}</bdi>
      </p>
      <CodeField {...field} />
      <ErrorNote error={field.error} />
      <div data-part="actions">
        <Button disabled={!resendable} onClick={onResend}>
          {resendable || secondsLeft === 0 ? word('resendCode') : word('resendIn', { seconds: secondsLeft })}
        </Button>
        <Button onClick={onCancel}>{word('cancel')}</Button>
      </div>
    </div>
  )
}

/** Six digits in one input, so that a code can be pasted, autofilled and read by screen readers. The last digit submits it. */
function CodeField({ typable, checking, error, onCode }: CodeFieldProps) {
  const word = useWord()
  const id = useId()
  const [digits, setDigits] = useState('')
  const [refusal, setRefusal] = useState(error)
  // A rejected code is cleared.
  if (error !== refusal) {
    setRefusal(error)
    if (error) setDigits('')
  }
  const type = (text: string) => {
    const now = codeDigits(text)
    setDigits(now)
    if (isCompleteCode(now)) onCode(new Secret(now))
  }
  return (
    <div data-part="code-field" data-busy={checking || undefined}>
      <input
        ref={takeFocus}
        id={id}
        data-part="code-input"
        data-first-focus=""
        aria-label={word('code')}
        aria-describedby={`${id}-help`}
        aria-invalid={error !== undefined}
        type="text"
        inputMode="numeric"
        autoComplete="one-time-code"
        enterKeyHint="done"
        spellCheck={false}
        maxLength={20}
        placeholder="000000"
        readOnly={!typable}
        value={digits}
        onChange={({ target }) => type(target.value)}
      />
      {checking && <Spinner />}
      <p id={`${id}-help`} data-part="hint">
        {word('codeExpires')}
      </p>
    </div>
  )
}
