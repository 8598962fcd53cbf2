import { useSend } from '../hooks.ts'
import { TokenList } from '../parts/TokenList.tsx'

/** Selects the token to send. */
export function WalletSendSelectToken() {
  const send = useSend()
  return (
    <div data-part="view">
      <TokenList onChoose={(token) => send({ type: 'send.setToken', token })} />
    </div>
  )
}
