/** Tokens of Token-2022, checked before a signature: what they withhold from a transfer, and what prevents a transfer. */
import { base64 } from '@scure/base'
import * as fc from 'fast-check'
import { PublicKey, VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { firstSolanaAccount, secondSolanaAccount } from '../../../../mocks/sandbox/solana/accounts.ts'
import { startSolana, type SolanaChain } from '../../../../mocks/sandbox/solana/chain.ts'
import type { Network } from '../../../../machines/shared/network.types.ts'
import type { SendOrder } from '../../../../sdk/chains/adapter.ts'
import { solanaAdapter } from '../../../../sdk/chains/solana/adapter.ts'
import { requiresMemo, computeTransferFee, readMint } from '../../../../sdk/chains/solana/extensions.ts'
import { explainCall } from '../../../../sdk/chains/solana/explain.ts'
import { solana } from '../../../../sdk/index.ts'
import { associatedAccount, solanaNode, TOKEN_PROGRAM, TOKEN_PROGRAM_2022 } from '../../../support/solanaTokens.ts'
import { sentBy } from '../../../support/sentBy.ts'

const { signal } = new AbortController()
const [first, second] = [firstSolanaAccount.address, secondSolanaAccount.address]
const authority = new PublicKey(first).toBytes()

let chain: SolanaChain
let network: Network
let node: ReturnType<typeof solanaNode>
beforeAll(async () => {
  chain = await startSolana()
  network = { ...solana, caipNetworkId: chain.networkId, rpcUrls: { default: { http: [chain.rpcUrl] } } }
  node = solanaNode(chain.rpcUrl)
})
afterAll(() => chain.stop())

const u16 = (value: number) => Uint8Array.of(value & 255, value >> 8)
const u64 = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
/** InitializeTransferFeeConfig: 2.5 percent, and one token at most. */
const keeping = () => node.createExtended(112, [26, 0, 1, authority, 1, authority, u16(250), u64(1_000_000n)])

const wallet = () => {
  const asked: string[] = []
  return {
    asked,
    async request({ params }: { params?: unknown }) {
      const { transaction } = params as { transaction: string }
      asked.push(transaction)
      const { message, signatures } = VersionedTransaction.deserialize(base64.decode(transaction))
      signatures[0] = firstSolanaAccount.sign(message.serialize())
      return { transaction: base64.encode(new VersionedTransaction(message, signatures).serialize()) }
    },
  }
}
const order = (mint: string, amount: string): SendOrder => ({
  network,
  from: first,
  receiver: second,
  amount,
  token: {
    name: 'Toll',
    symbol: 'TOLL',
    chainId: network.caipNetworkId,
    address: `${network.caipNetworkId}:${mint}`,
    quantity: { decimals: '6', numeric: '100' },
  },
})
const arrived = (mint: string) => node.amountIn(associatedAccount(mint, second, TOKEN_PROGRAM_2022).toBase58())
const confirmed = (hash: string) => solanaAdapter.awaitReceipt({ network, hash, from: '', timeoutMs: 20_000 }, signal)
const lamportsOf = async (address: string) => ((await node.ask('getBalance', address)) as { value: number }).value

describe('a token with a transfer fee', () => {
  let mint: string
  beforeEach(async () => {
    mint = await keeping()
    await node.issue(mint, first, 100_000_000n, TOKEN_PROGRAM_2022)
  })

  test('shows the fee and what arrives, which is then true, as is the cost of the new account', async () => {
    const ordered = order(mint, '10.000001')
    const fee = await solanaAdapter.estimateFee(ordered, signal)
    // 2.5 percent, rounded up to a unit of the token.
    expect(fee).toMatchObject({
      tokenFee: '0.250001',
      receivedAmount: '9.75',
      opening: expect.stringMatching(/^0\.00\d+$/),
    })
    const before = await lamportsOf(first)
    const hash = await sentBy(solanaAdapter, wallet(), { ...ordered, fee }, signal)
    expect(await confirmed(hash)).toMatchObject({ status: 'success' })
    expect(await arrived(mint)).toBe(9_750_000n)
    expect(before - (await lamportsOf(first))).toBe(Number(fee.amount.replace('0.', '').padEnd(9, '0')))
    expect(await solanaAdapter.estimateFee(ordered, signal)).not.toHaveProperty('opening')
  })

  test('withholds its maximum at most, for each account that is spent from', async () => {
    // The size of an account: its own bytes, its type, and what is withheld in it.
    await node.createHolding(mint, first, 20_000_000n, TOKEN_PROGRAM_2022, 178)
    const ordered = order(mint, '110')
    const fee = await solanaAdapter.estimateFee(ordered, signal)
    expect(fee).toMatchObject({ tokenFee: '1.25', receivedAmount: '108.75' })
    await confirmed(await sentBy(solanaAdapter, wallet(), { ...ordered, fee }, signal))
    expect(await arrived(mint)).toBe(108_750_000n)
  })

  test.each([
    ['was not shown', {}],
    ['was shown as less', { fee: { amount: '1', symbol: 'SOL', tokenFee: '0.2', receivedAmount: '9.8' } }],
  ])('is not sent when its fee %s', async (_, change) => {
    const asked = wallet()
    const sending = sentBy(solanaAdapter, asked, { ...order(mint, '10'), ...change }, signal)
    await expect(sending).rejects.toMatchObject({ code: 'send.tokenFeeChanged' })
    expect(asked.asked).toEqual([])
  })

  test('is sent by an instruction that names the fee, which is explained', async () => {
    const ordered = order(mint, '10')
    const fee = await solanaAdapter.estimateFee(ordered, signal)
    const call = await solanaAdapter.prepare(wallet(), { ...ordered, fee }, signal)
    const ground = {
      host: 'site.example',
      networkId: network.caipNetworkId,
      network,
      address: first,
      own: [first],
      listed: [],
      balances: [],
    }
    const told = await explainCall(call, ground, signal)
    const values = JSON.stringify(told)
    expect(values).toContain('{"label":"amount","value":"10","as":"amount"}')
    expect(values).toContain('{"label":"fee","value":"0.25","as":"amount"}')
  })
})

describe('a token that cannot be sent', () => {
  test.each<[string, string, () => Promise<string>]>([
    ['that is not transferable', 'send.nonTransferable', () => node.createExtended(4, [32])],
    [
      'with a transfer hook',
      'send.transferHook',
      () => node.createExtended(68, [36, 0, authority, new PublicKey(second).toBytes()]),
    ],
    ['whose receivers must be allowed first', 'send.receiverFrozen', () => node.createExtended(5, [28, 0, 2])],
  ])('is refused before the wallet request: one %s', async (_, code, make) => {
    const mint = await make()
    const held = await node.openAccount(mint, first)
    // ThawAccount, for accounts that start frozen. Then tokens are issued.
    if (code === 'send.receiverFrozen') await node.command(TOKEN_PROGRAM_2022, [held, mint], 11)
    await node.command(TOKEN_PROGRAM_2022, [mint, held], 7, u64(5_000_000n))
    const asked = wallet()
    await expect(solanaAdapter.estimateFee(order(mint, '1'), signal)).rejects.toMatchObject({ code })
    await expect(sentBy(solanaAdapter, asked, order(mint, '1'), signal)).rejects.toMatchObject({ code })
    expect(asked.asked).toEqual([])
  })

  test('is refused while the account of its sender or its receiver is frozen', async () => {
    // InitializeMintCloseAuthority
    const mint = await node.createExtended(36, [25, 1, authority])
    const [mine, theirs] = [
      await node.issue(mint, first, 5_000_000n, TOKEN_PROGRAM_2022),
      await node.issue(mint, second, 0n, TOKEN_PROGRAM_2022),
    ]
    const fails = (code: string) =>
      expect(solanaAdapter.estimateFee(order(mint, '1'), signal)).rejects.toMatchObject({ code })
    // FreezeAccount, ThawAccount
    await node.command(TOKEN_PROGRAM_2022, [theirs, mint], 10)
    await fails('send.receiverFrozen')
    await node.command(TOKEN_PROGRAM_2022, [theirs, mint], 11)
    await node.command(TOKEN_PROGRAM_2022, [mine, mint], 10)
    await fails('send.frozen')
    await node.command(TOKEN_PROGRAM_2022, [mine, mint], 11)
    expect(await solanaAdapter.estimateFee(order(mint, '1'), signal)).toMatchObject({ symbol: 'SOL' })
  })
})

describe('a mint', () => {
  const mintOf = (...extensions: [type: number, bytes: Uint8Array][]) => {
    const parts = extensions.flatMap(([type, bytes]) => [...u16(type), ...u16(bytes.length), ...bytes])
    const base = new Uint8Array(165)
    base.set([6, 1], 44)
    return {
      owner: TOKEN_PROGRAM_2022,
      data: [base64.encode(Uint8Array.of(...base, 1, ...parts)), 'base64'] as [string, 'base64'],
    }
  }
  const words = (length: number, ...set: [at: number, bytes: Uint8Array][]) => {
    const bytes = new Uint8Array(length)
    for (const [at, part] of set) bytes.set(part, at)
    return bytes
  }
  const double = (value: number) => {
    const bytes = new Uint8Array(8)
    new DataView(bytes.buffer).setFloat64(0, value, true)
    return bytes
  }

  test.each<[string, [number, Uint8Array], string | undefined]>([
    ['a transfer hook without a program', [14, words(64)], undefined],
    ['paused transfers', [26, words(33, [32, Uint8Array.of(1)])], 'send.paused'],
    ['transfers that are not paused', [26, words(33)], undefined],
    ['amounts that are scaled', [25, words(56, [32, double(1.5)], [48, double(1)])], 'send.unsupportedToken'],
    ['amounts that will be scaled', [25, words(56, [32, double(1)], [48, double(2)])], 'send.unsupportedToken'],
    ['amounts that are not scaled', [25, words(56, [32, double(1)], [48, double(1)])], undefined],
    ['interest', [10, words(52, [50, u16(300)])], 'send.unsupportedToken'],
    ['interest that has ended', [10, words(52, [40, u16(300)])], 'send.unsupportedToken'],
    ['no interest', [10, words(52)], undefined],
    ['metadata', [19, words(80)], undefined],
    ['an unknown extension', [99, words(4)], 'send.unsupportedToken'],
  ])('is read with %s', (_, extension, fault) => {
    expect(readMint(mintOf(extension)).sendError).toBe(fault)
  })

  test('is refused when it is cut off, or is not a mint', () => {
    expect(() => readMint(mintOf([1, words(50)]))).toThrow(expect.objectContaining({ code: 'rpc.malformed' }))
    const { data, owner } = mintOf([19, words(8)])
    const cut = base64.encode(base64.decode(data[0]).slice(0, -3))
    expect(() => readMint({ owner, data: [cut, 'base64'] })).toThrow(expect.objectContaining({ code: 'rpc.malformed' }))
    for (const none of [null, { owner: first, data }, { owner, data: ['AA==', 'base64'] as [string, 'base64'] }])
      expect(() => readMint(none)).toThrow(expect.objectContaining({ code: 'send.unsupportedToken' }))
  })

  test('determines the size of accounts: 165 bytes in the old program, and more for each extension in the new one', () => {
    expect(readMint({ owner: TOKEN_PROGRAM, data: [base64.encode(new Uint8Array(82)), 'base64'] }).accountBytes).toBe(
      165,
    )
    expect(readMint(mintOf()).accountBytes).toBe(170)
    expect(readMint(mintOf([1, words(108)], [26, words(33)])).accountBytes).toBe(186)
  })
})

test.each([
  ['requires a memo', 1, true],
  ['no longer requires a memo', 0, false],
])('requiresMemo recognizes an account that %s [1.5]', (_, value, asks) => {
  expect(requiresMemo(Uint8Array.of(...new Uint8Array(165), 2, 8, 0, 1, 0, value))).toBe(asks)
})

test('computeTransferFee depends on the epoch, rounds up, and exceeds neither the maximum nor the amount', () => {
  const fees = [
    { epoch: 0n, maximum: 10n, basisPoints: 100n },
    { epoch: 5n, maximum: 7n, basisPoints: 10_000n },
  ] as const
  expect([1n, 100n, 101n, 5_000n].map((units) => computeTransferFee(units, fees, 4n))).toEqual([1n, 1n, 2n, 10n])
  expect([1n, 7n, 9n].map((units) => computeTransferFee(units, fees, 5n))).toEqual([1n, 7n, 7n])
  fc.assert(
    fc.property(
      fc.bigInt(1n, 2n ** 64n - 1n),
      fc.bigInt(0n, 10_000n),
      fc.bigInt(0n, 2n ** 64n - 1n),
      (units, basisPoints, maximum) => {
        const fee = { epoch: 0n, maximum, basisPoints }
        const kept = computeTransferFee(units, [fee, fee], 9n)
        expect(kept <= units && kept <= maximum).toBe(true)
        expect(kept === maximum || kept * 10_000n >= units * basisPoints).toBe(true)
      },
    ),
  )
})
