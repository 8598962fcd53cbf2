import type { Outcome } from 'latchkey'
import { useAccount, useBalance, useDisconnect, useSendTransaction, useSignMessage } from 'latchkey/react'
import type { UseBalanceReturnType } from 'latchkey/react'
import { parseEther } from 'viem'

/** The account of the connected user. */
export function Account() {
  const account = useAccount('eip155')
  const balance = useBalance()
  const { disconnect } = useDisconnect()
  if (account.status !== 'connected') return null
  return (
    <>
      <p>{account.address}</p>
      <p>{balanceText(balance)}</p>
      <Sign />
      <Send />
      <button onClick={() => void disconnect()}>Disconnect</button>
    </>
  )
}

function Sign() {
  const { signMessage, isPending, outcome } = useSignMessage()
  return (
    <section>
      <button disabled={isPending} onClick={() => void signMessage('Hello')}>
        Sign a message
      </button>
      <p role="status">{outcomeText('Signed', outcome)}</p>
    </section>
  )
}

function Send() {
  const { sendTransaction, isPending, outcome } = useSendTransaction()
  const send = (form: FormData) => {
    void sendTransaction({ to: String(form.get('to')), value: parseEther(String(form.get('amount'))) })
  }
  return (
    <form action={send}>
      <label>
        To <input name="to" required pattern="0x[0-9a-fA-F]{40}" placeholder="0x…" />
      </label>
      <label>
        Amount <input name="amount" required pattern="\d+(\.\d{1,18})?" inputMode="decimal" placeholder="0.01" />
      </label>
      <button disabled={isPending}>Send</button>
      <p role="status">{outcomeText('Sent', outcome)}</p>
    </form>
  )
}

/** Returns the balance as text. Balances are not read on test networks: the status is `unsupported` there. */
function balanceText({ native, error, status }: UseBalanceReturnType): string {
  if (native) return `${native.quantity.numeric} ${native.symbol}`
  if (error) return error.message
  return status === 'loading' ? 'Reading the balance' : 'No balance available on this network'
}

/** Returns the outcome of a wallet request as text. */
function outcomeText(done: string, outcome?: Outcome<string>): string {
  if (!outcome || outcome.status === 'cancelled') return ''
  return outcome.status === 'done' ? `${done}: ${outcome.value}` : outcome.error.message
}
