/** What a page has a wallet send, as it is remembered. */
import { describe, expect, test } from 'vitest'
import { rememberedSchemas } from '../../machines/schemas/remembered.ts'
import { sentId } from '../../machines/rules/hex.ts'
import { callSentFor } from '../../machines/rules/sentCalls.ts'
import { networkOrUnsupported } from '../../machines/rules/networks.ts'
import { bitcoin, mainnet, solana } from '../../sdk/index.ts'
import { fakeAccounts } from '../../mocks/index.ts'

const [, receiver] = fakeAccounts
const out = (amount: string, symbol: string) => ({ direction: 'out', amount, symbol })
const send = (transaction: unknown) => ({ method: 'eth_sendTransaction', params: [transaction] })

test.each([
  ['coins', { value: '0x14d1120d7b160000' }, 'send', [out('1.5', 'ETH')]],
  ['coins, with no data', { value: '0x1', data: '0x' }, 'send', [out('0.000000000000000001', 'ETH')]],
  ['a call', { data: '0xa9059cbb' }, 'execute', []],
  ['a call by its older name', { input: '0xa9059cbb' }, 'execute', []],
  ['a call that is paid', { data: '0xa9059cbb', value: '0xde0b6b3a7640000' }, 'execute', [out('1', 'ETH')]],
  ['nothing to itself', { value: '0x0' }, 'send', []],
])('on an EVM chain: %s', (_, transaction, kind, moved) => {
  expect(callSentFor(send({ to: receiver, ...transaction }), mainnet)).toEqual({ kind, to: receiver, moved })
})

test('on an EVM chain: a new contract, which has no receiver', () => {
  expect(callSentFor(send({ data: '0x6000' }), mainnet)).toEqual({ kind: 'execute', to: '', moved: [] })
})

test('on Bitcoin the coins, on Solana that something was done', () => {
  const transfer = { account: 'bc1qme', recipientAddress: 'bc1qyou', amount: '1250000' }
  const coins = { kind: 'send', to: 'bc1qyou', moved: [out('0.0125', 'BTC')] }
  expect(callSentFor({ method: 'sendTransfer', params: transfer }, bitcoin)).toEqual(coins)
  const signed = { method: 'solana_signAndSendTransaction', params: { transaction: 'AQ==' } }
  expect(callSentFor(signed, solana)).toEqual({ kind: 'execute', to: '', moved: [] })
})

test('of a network that the site does not offer nobody knows what its coins are', () => {
  const unknown = networkOrUnsupported([mainnet], 'eip155:424242')
  expect(callSentFor(send({ to: receiver, value: '0x1' }), unknown)).toEqual({ kind: 'send', to: receiver, moved: [] })
})

test.each(['personal_sign', 'eth_signTransaction', 'wallet_sendCalls', 'signPsbt', 'solana_signTransaction'])(
  '%s sends no transaction of its own',
  (method) => expect(callSentFor({ method, params: [{ to: receiver, value: '0x1' }] }, mainnet)).toBeUndefined(),
)

describe('whatever stands in a call, what is remembered of it keeps its schema', () => {
  const long = '9'.repeat(500)
  const words = ['f'.repeat(64), 'f'.repeat(65)].map((digits) => `0x${digits}`)
  const values = [undefined, null, 1, 1n, '', '0x', '-1', '0xzz', long, ...words, {}, []]
  test.each(['eth_sendTransaction', 'sendTransfer'])('%s', (method) => {
    for (const value of values)
      for (const params of [
        value,
        [value],
        { to: value, value, amount: value, recipientAddress: value, data: value },
      ]) {
        const sentFor = callSentFor({ method, params }, mainnet)
        if (!sentFor) continue
        const entry = { ...sentFor, hash: 'a', at: 1, status: 'pending' }
        const { success } = rememberedSchemas.transactions.safeParse({ [`eip155:1:${receiver}`]: [entry] })
        expect({ success, entry }).toEqual({ success: true, entry })
      }
  })
})

test('the id of what was sent stands alone in the answer, or by its name', () => {
  const answers = ['0x1', { txid: 'b' }, { signature: 'c' }, {}, null, undefined, 5]
  expect(answers.map(sentId)).toEqual(['0x1', 'b', 'c', undefined, null, undefined, 5])
})
