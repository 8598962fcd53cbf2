import { expect, vi } from 'vitest'
import { never, type FakeAnswers } from '../../mocks/index.ts'
import type { CallOutput, Latchkey, OnrampProvider } from '../../sdk/index.ts'
import { scriptedPopup } from '../support/popup.ts'
import { complete, connected, go, provider, sign, type Scene, type Stage } from './stage.tsx'

const sellers: OnrampProvider[] = [
  {
    id: 'harbor',
    name: 'Harbor Pay',
    kind: 'api',
    origins: ['https://pay.harbor.example'],
    imageUrl: sign('Harbor Pay'),
    fee: '1–2 %',
  },
  {
    id: 'tide',
    name: 'Tidewater Exchange for Everybody',
    kind: 'link',
    origins: ['https://tide.example'],
    url: 'https://tide.example/?key=1',
    parameters: { address: 'to' },
    imageUrl: sign('Tide'),
  },
]
const money = (amount: string, currency = 'EUR') => ({ amount, currency })
const here = { name: 'ethereum', chain_id: '1' }
const methods = [
  { id: 'CARD', min: '10.00', max: '7500.00' },
  { id: 'ACH_BANK_ACCOUNT', min: '10.00', max: '25000.00' },
]
const bought = (
  id: string,
  status: string,
  symbol: string,
  numeric: string,
): CallOutput<'history'>['data'][number] => ({
  id,
  metadata: {
    application: null,
    operationType: 'buy',
    hash: `0x${id.repeat(64)}`,
    minedAt: `2026-03-0${id}T10:00:00Z`,
    sentFrom: '',
    sentTo: '',
    status: `ONRAMP_TRANSACTION_STATUS_${status}`,
    nonce: null,
    chain: 'eip155:1',
  },
  transfers: [
    { fungible_info: { name: symbol, symbol, icon: { url: sign(symbol) } }, direction: 'in', quantity: { numeric } },
  ],
})
const answers: FakeAnswers = {
  onrampOptions: {
    purchaseCurrencies: ['Ether ETH', 'Harbor-Dollar HUSD', 'Stone WST'].map((each) => {
      const [name = '', symbol = ''] = each.split(' ')
      return { id: symbol.toLowerCase(), name, symbol, networks: [here] }
    }),
    paymentCurrencies: ['EUR', 'USD', 'GBP', 'BRL'].map((id) => ({ id, payment_method_limits: methods })),
  },
  onrampQuote: {
    coinbaseFee: money('3.75'),
    networkFee: money('0.42'),
    paymentSubtotal: money('245.83'),
    paymentTotal: money('250.00'),
    purchaseAmount: money('0.09834512', 'ETH'),
    quoteId: '1',
  },
  onrampUrl: { url: 'https://pay.harbor.example/buy' },
  history: { data: [], next: undefined },
}

async function drafting(stage: Stage, more: FakeAnswers = {}, popup = scriptedPopup()) {
  const latchkey = await connected(stage, {
    api: provider({ ...answers, ...more }),
    options: { features: { onramp: true }, onramp: { providers: sellers }, ports: { popup: popup.port } },
  })
  await go(latchkey, 'OnRampProviders', '[data-part="list"]')
  await vi.waitFor(() => expect(latchkey.find('onramp')?.getSnapshot().hasTag('editable')).toBe(true))
  latchkey.dispatch({ type: 'onramp.setFiat', id: 'EUR' })
  return latchkey
}

async function amountOf(latchkey: Latchkey, amount: string) {
  latchkey.dispatch({ type: 'onramp.setAmount', amount })
  await vi.waitFor(() => expect(latchkey.find('onramp')?.getSnapshot().hasTag('checking')).toBe(false), 5_000)
}

async function buying(stage: Stage, more: FakeAnswers = {}, popup = scriptedPopup(), providerId = 'harbor') {
  const latchkey = await drafting(stage, more, popup)
  latchkey.dispatch({ type: 'onramp.buy', providerId })
  await complete('[data-part="message-block"]', 'BuyInProgress')
  return latchkey
}
const led = (latchkey: Latchkey) =>
  vi.waitFor(() => expect(latchkey.find('purchase')?.getSnapshot().hasTag('openingPage')).toBe(false))

export const onramp: Record<string, Scene> = {
  OnRampProviders: async (stage) => {
    const latchkey = await drafting(stage)
    await amountOf(latchkey, '250')
    return latchkey
  },
  'OnRampProviders, out of the limits': async (stage) => {
    const latchkey = await drafting(stage)
    await amountOf(latchkey, '9.99')
    await complete('[data-part="field"][data-invalid]', 'OnRampProviders')
    return latchkey
  },
  'OnRampProviders, nothing read': async (stage) => {
    const fail = () => {
      throw new Error('no')
    }
    const latchkey = await drafting(stage, { onrampOptions: fail, onrampQuote: fail })
    await amountOf(latchkey, '250')
    await complete('[data-part="retry"]', 'OnRampProviders')
    return latchkey
  },
  OnRampTokenSelect: async (stage) => {
    const latchkey = await drafting(stage)
    await go(latchkey, 'OnRampTokenSelect', '[data-part="row"]')
    return latchkey
  },
  OnRampFiatSelect: async (stage) => {
    const latchkey = await drafting(stage)
    await go(latchkey, 'OnRampFiatSelect', '[data-part="row"]')
    return latchkey
  },
  OnRampActivity: async (stage) => {
    const data = [
      bought('4', 'IN_PROGRESS', 'ETH', '0.09834512'),
      bought('3', 'SUCCESS', 'ETH', '1.5'),
      bought('2', 'FAILED', 'HUSD', '250'),
      bought('1', 'SETTLING', 'WST', '12'),
    ]
    const latchkey = await drafting(stage, { history: { data, next: undefined } })
    await go(latchkey, 'OnRampActivity', '[data-part="row"]')
    return latchkey
  },
  'OnRampActivity, nothing': async (stage) => {
    const latchkey = await drafting(stage)
    await go(latchkey, 'OnRampActivity', '[data-part="hint"]')
    return latchkey
  },
  BuyInProgress: async (stage) => {
    const latchkey = await buying(stage)
    await led(latchkey)
    return latchkey
  },
  'BuyInProgress, window closed': async (stage) => {
    const popup = scriptedPopup()
    const latchkey = await buying(stage, {}, popup)
    await led(latchkey)
    popup.close()
    return latchkey
  },
  'BuyInProgress, blocked': async (stage) => {
    const latchkey = await buying(stage, { onrampUrl: never }, scriptedPopup({ blocked: true }))
    await complete('[data-part="note"][data-tone="error"]', 'BuyInProgress')
    return latchkey
  },
  'BuyInProgress, unreported': async (stage) => {
    const popup = scriptedPopup()
    const latchkey = await buying(stage, {}, popup, 'tide')
    await led(latchkey)
    popup.close()
    await vi.waitFor(() => expect(latchkey.find('onramp')?.getSnapshot().value).toBe('unreported'))
    return latchkey
  },
  WhatIsABuy: async (stage) => {
    const latchkey = await drafting(stage)
    await go(latchkey, 'WhatIsABuy', '[data-part="guide"]')
    return latchkey
  },
}
