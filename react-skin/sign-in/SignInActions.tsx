import { signInStateOf } from '../../sdk/skin.ts'
import { useLatchkey, useActorSelector, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { useWord } from '../strings/strings.tsx'

/** Signs the account in or out; nothing if the account does not sign in. */
export function SignInActions() {
  const word = useWord()
  const dispatch = useDispatch()
  const { signOut } = useLatchkey()
  const status = useActorSelector('signIn', (snapshot) => signInStateOf(snapshot).status)
  const exempt = useActorSelector('signIn', (snapshot) => snapshot?.context.exempt ?? true)
  const ending = useActorSelector('signOut', (snapshot) => snapshot?.hasTag('busy') ?? false)
  if (exempt) return null
  if (status === 'signedIn')
    return (
      <Button disabled={ending} busy={ending} onClick={() => void signOut()}>
        {word('signOut')}
      </Button>
    )
  const busy = status === 'pending'
  return (
    <Button disabled={busy} busy={busy} onClick={() => dispatch({ type: 'view.push', view: 'SIWXSignMessage' })}>
      {word(busy ? 'signingIn' : 'signIn')}
    </Button>
  )
}
