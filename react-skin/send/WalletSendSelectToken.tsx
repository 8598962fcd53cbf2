import { useDispatch } from '../hooks/index.ts'
import { TokenList } from '../account/TokenList.tsx'

/** Selects the token to send. */
export function WalletSendSelectToken() {
  const dispatch = useDispatch()
  return (
    <div data-part="view">
      <TokenList onChoose={(token) => dispatch({ type: 'send.setToken', token })} />
    </div>
  )
}
