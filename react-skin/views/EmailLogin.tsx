import { EmailForm } from '../parts/EmailForm.tsx'
import { useWord } from '../strings/strings.tsx'

/** The way in with an e-mail address, by itself. */
export function EmailLogin() {
  const word = useWord()
  return (
    <div data-part="view">
      <p data-part="lead">{word('emailHelp')}</p>
      <EmailForm />
    </div>
  )
}
