import { ONRAMP, TIMEOUTS } from '../../../machines/constants.ts'
import type { OnrampProvider, OnrampQuote } from '../../../machines/entities/onramp.ts'
import type * as machines from '../../../machines/index.ts'
import type { PurchaseOrder, ToldOptions } from '../../../machines/rules/onramp.ts'
import { cancelled, done, expired, failed } from '../../../machines/rules/outcomes.ts'
import type { Transaction } from '../../../machines/schemas/transaction.ts'
import { mainnet } from '../../../sdk/index.ts'
import { START, type Walk } from '../../support/walker.ts'
import { connection, error } from './samples.ts'

const api: OnrampProvider = { id: 'bay', name: 'Bay', kind: 'api', origins: ['https://pay.example'] }
const link: OnrampProvider = {
  id: 'own',
  name: 'Own',
  kind: 'link',
  origins: ['https://own.example'],
  url: 'https://own.example/?key=1',
  parameters: { address: 'to' },
}
const options: ToldOptions = {
  purchaseCurrencies: [
    { id: 'eth', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum', chain_id: '1' }] },
    { id: 'usdc', name: 'USD Coin', symbol: 'USDC', networks: [{ name: 'ethereum', chain_id: '1' }] },
  ],
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'CARD', min: '10.00', max: '500.00' }] },
    { id: 'EUR', payment_method_limits: [{ id: 'CARD', min: '20.00', max: '500.00' }] },
  ],
}
const money = (amount: string) => ({ amount, currency: 'USD' })
const quote: OnrampQuote = {
  purchase: { amount: '0.05', currency: 'ETH' },
  total: money('100'),
  subtotal: money('98'),
  providerFee: money('1'),
  networkFee: money('1'),
  id: '1',
}
const bought = (status: string): Transaction => ({
  id: status,
  metadata: {
    application: null,
    operationType: 'buy',
    hash: '0x1',
    minedAt: new Date(START + 1_000).toISOString(),
    sentFrom: '',
    sentTo: connection.address,
    status,
    nonce: null,
    chain: mainnet.caipNetworkId,
  },
  transfers: [],
})
const success = bought('ONRAMP_TRANSACTION_STATUS_SUCCESS')
const pending = bought('ONRAMP_TRANSACTION_STATUS_IN_PROGRESS')
const order = (provider: OnrampProvider): PurchaseOrder => ({
  provider,
  connection,
  network: mainnet,
  currency: { id: 'eth', name: 'Ether', symbol: 'ETH', networkName: 'ethereum' },
  payment: money('100'),
})
const since = { known: [] }

export const onrampMachine: Walk<typeof machines.onrampMachine> = {
  inputs: [{ connection, network: mainnet, providers: [api, link], hasApi: true }],
  events: [
    { type: 'onramp.setAmount', amount: '100' },
    { type: 'onramp.setAmount', amount: '1' },
    { type: 'onramp.setCurrency', id: 'usdc' },
    { type: 'onramp.setFiat', id: 'EUR' },
    { type: 'onramp.setMethod', id: 'card' },
    { type: 'onramp.buy', providerId: 'bay', attempt: '1' },
    { type: 'onramp.buy', providerId: 'nobody', attempt: '1' },
    { type: 'onramp.cancel', attempt: '1' },
    { type: 'onramp.viewLeft', view: 'BuyInProgress' },
  ],
  answers: {
    fetchOptions: [options, { purchaseCurrencies: [], paymentCurrencies: [] }],
    fetchQuote: [quote],
    purchase: [
      { outcome: done({ transaction: success }), since },
      { outcome: done({ transaction: undefined }), since: undefined },
      { outcome: expired(error), since },
      { outcome: failed(error), since },
      { outcome: cancelled, since },
    ],
  },
  boundMs: ONRAMP.untoldMs + TIMEOUTS.apiMs + TIMEOUTS.loadMs,
}

export const purchaseMachine: Walk<typeof machines.purchaseMachine> = {
  inputs: [
    { order: order(api), since: undefined },
    { order: order(link), since: undefined },
    { order: order(api), since },
  ],
  answers: {
    leadWindow: [
      { isTold: true, known: [] },
      { isTold: true, known: undefined },
      { isTold: false, known: undefined },
    ],
    fetchPurchases: [[], [success], [pending]],
  },
  boundMs: ONRAMP.untoldMs + TIMEOUTS.apiMs + TIMEOUTS.loadMs,
}

export const purchasesMachine: Walk<typeof machines.purchasesMachine> = {
  inputs: [{ networkId: mainnet.caipNetworkId, address: connection.address }],
  events: [
    { type: 'purchases.watch', isWatched: true },
    { type: 'purchases.watch', isWatched: false },
    { type: 'purchases.viewEntered', view: 'OnRampActivity' },
    { type: 'view.shown', view: 'OnRampActivity' },
    { type: 'view.shown', view: 'Account' },
  ],
  answers: { fetchPurchases: [[], [success], [pending]] },
}
