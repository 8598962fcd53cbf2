/** A skin without a framework: plain.html is the markup, and this module renders the state of the machines into it. */
import {
  createLatchkey,
  defineNetwork,
  errorTexts,
  follow,
  listWalletOptions,
  noticeTexts,
  sendViewModel,
} from 'latchkey'
import type { NetworkId, SendProgress, TokenBalance } from 'latchkey'

// The sandbox's chains. Your app lists its own networks here.
type Chain = { chainId: number; name: string; symbol: string; rpcUrl: string }
const { chains }: { chains: Chain[] } = await (await fetch('/sandbox.json')).json()
const networks = chains.map(({ chainId: id, name, symbol, rpcUrl }) => {
  const rpcUrls = { default: { http: [rpcUrl] } }
  return defineNetwork({ id, name, nativeCurrency: { name: 'Ether', symbol, decimals: 18 }, rpcUrls })
})
const latchkey = createLatchkey({ id: 'plain', networks, unsupportedChain: 'nothing' })

function part<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`plain.html has no #${id}.`)
  return element as Kind
}
/** Writes only changed text, so that live regions do not announce it twice. */
function write(id: string, text = '') {
  const element = part(id)
  if (element.textContent !== text) element.textContent = text
}
/** `aria-disabled` keeps the focus on the button; the machine ignores commands that it does not allow. */
const allow = (id: string, allowed = false) => part(id).setAttribute('aria-disabled', String(!allowed))
function fill(id: string, value: string, invalid = false) {
  const field = part<HTMLInputElement>(id)
  if (field.value !== value) field.value = value
  field.setAttribute('aria-invalid', String(invalid))
}

follow(latchkey, 'view', (state) => {
  const view = state?.context.stack.at(-1) ?? 'Connect'
  for (const section of document.querySelectorAll<HTMLElement>('section[data-view]')) {
    const before = section.hidden
    section.hidden = !section.dataset['view']?.split(' ').includes(view)
    if (before && !section.hidden) section.querySelector('h2')?.focus()
  }
  allow('abandon', view === 'ConnectingExternal')
})

let listed = ''
follow(latchkey, 'wallets', (state) => {
  const offers = state ? listWalletOptions(state.context).flatMap((group) => group.offers) : []
  // Without a project ID there is no catalog, only wallets in this browser.
  const connectors = offers.flatMap((offer) => (offer.kind === 'connector' ? [offer.connector] : []))
  const rows = connectors.map(({ id, name }) => {
    const row = document.createElement('li')
    const button = row.appendChild(document.createElement('button'))
    button.textContent = name
    button.addEventListener('click', () => latchkey.dispatch({ type: 'connectors.connect', connectorId: id }))
    return row
  })
  if (listed !== (listed = JSON.stringify(connectors))) part('wallets').replaceChildren(...rows)
})

follow(latchkey, 'namespace:eip155', (state) => {
  const { connection, connector, error } = state?.context ?? {}
  write('restoring', state?.value === 'syncing' ? 'Looking for the wallet of your last visit' : '')
  write('asked', state?.value === 'connecting' ? `Continue in ${connector?.name}` : '')
  write('refused', error?.message)
  write('address', connection?.address)
})
follow(latchkey, 'connectionAttempt', (flow) => write('overdue', flow?.hasTag('overdue') ? 'Look for its window' : ''))

const pick = part<HTMLSelectElement>('network')
follow(latchkey, 'network', (state) => {
  if (pick.length === 0) pick.append(...networks.map((known) => new Option(known.name, known.caipNetworkId)))
  pick.value = state?.context.targetNetworkId ?? state?.context.networkId ?? ''
  write('switching', state?.hasTag('busy') ? 'Confirm the switch in your wallet' : '')
  write('stayed', state?.context.error?.message)
})

let coin: TokenBalance | undefined
follow(latchkey, 'balance', (state) => {
  coin = state?.context.tokens.find(({ address }) => address === undefined)
  write('balance', coin && `${coin.quantity.numeric} ${coin.symbol}`)
  write('unread', state?.context.error?.message)
  allow('draft', coin !== undefined)
})

const words: Record<SendProgress, string> = {
  none: '',
  confirming: noticeTexts['send.started'],
  success: noticeTexts['transaction.confirmed'],
  reverted: errorTexts['transaction.reverted'],
  replaced: errorTexts['transaction.replaced'],
  unconfirmed: errorTexts['transaction.timedOut'],
}
follow(latchkey, 'send', (state) => {
  if (!state) return
  const draft = sendViewModel(state)
  const { amount, receiver, nextStep, amountError, receiverError, submittedTransfer, canSubmit, canCancel } = draft
  const isSending = draft.status === 'sending'
  const shown = (isSending && submittedTransfer) || draft
  const missing = nextStep === 'checkingAddress' ? undefined : draft.draftError
  fill('amount', amount, amountError !== undefined)
  fill('receiver', receiver, receiverError !== undefined)
  write('fault', (amountError ?? receiverError ?? missing)?.message)
  part<HTMLButtonElement>('preview').disabled = !canSubmit
  write('sum', `${shown.amount} ${shown.token?.symbol} to ${shown.receiver}`)
  write('waiting', isSending ? noticeTexts['send.waiting'] : '')
  write('unsent', draft.error?.message)
  allow('submit', canSubmit)
  allow('cancel', canCancel)
  write('progress', words[draft.progress])
  const sent = submittedTransfer
  write('sent', sent && `${sent.amount} ${sent.token.symbol} to ${sent.receiver}: ${draft.hash}`)
})

for (const type of ['view.back', 'view.home', 'latchkey.disconnect', 'send.submit', 'send.cancel'] as const)
  for (const button of document.querySelectorAll(`[data-send="${type}"]`))
    button.addEventListener('click', () => latchkey.dispatch({ type }))
part('draft').addEventListener('click', () => {
  if (!coin) return
  latchkey.dispatch({ type: 'send.setToken', token: coin })
  latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
})
pick.addEventListener('change', () => latchkey.dispatch({ type: 'network.switch', networkId: pick.value as NetworkId }))
const [amount, receiver] = [part<HTMLInputElement>('amount'), part<HTMLInputElement>('receiver')]
amount.addEventListener('input', () => latchkey.dispatch({ type: 'send.setAmount', amount: amount.value }))
receiver.addEventListener('input', () => latchkey.dispatch({ type: 'send.setReceiver', receiver: receiver.value }))
part('form').addEventListener('submit', (event) => {
  event.preventDefault()
  latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' })
})
latchkey.start()
