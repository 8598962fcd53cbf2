import type { FormEvent } from 'react'
import { namesViewModel } from '../../sdk/index.ts'
import { fullName } from '../../sdk/skin.ts'
import { useFeature, useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Field } from '../components/Field.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { List, Row, Tag } from '../components/Row.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The name field, its availability and suggestions [2.11] [5.3]. */
export function RegisterAccountName() {
  const word = useWord()
  const strings = useStrings()
  const dispatch = useDispatch()
  const draft = useFeature('names', namesViewModel)
  const registering = useActorSelector('registration', (snapshot) => snapshot?.value === 'registering')
  const { status, name, availability, suggestions, isEditable, canSubmit } = draft
  const { nameError, lookupError, suggestionsError, error } = draft
  const busy = status === 'registering'
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canSubmit) dispatch({ type: 'names.submit' })
  }
  const known =
    availability === 'taken' ? word('nameTaken') : availability === 'free' ? word('nameAvailable') : undefined

  return (
    <div data-part="view">
      <form data-part="name-form" noValidate onSubmit={submit}>
        <Field
          label={word('accountName')}
          name="name"
          enterKeyHint="go"
          dir="ltr"
          data-text=""
          placeholder={word('namePlaceholder')}
          value={name}
          readOnly={!isEditable}
          error={nameError && errorText(strings, nameError)}
          onChange={({ target }) => dispatch({ type: 'names.setName', name: target.value })}
          after={<Tag tone="plain">{fullName('')}</Tag>}
          foot={
            <p data-part="field-foot" role="status">
              {availability === 'checking' && name !== '' ? (
                <>
                  <Spinner /> {word('checkingName')}
                </>
              ) : (
                known
              )}
            </p>
          }
        />
        {lookupError && (
          <RetryNote onRetry={() => dispatch({ type: 'names.retry' })}>{errorText(strings, lookupError)}</RetryNote>
        )}
        <ErrorNote error={error} />
        <Button type="submit" variant="primary" disabled={!canSubmit} busy={busy}>
          {busy && !registering
            ? word('confirmInWallet')
            : registering
              ? word('registering')
              : word('registerName', { name: fullName(name || word('namePlaceholder')) })}
        </Button>
      </form>
      {busy && <Button onClick={() => dispatch({ type: 'names.cancel' })}>{word('cancel')}</Button>}
      {!lookupError && suggestionsError && <p data-part="hint">{errorText(strings, suggestionsError)}</p>}
      {suggestions.length > 0 && (
        <List label={word('similarNames')} items={suggestions} keyOf={({ label }) => label}>
          {({ label, taken: isTaken }, tabIndex) => (
            <Row
              tabIndex={tabIndex}
              name={<bdi translate="no">{label}</bdi>}
              end={isTaken ? <Tag tone="plain">{word('nameTaken')}</Tag> : <Tag>{word('nameAvailable')}</Tag>}
              disabled={!isEditable || isTaken}
              onClick={() => dispatch({ type: 'names.setName', name: label })}
            />
          )}
        </List>
      )}
    </div>
  )
}
