import { useSend } from '../hooks.ts'
import { WalletIcon } from '../icons.tsx'
import { Button } from '../parts/Button.tsx'
import { useWord } from '../strings/strings.tsx'

/** A request waits for the visitor's answer in the wallet [2.9]. */
export function ApproveTransaction() {
  const word = useWord()
  const send = useSend()
  return (
    <div data-part="view" data-centered="">
      <span data-part="wallet" data-state="connecting">
        <WalletIcon />
      </span>
      <p role="status">{word('approve')}</p>
      <div data-part="actions">
        <Button onClick={() => send({ type: 'requests.cancelAll' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
