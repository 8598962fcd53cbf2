import { emailViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { MailIcon } from '../components/moreIcons.tsx'
import { Button } from '../components/Button.tsx'
import { useWord } from '../strings/strings.tsx'

/** Asks the user to open the link in the email, which registers this device. */
export function EmailVerifyDevice() {
  const word = useWord()
  const dispatch = useDispatch()
  const { email } = useFeature('email', emailViewModel)
  return (
    <div data-part="view" data-centered="">
      <span data-part="wallet" data-state="connecting">
        <MailIcon />
      </span>
      <div role="status" data-part="message-block">
        <h3>{word('registerDevice')}</h3>
        <p>
          {word('deviceLinkSent')}
          <br />
          <bdi translate="no">{email}</bdi>
        </p>
        <p>{word('deviceHelp')}</p>
      </div>
      <div data-part="actions">
        <Button onClick={() => dispatch({ type: 'email.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
