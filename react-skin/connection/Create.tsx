import { createOrder } from '../../sdk/skin.ts'
import { useLatchkey, useDispatch } from '../hooks/index.ts'
import { LoginMethods } from '../embedded/LoginMethods.tsx'
import { useWord } from '../strings/strings.tsx'

/** The sign-in methods that create a wallet for users without one, and a row that opens the list of other wallets. */
export function Create() {
  const word = useWord()
  const dispatch = useDispatch()
  const { configuration } = useLatchkey()
  return (
    <div data-part="view">
      <p data-part="lead">{word('createHelp')}</p>
      {createOrder(configuration).map((method) => (
        <LoginMethods key={method} method={method} />
      ))}
      <p data-part="footer">
        {word('wantOwnWallet')}
        <button
          type="button"
          data-part="text-button"
          onClick={() => dispatch({ type: 'view.push', view: 'GetWallet' })}
        >
          {word('getWallet')}
        </button>
      </p>
    </div>
  )
}
