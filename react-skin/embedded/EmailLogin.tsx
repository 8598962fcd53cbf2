import { EmailForm } from './EmailForm.tsx'
import { useWord } from '../strings/strings.tsx'

/** The sign-in with an email address as a separate view. */
export function EmailLogin() {
  const word = useWord()
  return (
    <div data-part="view">
      <p data-part="lead">{word('emailHelp')}</p>
      <EmailForm />
    </div>
  )
}
