import { TIMEOUTS } from '../../../machines/constants.ts'
import type * as machines from '../../../machines/index.ts'
import { cancelled, declined, done } from '../../../machines/shared/outcome.rules.ts'
import { LatchkeyError, mainnet } from '../../../sdk/index.ts'
import { ether, other } from '../../support/instance.ts'
import type { Walk } from '../../support/walker.ts'
import { OTHER } from '../pairing/fixtures.ts'
import { connection, error, network } from './samples.ts'

const { address } = connection
const tokens = [ether('1')]
const nft = {
  ...ether('1'),
  address: `${network}:${OTHER}`,
  quantity: { decimals: '0', numeric: '1' },
  nft: { standard: 'erc721', contract: OTHER, tokenId: '1' },
} as const
const settled = { hash: '0x1', finalHash: '0x1', networkId: network } as const

export const sendMachine: Walk<typeof machines.sendMachine> = {
  inputs: [{ network: mainnet, connection, tokens: [], lastRetry: undefined }],
  events: [
    { type: 'send.setToken', token: ether('1') },
    { type: 'send.setNft', nft: { hashes: ['0x1'] } },
    { type: 'send.setAmount', amount: '0.5' },
    { type: 'send.setAmount', amount: '5' },
    { type: 'send.setReceiver', receiver: OTHER },
    { type: 'send.setReceiver', receiver: '' },
    { type: 'requests.settled', requestId: '1', outcome: done('0x1') },
    { type: 'requests.settled', requestId: '1', outcome: declined(error) },
    { type: 'requests.settled', requestId: '0', outcome: cancelled },
    { type: 'balance.loaded', networkId: network, address, tokens },
    { type: 'send.setRetry', at: 1 },
    { type: 'send.priced', fee: { amount: '0.001', symbol: 'ETH' } },
    { type: 'send.unpriced', error },
    { type: 'send.unpriced', error: new LatchkeyError('send.paused') },
    { type: 'send.profileFound', profile: { name: 'bob.eth', avatar: undefined } },
    { type: 'transaction.settled', ...settled, status: 'success' },
    { type: 'send.timedOut', hash: '0x1' },
  ],
  answers: {
    receiver: [{ receiver: { address: OTHER } }, { receiver: { address: OTHER, name: 'bob.eth' } }, { error }],
    resolveName: [
      { address: OTHER, name: 'bob.eth' },
      { address: connection.address, name: 'bob.eth' },
    ],
    estimateMaximum: ['0.9'],
    readNft: [nft],
  },
  boundMs: 2 * TIMEOUTS.walletRequestMs + TIMEOUTS.loadMs,
  tells: ({ requestCount: asked }) => Math.min(asked, 2),
  ignores: ['lastRetry', 'receiverProfileName', 'tokens'],
}

export const transactionsMachine: Walk<typeof machines.transactionsMachine> = {
  inputs: [{ watchPending: false }],
  events: [
    { type: 'transactions.watch', hash: '0x1', network: other, from: connection.address },
    { type: 'transactions.inherit', network: other, from: connection.address, outcome: done('0x1') },
    { type: 'transactions.inherit', network: other, from: connection.address, outcome: cancelled },
    { type: 'transactions.check', sent: [{ hash: '0x2', network: other, from: connection.address }] },
    { type: 'transactions.check', sent: [] },
    { type: 'transactions.wait', hash: '0x1', network: other, from: connection.address, requestId: 'a' },
    { type: 'transactions.cancel', requestId: 'a' },
  ],
}

export const transactionMachine: Walk<typeof machines.transactionMachine> = {
  inputs: [true, false].map((watchPending) => ({
    hash: '0x1',
    network: other,
    from: connection.address,
    watchPending,
    isSilent: watchPending,
  })),
  answers: {
    awaitReceipt: [
      { status: 'success', hash: '0x1' },
      { status: 'replaced', hash: '0x2' },
    ],
    readPosition: [undefined, { nonce: 1, doing: '' }],
    fetchReceipt: [undefined, { status: 'reverted', hash: '0x1' }],
  },
  tells: ({ pollCount: looks }) => looks,
}

export const receiverMachine: Walk<typeof machines.receiverMachine> = {
  inputs: [OTHER, 'bob.eth'].map((text) => ({ text, networkId: network })),
  answers: { resolveReceiver: [OTHER], resolveName: [{ address: OTHER, name: 'bob.eth' }] },
}

export const transferReviewMachine: Walk<typeof machines.transferReviewMachine> = {
  inputs: [
    {
      order: {
        connection,
        network: other,
        token: ether('1'),
        amount: '0.5',
        receiver: OTHER,
        fee: undefined,
      },
    },
  ],
  answers: { estimateFee: [{ amount: '0.001', symbol: 'ETH' }], fetchProfile: [{}, { name: 'bob.eth' }] },
  refusals: { estimateFee: [new LatchkeyError('send.paused')] },
}
