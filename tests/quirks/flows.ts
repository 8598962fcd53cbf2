/** What users do with a wallet, and what each of these asks the wallet for. */
import { base58 } from '@scure/base'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { secondBitcoinAccount } from '../../mocks/sandbox/bitcoin/accounts.ts'
import { secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { wait } from '../../mocks/quirks/helpers.ts'
import type { WalletDeed } from '../../mocks/quirks/simulatedUser.ts'
import type { Latchkey, Outcome, TokenBalance } from '../../sdk/index.ts'
import { LIMITS, TIMING } from '../../machines/constants.ts'
import { payViewModel } from '../../machines/pay/pay.viewModel.ts'
import { cancelled, failed } from '../../machines/shared/outcome.rules.ts'
import { sendOf } from '../support/features.ts'
import { etherId, tokenId } from './exchange.ts'
import { pass, type Page } from './page.ts'

export interface Flow {
  name: string
  /** Whether the wallet is connected, without quirks, before the flow. */
  isConnected: boolean
  /** What the wallet does if the flow succeeds. */
  asks: WalletDeed['type']
  /** When it has ended for certain, in ms. */
  limitMs?: number
  /** When the wallet shows the request, in ms. Default: 300. */
  shownAfterMs?: number
  /** Whether it waits until the transaction is confirmed. */
  isConfirmed?: boolean
  run(page: Page): Promise<Outcome<unknown>>
}

export const receiver = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'

const addressOf = (latchkey: Latchkey) => latchkey.getAccount('bip122').address

export const connect: Flow = {
  name: 'connect',
  isConnected: false,
  asks: 'granted',
  run: ({ latchkey, connectorId }) => latchkey.connect({ connectorId }),
}
export const sign: Flow = {
  name: 'sign',
  isConnected: true,
  asks: 'signed',
  run({ latchkey, namespace }) {
    if (namespace === 'eip155') return latchkey.signMessage('Hello')
    if (namespace === 'bip122')
      return latchkey.request({ method: 'signMessage', params: { account: addressOf(latchkey), message: 'Hello' } })
    return latchkey.request({ method: 'solana_signMessage', params: { message: base58.encode(utf8ToBytes('Hello')) } })
  },
}
const signIn: Flow = { name: 'sign in', isConnected: true, asks: 'signed', run: ({ latchkey }) => latchkey.signIn() }

/** How long a payment may take until its result is known, in ms. */
const PAYMENT_MS = 600_000

/** Pays with the wallet, as the views `Pay` and `PayLoading` do. If the wallet fails, the views offer the payment methods again. */
const pay: Flow = {
  name: 'pay',
  isConnected: true,
  asks: 'sent',
  isConfirmed: true,
  async run({ latchkey }) {
    const loaded = await latchkey.load('pay')
    if (loaded.status !== 'done') return loaded
    const view = () => payViewModel(loaded.value.getSnapshot())
    const ended: { outcome?: Outcome<unknown> } = {}
    const request = { network: 'eip155:1', recipient: receiver, asset: 'native', amount: '1' } as const
    const paid = latchkey.pay(request).then((outcome) => (ended.outcome = outcome))
    while (!ended.outcome && view().status !== 'choosing') await pass(100)
    latchkey.dispatch({ type: 'pay.chooseWallet' })
    for (let passed = 0; passed < PAYMENT_MS && !ended.outcome; passed += 5_000) {
      await pass(passed === 0 ? 100 : 5_000)
      const { status, error } = view()
      if (ended.outcome || status !== 'choosing') continue
      latchkey.dispatch({ type: 'pay.cancel' })
      return error ? failed(error) : cancelled
    }
    return paid
  },
}

/** How long a swap waits for its quote, in ms. */
const QUOTE_MS = 5_000

/** Swaps ether for a token, as the views `Swap` and `SwapPreview` do. */
const swap: Flow = {
  name: 'swap',
  isConnected: true,
  asks: 'sent',
  shownAfterMs: QUOTE_MS + 500,
  isConfirmed: true,
  async run({ latchkey, api }) {
    api.serve()
    void latchkey.open({ view: 'Swap' })
    const loaded = await latchkey.load('swap')
    if (loaded.status !== 'done') return loaded
    const machine = loaded.value
    const settled = new Promise<Outcome<unknown>>((resolve) => {
      machine.on('swap.settled', ({ outcome }) => resolve(outcome))
      machine.subscribe({ complete: () => resolve(cancelled), error: () => {} })
    })
    latchkey.dispatch({ type: 'swap.begin', fromToken: etherId, toToken: tokenId, amount: '1' })
    await wait(QUOTE_MS)
    latchkey.dispatch({ type: 'swap.submit' })
    return settled
  },
}

export const flows: readonly Flow[] = [
  connect,
  { name: 'switch network', isConnected: true, asks: 'switched', run: ({ latchkey }) => latchkey.switchNetwork(10) },
  sign,
  signIn,
  {
    name: 'send',
    isConnected: true,
    asks: 'sent',
    run: ({ latchkey }) => latchkey.sendTransaction({ to: receiver, value: 1n }),
  },
  {
    name: 'send calls',
    isConnected: true,
    asks: 'sent',
    run: ({ latchkey }) => latchkey.sendCalls({ calls: [{ to: receiver, value: 1n }] }),
  },
  pay,
  swap,
]

/** The same with a wallet on another device, and no bundles. */
export const walletConnectFlows: readonly Flow[] = flows
  .filter(({ name }) => !['send calls', 'pay', 'swap'].includes(name))
  .map((flow) => (flow === connect ? { ...flow, limitMs: LIMITS.pairingUris * TIMING.pairingUriMs + 1_000 } : flow))

const sol: TokenBalance = {
  name: 'Solana',
  symbol: 'SOL',
  chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  quantity: { decimals: '9', numeric: '10' },
}

/** Sends SOL with the machine, as the view Send does. */
const transfer: Flow = {
  name: 'send',
  isConnected: true,
  asks: 'sent',
  async run({ latchkey }) {
    await latchkey.load('send')
    const send = sendOf(latchkey)
    const settled = new Promise<Outcome<unknown>>((resolve) => {
      send.on('send.settled', ({ outcome }) => resolve(outcome))
    })
    send.send({ type: 'send.setToken', token: sol })
    send.send({ type: 'send.setAmount', amount: '1' })
    send.send({ type: 'send.setReceiver', receiver: secondSolanaAccount.address })
    await pass(10_000)
    send.send({ type: 'send.submit' })
    return settled
  },
}
export const solanaFlows: readonly Flow[] = [connect, sign, signIn, transfer]

/** Sends satoshis with a request, as an app does. */
const transferRequest: Flow = {
  name: 'send',
  isConnected: true,
  asks: 'sent',
  run: ({ latchkey }) =>
    latchkey.request({
      method: 'sendTransfer',
      params: {
        account: addressOf(latchkey),
        recipientAddress: secondBitcoinAccount.payment.address,
        amount: '1000',
      },
    }),
}
export const bitcoinFlows: readonly Flow[] = [connect, sign, signIn, transferRequest]
