import { expect, vi } from 'vitest'
import { SimulatedClock } from 'xstate'
import { fakeWallet, never, type FakeAnswers, type FakeWallet } from '../../mocks/index.ts'
import type { PaymentRequest } from '../../sdk/index.ts'
import { scriptedPopup } from '../support/popup.ts'
import { connected, complete, open, profile, provider, sign, type Scene, type Stage } from './stage.tsx'

const request: PaymentRequest = {
  network: 'eip155:1',
  recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  asset: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  metadata: { name: 'Harbor Dollar', symbol: 'HUSD', decimals: 18 },
  amount: '1249.50',
}
const hash = `0x${'5e'.repeat(32)}`
const answers: FakeAnswers = {
  ...profile,
  exchanges: {
    exchanges: [
      { id: 'tidemark', name: 'Tidemark', imageUrl: sign('Tidemark') },
      { id: 'long', name: 'An exchange whose name is longer than a row has room for', imageUrl: undefined },
    ],
    total: 2,
  },
  exchangePayUrl: { url: 'https://checkout.tidemark.example/pay?session=1', sessionId: 's1' },
  exchangeBuyStatus: { status: 'IN_PROGRESS', txHash: undefined },
}
const declining = (): never => {
  throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
}

interface Shown {
  more?: FakeAnswers
  wallet?: FakeWallet
  asked?: Partial<PaymentRequest>
  isConnected?: boolean
  clock?: SimulatedClock
}
async function asked(stage: Stage, { more = {}, wallet, asked: changed = {}, isConnected = true, clock }: Shown = {}) {
  const popup = scriptedPopup()
  const shown = {
    api: provider({ ...answers, ...more }),
    ...(wallet && { wallet }),
    options: { features: { pay: true }, ports: { popup: popup.port, ...(clock && { clock }) } },
  }
  const latchkey = await (isConnected ? connected : open)(stage, shown)
  await latchkey.load('pay')
  void latchkey.pay({ ...request, ...changed })
  await complete('[data-part="list"]', 'Pay')
  return { latchkey, popup }
}
const atExchange = async (stage: Stage, shown: Shown = {}) => {
  const made = await asked(stage, shown)
  await complete('[data-part="list"] li:nth-child(2)', 'Pay')
  made.latchkey.dispatch({ type: 'pay.chooseExchange', exchangeId: 'tidemark' })
  await complete('[data-part="message-block"] p', 'PayLoading')
  return made
}
/** The exchange reports the end of the payment on the next poll, which is 3 s later. */
const ended = async (stage: Stage, exchangeBuyStatus: NonNullable<FakeAnswers['exchangeBuyStatus']>) => {
  const clock = new SimulatedClock()
  const { latchkey } = await atExchange(stage, { clock, more: { exchangeBuyStatus } })
  await vi.waitFor(() => {
    clock.increment(3_000)
    expect(document.querySelector('[data-part="note"]')).not.toBeNull()
  })
  return latchkey
}
const byWallet = async (stage: Stage, answer: unknown, changed: Partial<PaymentRequest> = {}) => {
  const made = await asked(stage, { wallet: fakeWallet({ eth_sendTransaction: answer }), asked: changed })
  await complete('[data-part="list"] li:nth-child(2)', 'Pay')
  made.latchkey.dispatch({ type: 'pay.chooseWallet' })
  return made
}

export const pay: Record<string, Scene> = {
  Pay: async (stage) => {
    const { latchkey } = await asked(stage)
    await complete('[data-part="list"] li:nth-child(3)', 'Pay')
    return latchkey
  },
  'Pay, without a wallet': async (stage) => {
    const { latchkey } = await asked(stage, { isConnected: false, asked: { exchanges: { exclude: ['long'] } } })
    await complete('[data-part="list"] li:nth-child(2)', 'Pay')
    return latchkey
  },
  'Pay, exchanges unknown, on another network': async (stage) => {
    const offline = () => {
      throw new Error('no')
    }
    const { latchkey } = await asked(stage, {
      more: { exchanges: offline },
      asked: { network: 'eip155:31337', amount: '0.000000000000000001' },
    })
    await complete('[data-part="retry"]', 'Pay')
    return latchkey
  },
  'Pay, declined': async (stage) => {
    const { latchkey } = await byWallet(stage, declining, { asset: 'native', amount: '0.5' })
    await complete('[data-part="note"]', 'Pay')
    return latchkey
  },
  PayLoading: async (stage) => (await atExchange(stage)).latchkey,
  'PayLoading, the window closed': async (stage) => {
    const { latchkey, popup } = await atExchange(stage)
    popup.close()
    await complete('[data-part="hint"]', 'PayLoading')
    return latchkey
  },
  'PayLoading, in the wallet': async (stage) => {
    const { latchkey } = await byWallet(stage, never, { asset: 'native', amount: '0.5' })
    await complete('[data-part="progress"]', 'PayLoading')
    return latchkey
  },
  'PayLoading, sent as far as anybody knows': async (stage) => {
    const { latchkey } = await byWallet(stage, 'ok', { asset: 'native', amount: '0.5' })
    await complete('[data-part="note"]', 'PayLoading')
    return latchkey
  },
  'PayLoading, paid and not verified': (stage) => ended(stage, { status: 'SUCCESS', txHash: undefined }),
  'PayLoading, failed': (stage) => ended(stage, { status: 'FAILED', txHash: hash }),
}
