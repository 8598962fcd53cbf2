import { useId, useState } from 'react'
import { codeDigits, isWholeCode, Secret } from '../../sdk/index.ts'
import { useFeature, useSend } from '../hooks.ts'
import { MailIcon } from '../moreIcons.tsx'
import { Button } from '../parts/Button.tsx'
import { ErrorNote } from '../parts/ErrorNote.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { useWord } from '../strings/strings.tsx'

/** The code that the mail brought is typed here, and nowhere kept: what is typed goes to the machine as a secret. */
export function EmailVerifyOtp() {
  const word = useWord()
  const send = useSend()
  const email = useFeature('email', ({ context }) => context.email)
  const error = useFeature('email', ({ context }) => context.error)
  const retryable = useFeature('email', (snapshot) => snapshot.can({ type: 'email.retry' }))
  const connecting = useFeature('email', ({ value }) => value === 'connecting')
  const entered = connecting || retryable
  return (
    <div data-part="view" data-centered="">
      <span data-part="emblem">
        <MailIcon />
      </span>
      {connecting && (
        <div role="status" data-part="message-block">
          <h3>{word('signingIn')}</h3>
        </div>
      )}
      {!entered && (
        <>
          <p data-part="message-block">
            {word('codeSent')}
            <br />
            <bdi translate="no">{email}</bdi>
          </p>
          <Code />
        </>
      )}
      <ErrorNote error={error} />
      <div data-part="actions">
        {retryable && (
          <Button variant="primary" onClick={() => send({ type: 'email.retry' })}>
            {word('tryAgain')}
          </Button>
        )}
        {!entered && <Resend />}
        <Button onClick={() => send({ type: 'email.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}

/** Six digits in one field, so that a code can be pasted, filled in by the device, and read out; the last one hands them on. */
function Code() {
  const word = useWord()
  const send = useSend()
  const id = useId()
  const checking = useFeature('email', ({ value }) => value === 'checking')
  const typable = useFeature('email', ({ value }) => typeof value === 'object')
  const error = useFeature('email', ({ context }) => context.error)
  const [digits, setDigits] = useState('')
  const [refusal, setRefusal] = useState(error)
  // A code that was refused is typed anew.
  if (error !== refusal) {
    setRefusal(error)
    if (error) setDigits('')
  }
  const type = (text: string) => {
    const now = codeDigits(text)
    setDigits(now)
    if (isWholeCode(now)) send({ type: 'email.submitCode', code: new Secret(now) })
  }
  return (
    <div data-part="code-field" data-busy={checking || undefined}>
      <input
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

function Resend() {
  const word = useWord()
  const send = useSend()
  const seconds = useFeature('email', ({ context }) => context.secondsLeft)
  const resendable = useFeature('email', (snapshot) => snapshot.can({ type: 'email.resend' }))
  return (
    <Button disabled={!resendable} onClick={() => send({ type: 'email.resend' })}>
      {resendable || seconds === 0 ? word('resendCode') : word('resendIn', { seconds })}
    </Button>
  )
}
