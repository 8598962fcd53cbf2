import { useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { useWord } from '../strings/strings.tsx'

/** A wallet is connected, and an existing sign-in is being looked up [2.6]. */
export function ConnectingSiwe() {
  const word = useWord()
  const dispatch = useDispatch()
  return (
    <div data-part="view" data-centered="">
      <Spinner />
      <p role="status">{word('signingIn')}</p>
      <div data-part="actions">
        <Button onClick={() => dispatch({ type: 'signIn.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
