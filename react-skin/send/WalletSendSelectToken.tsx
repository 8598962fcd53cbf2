import { useSend } from '../hooks/hooks.ts'
import { TokenList } from '../account/TokenList.tsx'

/** Selects the token to send. */
export function WalletSendSelectToken() {
  const send = useSend()
  return (
    <div data-part="view">
      <TokenList onChoose={(token) => send({ type: 'send.setToken', token })} />
    </div>
  )
}
