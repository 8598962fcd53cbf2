/** A skin in Vue, with render functions, so that the page needs only Vue's runtime. */
import {
  createLatchkey,
  defineNetwork,
  errorTexts,
  follow,
  listWalletOptions,
  noticeTexts,
  sendViewModel,
} from 'latchkey'
import type { ActorName, Connector, Directory, NetworkId } from 'latchkey'
import type { SendProgress, SendViewModel, ServiceName, SnapshotOf, ViewName } from 'latchkey'
import { createApp, defineComponent, h, onScopeDispose, shallowRef, watch, withModifiers, type VNodeChild } from 'vue'
import type { Component, ShallowRef } from 'vue'

// The sandbox's chains. Your app lists its own networks here.
type Chain = { chainId: number; name: string; symbol: string; rpcUrl: string }
const { chains }: { chains: Chain[] } = await (await fetch('/sandbox.json')).json()
const networks = chains.map(({ chainId: id, name, symbol, rpcUrl }) => {
  const rpcUrls = { default: { http: [rpcUrl] } }
  return defineNetwork({ id, name, nativeCurrency: { name: 'Ether', symbol, decimals: 18 }, rpcUrls })
})
const latchkey = createLatchkey({ id: 'vue', networks, unsupportedChain: 'nothing' })

type State<Name extends ActorName> = SnapshotOf<Directory[Name]>
type Lasting = ServiceName | `namespace:${string}`

/** A selection from a machine's state; `undefined` while a flow does not exist. */
function useSelect<Name extends ActorName, Selected>(name: Name, selector: (state: State<Name>) => Selected) {
  const selected = shallowRef<Selected>()
  onScopeDispose(follow(latchkey, name, (state?: State<Name>) => void (selected.value = state && selector(state))))
  return selected as ShallowRef<Name extends Lasting ? Selected : Selected | undefined>
}

const words: Record<SendProgress, string> = {
  none: '',
  confirming: noticeTexts['send.started'],
  success: noticeTexts['transaction.confirmed'],
  reverted: errorTexts['transaction.reverted'],
  replaced: errorTexts['transaction.replaced'],
  unconfirmed: errorTexts['transaction.timedOut'],
}

const status = (text = '') => h('p', { role: 'status' }, text)
const alert = (error: Error | undefined) => h('p', { role: 'alert' }, error?.message)
/** `aria-disabled` keeps the focus on the button; the machine ignores commands that it does not allow. */
const button = (text: string, onClick: () => void, allowed = true) =>
  h('button', { type: 'button', onClick, 'aria-disabled': !allowed }, text)
const back = (text = 'Back', allowed = true) => button(text, () => latchkey.dispatch({ type: 'view.back' }), allowed)

const row = ({ id, name }: Connector) =>
  h('li', { key: id }, [button(name, () => latchkey.dispatch({ type: 'connectors.connect', connectorId: id }))])
const Connect = defineComponent(() => {
  const offers = useSelect('wallets', ({ context }) => listWalletOptions(context).flatMap((group) => group.offers))
  const namespace = useSelect('namespace:eip155', (state) => state)
  const asking = useSelect('view', ({ context }) => context.stack.at(-1) === 'ConnectingExternal')
  const overdue = useSelect('connectionAttempt', (attempt) => attempt.hasTag('overdue'))
  return () => {
    const { value, context } = namespace.value
    // Without a project ID there is no catalog, only wallets in this browser.
    const rows = offers.value.map((offer) => (offer.kind === 'connector' ? row(offer.connector) : ''))
    return [
      h('ul', { 'aria-label': 'Wallets' }, rows),
      status(value === 'syncing' ? 'Looking for the wallet of your last visit' : ''),
      status(value === 'connecting' ? `Continue in ${context.connector?.name}` : ''),
      status(overdue.value ? 'Its window may be hidden' : ''),
      alert(context.error),
      h('p', [back('Cancel', asking.value)]),
    ]
  }
})

const option = ({ caipNetworkId: value, name }: (typeof networks)[number]) => h('option', { value }, name)
const Account = defineComponent(() => {
  const address = useSelect('namespace:eip155', ({ context }) => context.connection?.address)
  const coin = useSelect('balance', ({ context }) => context.tokens.find((token) => token.address === undefined))
  const unread = useSelect('balance', ({ context }) => context.error)
  const networkId = useSelect('network', ({ context }) => context.targetNetworkId ?? context.networkId)
  const switching = useSelect('network', (state) => state.hasTag('busy'))
  const stayed = useSelect('network', ({ context }) => context.error)
  const onChange = ({ target }: { target: HTMLSelectElement }) =>
    latchkey.dispatch({ type: 'network.switch', networkId: target.value as NetworkId })
  const draft = () => {
    if (!coin.value) return
    latchkey.dispatch({ type: 'send.setToken', token: coin.value })
    latchkey.dispatch({ type: 'view.push', view: 'WalletSend' })
  }
  return () => [
    h('p', address.value),
    h('p', coin.value && `${coin.value.quantity.numeric} ${coin.value.symbol}`),
    alert(unread.value),
    h('p', h('label', ['Network ', h('select', { value: networkId.value, onChange }, networks.map(option))])),
    status(switching.value ? 'Confirm the switch in your wallet' : ''),
    alert(stayed.value),
    h('p', [
      button('Send', draft, coin.value !== undefined),
      button('Disconnect', () => latchkey.dispatch({ type: 'latchkey.disconnect' })),
    ]),
  ]
})

const field = (label: string, value: string, typed: (text: string) => void, invalid = false) => {
  const onInput = ({ target }: { target: HTMLInputElement }) => typed(target.value)
  return h(
    'p',
    h('label', [label, h('input', { value, onInput, 'aria-invalid': invalid, 'aria-describedby': 'fault' })]),
  )
}
/** A screen of the transfer draft. The first of them loads the feature. */
const withDraft = (render: (draft: SendViewModel) => VNodeChild) => {
  const draft = useSelect('send', sendViewModel)
  return () => (draft.value ? render(draft.value) : status('One moment'))
}
const WalletSend = defineComponent(() => {
  const onSubmit = withModifiers(() => latchkey.dispatch({ type: 'view.push', view: 'WalletSendPreview' }), ['prevent'])
  const setAmount = (amount: string) => latchkey.dispatch({ type: 'send.setAmount', amount })
  const setReceiver = (receiver: string) => latchkey.dispatch({ type: 'send.setReceiver', receiver })
  return withDraft((draft) => {
    const { amount, receiver, amountError, receiverError } = draft
    const missing = draft.nextStep === 'checkingAddress' ? undefined : draft.draftError
    return h('form', { onSubmit }, [
      field('Amount ', amount, setAmount, amountError !== undefined),
      field('To ', receiver, setReceiver, receiverError !== undefined),
      h('p', { id: 'fault', role: 'status' }, (amountError ?? receiverError ?? missing)?.message),
      h('p', [h('button', { disabled: !draft.canSubmit }, 'Preview'), back()]),
    ])
  })
})

const WalletSendPreview = defineComponent(() =>
  withDraft((draft) => {
    const { canSubmit, canCancel, submittedTransfer, error } = draft
    const isSending = draft.status === 'sending'
    const { amount, token, receiver } = (isSending && submittedTransfer) || draft
    return [
      h('p', `${amount} ${token?.symbol} to ${receiver}`),
      status(isSending ? noticeTexts['send.waiting'] : ''),
      alert(error),
      h('p', [
        button('Confirm', () => latchkey.dispatch({ type: 'send.submit' }), canSubmit),
        button('Stop waiting', () => latchkey.dispatch({ type: 'send.cancel' }), canCancel),
        back(),
      ]),
    ]
  }),
)

const WalletSendConfirmed = defineComponent(() =>
  withDraft(({ submittedTransfer: transfer, hash, progress }) => [
    status(words[progress]),
    h('p', transfer && `${transfer.amount} ${transfer.token.symbol} to ${transfer.receiver}: ${hash}`),
    h('p', [button('Done', () => latchkey.dispatch({ type: 'view.home' }))]),
  ]),
)

const screens: Partial<Record<ViewName, [title: string, screen: Component]>> = {
  Account: ['Account', Account],
  WalletSend: ['Send', WalletSend],
  WalletSendPreview: ['Preview', WalletSendPreview],
  WalletSendConfirmed: ['Sent', WalletSendConfirmed],
}
const App = defineComponent(() => {
  const view = useSelect('view', ({ context }) => context.stack.at(-1) ?? 'Connect')
  const heading = shallowRef<HTMLElement>()
  const shown = () => screens[view.value] ?? ['Choose a wallet', Connect]
  watch(
    () => shown()[0],
    () => heading.value?.focus(),
    { flush: 'post' },
  )
  return () => {
    const [title, screen] = shown()
    const section = h('section', { key: title }, [h('h2', { ref: heading, tabindex: -1 }, title), h(screen)])
    return [h('h1', 'Latchkey in Vue'), section]
  }
})

createApp(App).mount('#app')
latchkey.start()
