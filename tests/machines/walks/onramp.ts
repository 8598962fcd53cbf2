import { ONRAMP, TIMEOUTS } from '../../../machines/constants.ts'
import type { OnrampProvider, OnrampQuote } from '../../../machines/onramp/onramp.types.ts'
import type * as machines from '../../../machines/index.ts'
import type { PurchaseOrder } from '../../../machines/onramp/onramp.rules.ts'
import { cancelled, done, expired, failed } from '../../../machines/shared/outcome.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import type { Walk } from '../../support/walker.ts'
import { bay, connection, error, onrampOptions, own, purchaseOf } from './samples.ts'

const money = (amount: string) => ({ amount, currency: 'USD' })
const quote: OnrampQuote = {
  purchase: { amount: '0.05', currency: 'ETH' },
  total: money('100'),
  subtotal: money('98'),
  providerFee: money('1'),
  networkFee: money('1'),
  id: '1',
}
const success = purchaseOf('1')
const pending = purchaseOf('1', 'IN_PROGRESS')
const order = (provider: OnrampProvider): PurchaseOrder => ({
  provider,
  connection,
  network: mainnet,
  currency: { id: 'eth', name: 'Ether', symbol: 'ETH', networkName: 'ethereum' },
  payment: money('100'),
})
const since = { known: [] }

export const onrampMachine: Walk<typeof machines.onrampMachine> = {
  inputs: [{ connection, network: mainnet, providers: [bay, own], hasApi: true }],
  events: [
    { type: 'onramp.setAmount', amount: '100' },
    { type: 'onramp.setAmount', amount: '1' },
    { type: 'onramp.setCurrency', id: 'usdc' },
    { type: 'onramp.setFiat', id: 'EUR' },
    { type: 'onramp.setMethod', id: 'card' },
    { type: 'onramp.buy', providerId: 'bay', requestId: '1' },
    { type: 'onramp.buy', providerId: 'nobody', requestId: '1' },
    { type: 'onramp.cancel', requestId: '1' },
    { type: 'onramp.viewLeft', view: 'BuyInProgress' },
  ],
  answers: {
    fetchOptions: [onrampOptions, { purchaseCurrencies: [], paymentCurrencies: [] }],
    fetchQuote: [quote],
    purchase: [
      { outcome: done({ transaction: success }), since },
      { outcome: done({ transaction: undefined }), since: undefined },
      { outcome: expired(error), since },
      { outcome: failed(error), since },
      { outcome: cancelled, since },
    ],
  },
  boundMs: ONRAMP.unreportedMs + TIMEOUTS.apiMs + TIMEOUTS.loadMs,
}

export const purchaseMachine: Walk<typeof machines.purchaseMachine> = {
  inputs: [
    { order: order(bay), since: undefined },
    { order: order(own), since: undefined },
    { order: order(bay), since },
  ],
  answers: {
    leadWindow: [
      { reportsPurchases: true, known: [] },
      { reportsPurchases: true, known: undefined },
      { reportsPurchases: false, known: undefined },
    ],
    fetchPurchases: [[], [success], [pending]],
  },
  boundMs: ONRAMP.unreportedMs + TIMEOUTS.apiMs + TIMEOUTS.loadMs,
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
