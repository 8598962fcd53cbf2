/** Transactions that an app has a wallet send, as they are stored. */
import { describe, expect, test } from 'vitest'
import { persistedSchemas } from '../../machines/storage/persisted.schemas.ts'
import { sentId } from '../../machines/shared/hex.rules.ts'
import { callPurpose } from '../../machines/transactions/sentCalls.rules.ts'
import { networkOrUnsupported } from '../../machines/network/network.rules.ts'
import { bitcoin, mainnet, solana } from '../../sdk/index.ts'
import { fakeAccounts } from '../../mocks/index.ts'

const [, receiver] = fakeAccounts
const out = (amount: string, symbol: string) => ({ direction: 'out', amount, symbol })
const send = (transaction: unknown) => ({ method: 'eth_sendTransaction', params: [transaction] })

test.each([
  ['a transfer of coins', { value: '0x14d1120d7b160000' }, 'send', [out('1.5', 'ETH')]],
  ['a transfer of coins with empty data', { value: '0x1', data: '0x' }, 'send', [out('0.000000000000000001', 'ETH')]],
  ['a contract call', { data: '0xa9059cbb' }, 'execute', []],
  ['a contract call in the older field', { input: '0xa9059cbb' }, 'execute', []],
  ['a contract call with coins', { data: '0xa9059cbb', value: '0xde0b6b3a7640000' }, 'execute', [out('1', 'ETH')]],
  ['a transfer of nothing', { value: '0x0' }, 'send', []],
])('callSentFor on an EVM chain describes %s', (_, transaction, kind, moved) => {
  expect(callPurpose(send({ to: receiver, ...transaction }), mainnet)).toEqual({ kind, to: receiver, moved })
})

test('callSentFor on an EVM chain describes a new contract, which has no receiver', () => {
  expect(callPurpose(send({ data: '0x6000' }), mainnet)).toEqual({ kind: 'execute', to: '', moved: [] })
})

test('callSentFor describes the coins on Bitcoin, and on Solana only that something was executed', () => {
  const transfer = { account: 'bc1qme', recipientAddress: 'bc1qyou', amount: '1250000' }
  const coins = { kind: 'send', to: 'bc1qyou', moved: [out('0.0125', 'BTC')] }
  expect(callPurpose({ method: 'sendTransfer', params: transfer }, bitcoin)).toEqual(coins)
  const signed = { method: 'solana_signAndSendTransaction', params: { transaction: 'AQ==' } }
  expect(callPurpose(signed, solana)).toEqual({ kind: 'execute', to: '', moved: [] })
})

test('callSentFor describes no coins on a network that the app does not configure', () => {
  const unknown = networkOrUnsupported([mainnet], 'eip155:424242')
  expect(callPurpose(send({ to: receiver, value: '0x1' }), unknown)).toEqual({ kind: 'send', to: receiver, moved: [] })
})

test.each(['personal_sign', 'eth_signTransaction', 'wallet_sendCalls', 'signPsbt', 'solana_signTransaction'])(
  'callSentFor is undefined for %s, which sends no transaction',
  (method) => expect(callPurpose({ method, params: [{ to: receiver, value: '0x1' }] }, mainnet)).toBeUndefined(),
)

describe('the stored entry of any call', () => {
  const long = '9'.repeat(500)
  const words = ['f'.repeat(64), 'f'.repeat(65)].map((digits) => `0x${digits}`)
  const values = [undefined, null, 1, 1n, '', '0x', '-1', '0xzz', long, ...words, {}, []]
  test.each(['eth_sendTransaction', 'sendTransfer'])('fits its schema: %s', (method) => {
    for (const value of values)
      for (const params of [
        value,
        [value],
        { to: value, value, amount: value, recipientAddress: value, data: value },
      ]) {
        const sentFor = callPurpose({ method, params }, mainnet)
        if (!sentFor) continue
        const entry = { ...sentFor, hash: 'a', at: 1, status: 'pending' }
        const { success } = persistedSchemas.transactions.safeParse({ [`eip155:1:${receiver}`]: [entry] })
        expect({ success, entry }).toEqual({ success: true, entry })
      }
  })
})

test('sentId finds the id of a transaction as the whole answer, or under its name', () => {
  const answers = ['0x1', { txid: 'b' }, { signature: 'c' }, {}, null, undefined, 5]
  expect(answers.map(sentId)).toEqual(['0x1', 'b', 'c', undefined, null, undefined, 5])
})
