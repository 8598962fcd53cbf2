import { PAY, TIMEOUTS } from '../../../machines/constants.ts'
import type { Payment } from '../../../machines/pay/payment.types.ts'
import type * as machines from '../../../machines/index.ts'
import type { PaymentOver } from '../../../machines/pay/exchangePayment.contract.ts'
import { cancelled, declined, done, expired, failed } from '../../../machines/shared/outcome.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import type { Walk } from '../../support/walker.ts'
import { OTHER } from '../pairing/fixtures.ts'
import { connection, error, network } from './samples.ts'

const hash = `0x${'ab'.repeat(32)}`
const asset = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const order = { network, recipient: OTHER, asset, amount: '1', includeOnly: undefined, exclude: undefined }
const exchange = { id: 'harbour', name: 'Harbour', imageUrl: undefined }
const paid = { network, recipient: OTHER, asset, amount: '1', startedAt: 0 }
const atExchange: Payment = {
  ...paid,
  id: 'a',
  method: { kind: 'exchange', exchangeId: 'harbour', exchangeName: 'Harbour', sessionId: 's' },
}
const byWallet: Payment = { ...paid, id: hash, method: { kind: 'wallet', from: connection.address, hash } }
const activeAccount = { connection, network: mainnet }
const request = { network, recipient: OTHER, asset: 'native', amount: '1' }
const overs: readonly PaymentOver[] = [
  { outcome: done({ ...byWallet, hash, isVerified: true }), payment: byWallet, isOver: true, isFirst: true },
  { outcome: failed(error), payment: byWallet, isOver: true, isFirst: true },
  { outcome: expired(error), payment: undefined, isOver: true, isFirst: false },
  { outcome: declined(error), payment: undefined, isOver: false, isFirst: false },
]
const end = { status: 'paid', hash, isVerified: true } as const

export const payMachine: Walk<typeof machines.payMachine> = {
  inputs: [{ settings: { networks: [mainnet], tokens: {} }, activeAccount }],
  events: [
    { type: 'pay.submit', request, requestId: '1' },
    { type: 'pay.submit', request: { ...request, amount: '' }, requestId: '2' },
    { type: 'pay.chooseExchange', exchangeId: 'harbour' },
    { type: 'pay.cancel', requestId: '1' },
    { type: 'pay.viewLeft', view: 'Pay' },
    { type: 'view.shown', view: 'Pay' },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'disconnected', connected: false },
    { type: 'activeAccount.changed', activeAccount, connectionStatus: 'connected', connected: true },
    { type: 'transaction.settled', hash, finalHash: hash, networkId: network, status: 'success' },
    {
      type: 'pay.progressed',
      id: '1',
      progress: { kind: 'wallet', step: 'confirming', name: 'W', host: undefined, isWindowClosed: false },
      error: undefined,
    },
    ...overs.map((output) => ({ type: 'xstate.done.actor.payment:1' as const, output })),
    { type: 'xstate.error.actor.payment:1', error: new Error('crash') },
  ],
  children: ['payment:1'],
  answers: { readPayments: [[], [byWallet]], checkRecipient: [OTHER], fetchExchanges: [[exchange], []] },
  refusals: { fetchExchanges: [error], checkRecipient: [error] },
  boundMs: TIMEOUTS.readStorageMs + TIMEOUTS.resolveMs + TIMEOUTS.apiMs + 3 * TIMEOUTS.loadMs,
  tells: ({ order: known, current, exchanges, connecting }) =>
    [known, current, exchanges.length, connecting].map(Boolean),
}

export const exchangePaymentMachine: Walk<typeof machines.exchangePaymentMachine> = {
  inputs: [
    { id: '1', order, exchange },
    { id: '1', payment: atExchange },
  ],
  events: [{ type: 'exchangePayment.windowClosed' }, { type: 'exchangePayment.windowFailed' }],
  answers: {
    agree: [{ payment: atExchange, host: 'harbour.example' }],
    check: [
      { kind: 'otherTab' },
      { kind: 'ended', end },
      { kind: 'status', status: 'IN_PROGRESS', hash: undefined },
      { kind: 'status', status: 'SUCCESS', hash },
      { kind: 'status', status: 'SUCCESS', hash: undefined },
      { kind: 'status', status: 'FAILED', hash: undefined },
    ],
    verify: [true, false],
    finish: [true, false],
  },
  refusals: { agree: [error], check: [error] },
  boundMs: TIMEOUTS.paymentMs + TIMEOUTS.receiptMs + 3 * TIMEOUTS.loadMs,
  tells: ({ payment, end: known, error: fault }) => [payment, known, fault].map(Boolean),
}

export const walletPaymentMachine: Walk<typeof machines.walletPaymentMachine> = {
  inputs: [
    { id: '1', network: mainnet, order, connection },
    { id: '1', network: mainnet, payment: byWallet },
    { id: '1', network: mainnet, payment: byWallet, isLate: true },
  ],
  events: [
    { type: 'requests.settled', requestId: '1', outcome: done(hash) },
    { type: 'requests.settled', requestId: '1', outcome: done(5) },
    { type: 'requests.settled', requestId: '1', outcome: cancelled },
    { type: 'page.shown' },
    { type: 'page.hidden' },
    { type: 'walletPayment.settle', hash, finalHash: hash, status: 'success' },
    { type: 'walletPayment.settle', hash, finalHash: OTHER, status: 'replaced' },
    { type: 'walletPayment.settle', hash: OTHER, finalHash: OTHER, status: 'success' },
  ],
  answers: {
    keep: [undefined],
    claim: [{ kind: 'otherTab' }, { kind: 'ended', end }, { kind: 'thisTab' }],
    check: [
      { kind: 'otherTab' },
      { kind: 'none' },
      { kind: 'ended', end },
      { kind: 'receipt', receipt: { status: 'success', hash } },
      { kind: 'receipt', receipt: { status: 'reverted', hash } },
    ],
    finish: [true, false],
  },
  boundMs: PAY.followedMs + 3 * TIMEOUTS.walletRequestMs,
  tells: ({ payment, end: known }) => [payment, known].map(Boolean),
}
