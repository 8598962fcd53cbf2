import type { TokenBalance } from '../../sdk/index.ts'
import { useSend } from '../hooks.ts'
import { TokenList } from '../parts/TokenList.tsx'

/** The choice of the token to send. */
export function WalletSendSelectToken() {
  const send = useSend()
  const choose = (token: TokenBalance) => {
    send({ type: 'send.setToken', token })
    send({ type: 'view.back' })
  }
  return (
    <div data-part="view">
      <TokenList onChoose={choose} />
    </div>
  )
}
