import { emailUpdateViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { EmailEntry } from './EmailEntry.tsx'
import { useEmail } from './useEmail.ts'
import { useWord } from '../strings/strings.tsx'

/** Asks for the new email address of the embedded wallet. */
export function UpdateEmailWallet() {
  const word = useWord()
  const dispatch = useDispatch()
  const current = useEmail()
  const { newEmail, isBusy, error } = useFeature('emailUpdate', emailUpdateViewModel)
  return (
    <div data-part="view">
      <p data-part="lead">
        {word('currentEmail')}
        <br />
        <bdi translate="no">{current}</bdi>
      </p>
      <p data-part="hint">{word('updateEmailHelp')}</p>
      <EmailEntry
        label={word('newEmail')}
        known={newEmail ?? ''}
        busy={isBusy}
        error={error}
        onSubmit={(email) => dispatch({ type: 'emailUpdate.submit', email })}
      >
        {word('continue')}
      </EmailEntry>
    </div>
  )
}
