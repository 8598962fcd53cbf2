import { createLatchkey, mainnet, type Outcome } from 'latchkey'
import { parseEther } from 'viem'
import { base } from 'viem/chains'
import './style.css'

const latchkey = createLatchkey({ networks: [mainnet, base] })

function part(id: string): HTMLElement {
  const element = document.getElementById(id)
  if (!element) throw new Error(`The page has no #${id}.`)
  return element
}

/** Returns the outcome of a wallet request as text. */
function outcomeText(done: string, outcome: Outcome<string>): string {
  if (outcome.status === 'cancelled') return ''
  return outcome.status === 'done' ? `${done}: ${outcome.value}` : outcome.error.message
}

// The wallets in this browser announce themselves one by one. Each gets a button.
const buttons = new Map<string, HTMLButtonElement>()
latchkey.actor('connectors').subscribe(({ context }) => {
  for (const { id: connectorId, name } of context.connectors) {
    if (buttons.has(connectorId)) continue
    const button = document.createElement('button')
    button.textContent = name
    button.addEventListener('click', () => void connect(connectorId))
    buttons.set(connectorId, button)
    part('wallets').prepend(button)
  }
})

async function connect(connectorId: string) {
  part('refused').textContent = ''
  const outcome = await latchkey.connect({ connectorId })
  if (outcome.status !== 'done' && outcome.status !== 'cancelled') part('refused').textContent = outcome.error.message
}

latchkey.subscribe(({ account }) => {
  part('wallets').hidden = account.status === 'connected'
  part('account').hidden = account.status !== 'connected'
  if (account.status === 'connected') part('address').textContent = account.address
})

// The balance actor exists only while an account is connected.
latchkey.watch('balance', (actor) => {
  part('balance').textContent = ''
  actor?.subscribe(({ context: { tokens, error } }) => {
    const native = tokens.find(({ address }) => address === undefined)
    part('balance').textContent = native ? `${native.quantity.numeric} ${native.symbol}` : (error?.message ?? '')
  })
})

part('sign').addEventListener('click', async () => {
  part('signed').textContent = outcomeText('Signed', await latchkey.signMessage('Hello'))
})

part('send').addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = new FormData(event.target as HTMLFormElement)
  const [to, amount] = [String(form.get('to')), String(form.get('amount'))]
  part('sent').textContent = outcomeText('Sent', await latchkey.sendTransaction({ to, value: parseEther(amount) }))
})

part('disconnect').addEventListener('click', () => void latchkey.disconnect())

latchkey.start()
