import { TIMEOUTS } from '../../../machines/constants.ts'
import type { Quote } from '../../../machines/swap/swap.types.ts'
import type * as machines from '../../../machines/index.ts'
import { cancelled, declined, done } from '../../../machines/shared/outcome.rules.ts'
import { mainnet } from '../../../sdk/index.ts'
import type { CallsStatus } from '../../../machines/calls/calls.types.ts'
import { ether } from '../../support/instance.ts'
import { START, type Walk } from '../../support/walker.ts'
import { OTHER } from '../pairing/fixtures.ts'
import { coin, connection, dollar, error, network } from './samples.ts'

const quote: Quote = { from: coin, to: dollar, fromUnits: 10n ** 18n, toUnits: 2_500_000_000n }
const order = { connection, network: mainnet, quote, quotedAt: START, slippage: 100n, minimum: 2_475_000_000n }
const hash = `0x${'ab'.repeat(32)}`
const swap = { to: OTHER, data: '0x', value: 0n }
const bundle: CallsStatus = { id: 'one', status: 'success', statusCode: 200, receipts: [] }
const receipt = {
  status: 'success',
  transactionHash: hash,
  blockHash: hash,
  blockNumber: 1n,
  gasUsed: 1n,
  logs: [],
} as const

export const swapMachine: Walk<typeof machines.swapMachine> = {
  inputs: [{ network: mainnet, connection, balances: [], isShown: false }],
  events: [
    { type: 'swap.chooseToken', side: 'to' },
    { type: 'swap.search', search: 'us' },
    { type: 'swap.search', search: `0x${'9'.repeat(40)}` },
    { type: 'view.shown', view: 'Swap' },
    { type: 'swap.setFrom', token: dollar },
    { type: 'swap.setTo', token: dollar },
    { type: 'swap.setAmount', amount: '1' },
    { type: 'swap.setAmount', amount: '' },
    { type: 'swap.setSlippage', slippage: '2' },
    { type: 'swap.findToken', address: OTHER },
    { type: 'swap.watch', isWatched: true },
    { type: 'swap.quoted', quote, gasPrice: 1n },
    { type: 'swap.unquoted', error },
    { type: 'balance.loaded', networkId: network, address: connection.address, tokens: [ether('2')] },
    { type: 'transaction.settled', hash, finalHash: hash, networkId: network, status: 'success' },
  ],
  answers: {
    loadTokens: [[coin, dollar]],
    readToken: [{ token: { ...dollar, isUnlisted: true }, balance: undefined }],
    estimateMaximum: ['0.9'],
    swapExecution: [done({ hash, received: 1n }), cancelled, declined(error)],
  },
  boundMs: 3 * TIMEOUTS.walletRequestMs,
  ignores: ['isNotRequested', 'search'],
  tells: ({ amount, from, to, quote: known, error: fault }) =>
    [amount, from?.symbol, to?.symbol, known, fault?.code].map(Boolean),
}

export const swapQuoteMachine: Walk<typeof machines.swapQuoteMachine> = {
  inputs: [true, false].map((isWatched) => ({
    connection,
    network: mainnet,
    from: coin,
    to: dollar,
    fromUnits: 1n,
    isWatched,
  })),
  events: [
    { type: 'swapQuote.setWatched', isWatched: true },
    { type: 'swapQuote.setWatched', isWatched: false },
  ],
  answers: { fetchQuote: [{ quote, gasPrice: 1n }] },
  refusals: { fetchQuote: [error] },
}

export const swapExecutionMachine: Walk<typeof machines.swapExecutionMachine> = {
  inputs: [order],
  events: [
    { type: 'requests.settled', requestId: '1', outcome: done(hash) },
    { type: 'requests.settled', requestId: '1', outcome: done({ id: 'one' }) },
    { type: 'requests.settled', requestId: '1', outcome: done(5) },
    { type: 'requests.settled', requestId: '1', outcome: declined(error) },
    { type: 'requests.settled', requestId: '0', outcome: cancelled },
    { type: 'requests.settled', requestId: '2', outcome: done(hash) },
    { type: 'swapExecution.settle', hash, finalHash: hash, status: 'success' },
    { type: 'swapExecution.settle', hash, finalHash: hash, status: 'reverted' },
    { type: 'swapExecution.settle', hash, finalHash: OTHER, status: 'replaced' },
  ],
  answers: {
    readPermit: [
      { isApproved: true, isAtomic: false },
      { isApproved: false, isAtomic: false },
      { isApproved: false, isAtomic: true },
    ],
    build: [
      { approval: undefined, swap },
      { approval: swap, swap },
    ],
    simulate: [undefined, 2_500_000_000n],
    awaitBundle: [
      { ...bundle, status: 'reverted' },
      { ...bundle, receipts: [receipt] },
    ],
    readReceived: [undefined, 1n],
  },
  boundMs: 3 * TIMEOUTS.walletRequestMs,
  tells: ({ requestCount, permit, built }) => [requestCount, permit, built?.approval !== undefined],
}
