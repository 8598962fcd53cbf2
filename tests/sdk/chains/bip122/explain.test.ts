/** The explanation of a request to a Bitcoin wallet, coin by coin. The coins are those of a local chain. */
import { base64, hex } from '@scure/base'
import { Script, SigHash, Transaction } from '@scure/btc-signer'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Explanation } from '../../../../machines/wallet-requests/explanation.types.ts'
import { EXPLAINED } from '../../../../machines/wallet-requests/explanation.rules.ts'
import {
  bitcoinParameters,
  firstBitcoinAccount,
  secondBitcoinAccount,
} from '../../../../mocks/sandbox/bitcoin/accounts.ts'
import { loadInterpreter } from '../../../../mocks/sandbox/bitcoin/interpreter.ts'
import { createBitcoinLedger } from '../../../../mocks/sandbox/bitcoin/ledger.ts'
import { completePsbt, planPsbt, readPsbt } from '../../../../mocks/sandbox/bitcoin/signing.ts'
import { explainCall } from '../../../../sdk/chains/bip122/explain.ts'
import { bitcoinTestnet } from '../../../../sdk/index.ts'
import { bound, runs } from '../../../support/full.ts'
import { bitcoinKeys } from '../../../support/bitcoinWallet.ts'

const { payment, ordinals } = firstBitcoinAccount
const other = secondBitcoinAccount.payment
const me = payment.address
const ground = {
  address: me,
  networkId: bitcoinTestnet.caipNetworkId,
  host: 'shop.example',
  network: bitcoinTestnet,
  own: [me, ordinals.address],
}
const { symbol } = bitcoinTestnet.nativeCurrency
const coin = (amount: bigint, script = payment.script, more: object = {}) => ({
  txid: '11'.repeat(32),
  index: 0,
  witnessUtxo: { amount, script },
  ...more,
})
type Input = Parameters<Transaction['addInput']>[0]
type Output = Parameters<Transaction['addOutput']>[0]
function psbtOf(inputs: readonly Input[], outputs: readonly (readonly [string, bigint] | Output)[]): string {
  const transaction = new Transaction({ allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true })
  for (const input of inputs) transaction.addInput(input)
  for (const output of outputs)
    if (Array.isArray(output)) transaction.addOutputAddress(output[0] as string, output[1] as bigint, bitcoinParameters)
    else transaction.addOutput(output as Output)
  return base64.encode(transaction.toPSBT())
}
const signInputs = [{ address: me, index: 0 }]
const ask = (method: string, params: unknown) => explainCall({ method, params }, ground)
const asked = (psbt: string, more: object = {}) => ask('signPsbt', { account: me, psbt, signInputs, ...more })
const wordsOf = ({ parts }: Explanation) => parts.map(({ label, value }) => `${label} ${value}`)
const paid = psbtOf(
  [coin(100_000n)],
  [
    [other.address, 60_000n],
    [me, 39_000n],
  ],
)

describe('a transaction', () => {
  test('is explained coin by coin: the total that goes out, the receivers, the change and the sources', () => {
    const told = asked(paid)
    expect([told.kind, told.warnings]).toEqual(['transaction', []])
    expect(wordsOf(told)).toEqual([
      `out 0.00061 ${symbol}`,
      `fee 0.00001 ${symbol}`,
      `output 0.0006 ${symbol}`,
      `receiver ${other.address}`,
      `ownOutput 0.00039 ${symbol}`,
      `receiver ${me}`,
      `ownInput 0.001 ${symbol}`,
      `sender ${me}`,
    ])
  })

  test('that pays the account shows that', () => {
    const bought = psbtOf([coin(100_000n), coin(50_000n, other.script, { index: 1 })], [[me, 140_000n]])
    expect(wordsOf(asked(bought))).toEqual(
      expect.arrayContaining([`in 0.0004 ${symbol}`, `input 0.0005 ${symbol}`, `sender ${other.address}`]),
    )
  })

  test('is explained with the amounts that the chain executes', () => {
    const ledger = createBitcoinLedger(loadInterpreter)
    const inputs = ledger
      .coins(payment.script)
      .map(({ txid, vout, value }) => coin(value, payment.script, { txid, index: vout }))
    const psbt = psbtOf(inputs, [
      [other.address, 70_000_000n],
      [me, 29_990_000n],
    ])
    const signed = planPsbt(
      readPsbt(base64.decode(psbt)),
      inputs.map((_, index) => ({ address: me, index })),
      [payment],
    )
    const entry = ledger.find(ledger.send(completePsbt(signed.sign())))
    expect(entry?.fee).toBe(10_000n)
    expect(wordsOf(asked(psbt))).toEqual(
      expect.arrayContaining([`out 0.7001 ${symbol}`, `fee 0.0001 ${symbol}`, `output 0.7 ${symbol}`]),
    )
  })

  test.each([
    [100_000_000n, 90_000_000n, 8_999_999n, ['highFee']],
    [100_000_000n, 50_000_000n, 49_000_000n, []],
    [100_000_000n, 50_000_000n, 48_999_999n, ['highFee']],
    [1_000_000n, 199_996n, 750_004n, []],
    [1_000_000n, 199_995n, 750_004n, ['highFee']],
    [1_000_000n, 0n, 999_000n, []],
  ])(
    'of %i satoshis that pays %i and keeps %i has a warning when its fee is far too high',
    (held, sent, kept, warnings) => {
      const psbt = psbtOf(
        [coin(held)],
        [
          [other.address, sent],
          [me, kept],
        ],
      )
      expect(asked(psbt).warnings).toEqual(warnings)
    },
  )

  test.each([
    ['no outputs', SigHash.NONE],
    ['one output only', SigHash.SINGLE],
    ['no inputs of others', SigHash.ALL_ANYONECANPAY],
  ])('whose signature covers %s has a warning', (_, sighashType) => {
    expect(asked(psbtOf([coin(100_000n, payment.script, { sighashType })], [[me, 99_000n]])).warnings).toEqual([
      'partialSignature',
    ])
    const listed = { signInputs: [{ address: me, index: 0, sighashTypes: [sighashType] }] }
    expect(asked(paid, listed).warnings).toEqual(['partialSignature'])
  })

  test('whose signature covers everything has no warning, whatever another account’s signature covers', () => {
    for (const sighashType of [SigHash.DEFAULT, SigHash.ALL])
      expect(asked(psbtOf([coin(100_000n, payment.script, { sighashType })], [[me, 99_000n]])).warnings).toEqual([])
    const foreign = coin(50_000n, other.script, { index: 1, sighashType: SigHash.SINGLE_ANYONECANPAY })
    expect(asked(psbtOf([coin(100_000n), foreign], [[me, 99_000n]])).warnings).toEqual([])
  })

  test('with a message on the chain shows it, as text if it is text', () => {
    const note = (bytes: Uint8Array) =>
      wordsOf(asked(psbtOf([coin(1_000n)], [{ script: Script.encode(['RETURN', bytes]), amount: 0n }])))
    expect(note(new TextEncoder().encode('Thanks ✓'))).toEqual(
      expect.arrayContaining(['message Thanks ✓', 'data 0a5468616e6b7320e29c93']),
    )
    expect(note(Uint8Array.of(0xff, 1))).toContain('data 02ff01')
    expect(note(Uint8Array.of(0xff, 1)).join(' ')).not.toContain('message')
  })

  test('that moves runes or inscriptions is marked as unread', () => {
    const rune = { script: Script.encode(['RETURN', 'OP_13' as never, Uint8Array.of(0xff, 1)]), amount: 0n }
    expect(asked(psbtOf([coin(1_000n)], [[me, 900n], rune])).warnings).toEqual(['unreadable'])
    const inscribed = psbtOf([coin(546n, ordinals.script)], [[other.address, 546n]])
    const call = { method: 'signPsbt', params: { account: me, psbt: inscribed, signInputs } }
    expect(explainCall(call, { ...ground, ordinals: [ordinals.address] }).warnings).toEqual(['unreadable'])
  })

  test.each([
    ['a coin without details', psbtOf([{ txid: '11'.repeat(32), index: 0 }], [[me, 1_000n]])],
    [
      'a coin whose signature would not cover its details',
      psbtOf(
        [coin(1_000n, Script.encode(['DUP', 'HASH160', new Uint8Array(20), 'EQUALVERIFY', 'CHECKSIG']))],
        [[me, 900n]],
      ),
    ],
    ['a receiver that is not an address', psbtOf([coin(1_000n)], [{ script: Uint8Array.of(0x51), amount: 900n }])],
  ])('with %s is marked as unread', (_, psbt) => {
    expect(asked(psbt).warnings).toEqual(['unreadable'])
  })

  test('with a coin without details shows no totals', () => {
    const told = asked(psbtOf([coin(100_000n), { txid: '22'.repeat(32), index: 0 }], [[me, 1_000n]]))
    expect(wordsOf(told).join(' ')).not.toMatch(/out |fee /)
    expect(wordsOf(told)).toContain('input #1')
  })

  test('with too many coins to list shows the first ones, and the raw data', () => {
    const psbt = psbtOf(
      [coin(1_000_000n)],
      Array.from({ length: 80 }, () => [other.address, 1_000n] as const),
    )
    const told = asked(psbt)
    expect([told.parts.length, told.warnings]).toEqual([EXPLAINED.parts + 1, ['highFee', 'unreadable', 'truncated']])
    expect(told.parts.at(-1)?.label).toBe('data')
  })

  test.each([
    ['for another account', { account: other.address }, 'otherAccount'],
    ['by another address', { signInputs: [{ address: other.address, index: 0 }] }, 'otherAccount'],
  ])('to be signed %s has a warning', (_, more, warning) => {
    expect(asked(paid, more).warnings).toEqual([warning])
  })

  test.each([
    ['no PSBT', { psbt: 'cHNidP8=' }],
    ['half a PSBT', { psbt: paid.slice(0, 40) }],
    ['an unknown field', { autoFinalized: true }],
    ['an unknown field of an input', { signInputs: [{ address: me, index: 0, useTweakedSigner: false }] }],
    ['no inputs', { signInputs: 'all' }],
  ])('that contains %s is shown as raw data', (_, more) => {
    expect(asked(paid, more)).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
  })
})

describe('a transfer', () => {
  const transfer = { account: me, recipientAddress: other.address, amount: '150000' }

  test('shows how much goes to whom', () => {
    const told = ask('sendTransfer', { ...transfer, memo: 'Thanks' })
    expect([told.kind, wordsOf(told), told.warnings]).toEqual([
      'transfer',
      [`amount 0.0015 ${symbol}`, `receiver ${other.address}`, 'message Thanks'],
      [],
    ])
  })

  test('has a warning when its change goes to another account', () => {
    expect(ask('sendTransfer', { ...transfer, changeAddress: other.address }).warnings).toEqual(['otherChange'])
    expect(ask('sendTransfer', { ...transfer, changeAddress: ordinals.address }).warnings).toEqual([])
  })

  test('has a warning when it is from another account, or to another network', () => {
    expect(ask('sendTransfer', { ...transfer, account: other.address }).warnings).toEqual(['otherAccount'])
    const recipientAddress = bitcoinKeys().addresses.payment
    const told = ask('sendTransfer', { ...transfer, recipientAddress })
    expect(told).toMatchObject({ kind: 'unknown', warnings: ['otherChain', 'unreadable'] })
  })

  test.each([
    ['half a satoshi', { amount: '0.5' }],
    ['an invalid receiver', { recipientAddress: 'nobody' }],
    ['an unknown field', { feeRate: 1 }],
  ])('with %s is shown as raw data', (_, more) => {
    expect(ask('sendTransfer', { ...transfer, ...more })).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
  })
})

test('a message is shown unchanged', () => {
  const told = ask('signMessage', { account: me, message: 'Hello ✓' })
  expect(told).toMatchObject({ kind: 'message', parts: [{ value: 'Hello ✓' }], warnings: [] })
  for (const more of [{ account: other.address }, { address: other.address }])
    expect(ask('signMessage', { account: me, message: 'Hello', ...more }).warnings).toEqual(['otherAccount'])
})

test(
  'any request is explained within limits, and nothing that is not explained goes without a warning',
  () => {
    const bytes = fc.uint8Array({ maxLength: 60 })
    const damaged = fc
      .tuple(fc.nat(1_000), fc.nat(255))
      .map(([at, byte]) => base64.encode(base64.decode(paid).with(at % base64.decode(paid).length, byte)))
    const script = bytes.map((script) => psbtOf([coin(1_000n)], [{ script, amount: 900n }]))
    const psbt = fc.oneof(damaged, script, bytes.map(base64.encode), bytes.map(hex.encode), fc.anything())
    const params = fc.oneof(
      fc.record({ account: fc.constant(me), psbt, signInputs: fc.constant(signInputs) }),
      fc.record({ account: fc.constant(me), recipientAddress: fc.string(), amount: fc.anything() }),
      fc.anything(),
    )
    fc.assert(
      fc.property(fc.constantFrom('signPsbt', 'sendTransfer', 'signMessage'), params, (method, params) => {
        const told = ask(method, params)
        expect(told.parts.length).toBeLessThanOrEqual(EXPLAINED.parts + 1)
        expect(told.kind !== 'unknown' || told.warnings.includes('unreadable')).toBe(true)
      }),
      runs(500),
    )
  },
  bound(120_000),
)
