/** The explanation of a request to a Solana wallet, instruction by instruction, with tokens on a local chain. */
import { base58, base64 } from '@scure/base'
import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Explanation } from '../../../../machines/wallet-requests/explanation.types.ts'
import type { Network } from '../../../../machines/shared/network.types.ts'
import type { Token, TokenBalance } from '../../../../machines/shared/token.types.ts'
import { EXPLAINED } from '../../../../machines/wallet-requests/explanation.rules.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../../../mocks/sandbox/solana/accounts.ts'
import { startSolana, type SolanaChain } from '../../../../mocks/sandbox/solana/chain.ts'
import { explainCall } from '../../../../sdk/chains/solana/explain.ts'
import { solana } from '../../../../sdk/index.ts'
import { runs } from '../../../support/full.ts'
import { solanaNode, TOKEN_PROGRAM, TOKEN_PROGRAM_2022 } from '../../../support/solanaTokens.ts'

const [me, other] = [firstSolanaAccount.address, secondSolanaAccount.address]
const { signal } = new AbortController()
const [fromPubkey, toPubkey] = [new PublicKey(me), new PublicKey(other)]
const [mint, held, theirs] = [1, 2, 3].map((byte) => new PublicKey(new Uint8Array(32).fill(byte)).toBase58()) as [
  string,
  string,
  string,
]
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

const withData = ({ keys, programId }: TransactionInstruction, data: Buffer) =>
  new TransactionInstruction({ keys, programId, data })
const nowhere = { ...solana, rpcUrls: { default: { http: [] } } }
interface Known {
  listed?: readonly Token[]
  balances?: readonly TokenBalance[]
}
const groundOf = (network: Network = nowhere, { listed = [], balances = [] }: Known = {}) => ({
  listed,
  balances,
  address: me,
  networkId: network.caipNetworkId,
  host: 'shop.example',
  network,
  own: [me],
})
const u64 = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
const call = (program: string, accounts: readonly string[], ...bytes: (number | Uint8Array)[]) =>
  new TransactionInstruction({
    programId: new PublicKey(program),
    keys: accounts.map((key) => ({ pubkey: new PublicKey(key), isSigner: key === me, isWritable: true })),
    data: Buffer.concat(bytes.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part))),
  })
const sent = SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1_500_000_000 })

const written = (instructions: TransactionInstruction[], payer = me, tables: AddressLookupTableAccount[] = []) => {
  const payerKey = new PublicKey(payer)
  const message = new TransactionMessage({ payerKey, recentBlockhash: mint, instructions })
  return base64.encode(new VersionedTransaction(message.compileToV0Message(tables)).serialize())
}
const legacy = (instructions: TransactionInstruction[]) => {
  const transaction = new Transaction({ feePayer: fromPubkey, recentBlockhash: mint }).add(...instructions)
  return base64.encode(transaction.serialize({ requireAllSignatures: false }))
}
const ask = (params: unknown, network?: Network, method = 'solana_signTransaction', known: Known = {}) =>
  explainCall({ method, params }, groundOf(network, known), signal)
const explained = (...instructions: TransactionInstruction[]) => ask({ transaction: written(instructions) })
const stepOf = async (instruction: TransactionInstruction, network?: Network, known?: Known, chainId?: string) => {
  const params = { transaction: written([instruction]), ...(chainId !== undefined && { chainId }) }
  const { steps = [] } = await ask(params, network, undefined, known)
  return steps[0]
}
const listing = (symbol: string, decimals: number, address = mint): Token => ({
  name: symbol,
  symbol,
  decimals,
  address,
})
const holding = (symbol: string, decimals: number, network: Network = nowhere, address = mint): TokenBalance => ({
  name: symbol,
  symbol,
  chainId: network.caipNetworkId,
  address: `${network.caipNetworkId}:${address}`,
  quantity: { decimals: String(decimals), numeric: '7' },
})
const wordsOf = (explanation: Explanation | undefined) =>
  explanation?.parts.map(({ label, value }) => `${label} ${value}`)

describe('a transaction', () => {
  test.each([
    ['version 0', written([sent])],
    ['legacy', legacy([sent])],
  ])('is explained step by step, with its fee: %s', async (_, transaction) => {
    expect(await ask({ transaction, pubkey: me, chainId: solana.caipNetworkId })).toEqual({
      kind: 'transaction',
      parts: [{ label: 'fee', value: '0.000005 SOL', as: 'amount' }],
      warnings: [],
      steps: [
        {
          kind: 'transfer',
          parts: [
            { label: 'amount', value: '1.5 SOL', as: 'amount' },
            { label: 'sender', value: me, as: 'address' },
            { label: 'receiver', value: other, as: 'address' },
          ],
          warnings: [],
        },
      ],
    })
  })

  test('shows its priority fee within one total fee', async () => {
    const offered = [
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000_000 }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 500 }),
    ]
    const told = await explained(...offered, sent)
    expect([wordsOf(told), told.steps?.length]).toEqual([['fee 0.000015 SOL'], 1])
    const [price] = offered
    const unlimited = await explained(price as TransactionInstruction, sent)
    expect(wordsOf(unlimited)).toEqual(['fee 0.004005 SOL'])
  })

  test.each([
    [49_000_000_000n, ['highFee']],
    [50_000_000n, []],
    [50_000_001n, ['highFee']],
  ])('that pays a fee of %i lamports has a warning when that is far too high', async (lamports, warnings) => {
    const told = await explained(
      ComputeBudgetProgram.setComputeUnitPrice({ microLamports: lamports - 5_000n }),
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1_000_000 }),
      sent,
    )
    expect(told.warnings).toEqual(warnings)
  })

  test('counts the fee as the chain does, which ignores what follows a price, and charges for verified signatures', async () => {
    const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 20_000_000 })
    const longer = withData(price, Buffer.concat([price.data, Buffer.of(0)]))
    expect(wordsOf(await explained(longer, sent))).toEqual(['fee 0.004005 SOL'])
    const shorter = withData(price, price.data.subarray(0, 5))
    const unknown = await explained(shorter, sent)
    expect([wordsOf(unknown), unknown.warnings]).toEqual([[], ['unreadable']])
    const programId = new PublicKey('Ed25519SigVerify111111111111111111111111111')
    const checked = new TransactionInstruction({ programId, keys: [], data: Buffer.of(2, 0) })
    expect(wordsOf(await explained(checked, sent))).toEqual(['fee 0.000015 SOL'])
  })

  test('that does not expire has a warning, whatever follows in its instruction', async () => {
    const advance = SystemProgram.nonceAdvance({ noncePubkey: toPubkey, authorizedPubkey: fromPubkey })
    const longer = withData(advance, Buffer.concat([advance.data, Buffer.of(0)]))
    expect((await explained(longer, sent)).warnings).toContain('noExpiry')
  })

  test('that another account pays for, or signs, has a warning', async () => {
    const paid = await ask({ transaction: written([sent], other) })
    expect([paid.warnings, paid.parts[1]]).toEqual([['otherPayer'], { label: 'payer', value: other, as: 'address' }])
    const back = SystemProgram.transfer({ fromPubkey: toPubkey, toPubkey: fromPubkey, lamports: 1 })
    expect((await ask({ transaction: written([back], other) })).warnings).toEqual(['otherPayer', 'otherAccount'])
  })

  test('for another account or chain than the connection’s has a warning', async () => {
    const transaction = written([sent])
    expect((await ask({ transaction, pubkey: other })).warnings).toEqual(['otherAccount'])
    expect((await ask({ transaction, chainId: 'solana:other' })).warnings).toEqual(['otherChain'])
  })

  test('with too many steps to list shows the first ones, the count, and the raw data', async () => {
    const tiny = SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1 })
    const transaction = written(Array.from({ length: EXPLAINED.steps + 5 }, () => tiny))
    const told = await ask({ transaction })
    expect([told.steps?.length, told.stepCount]).toEqual([EXPLAINED.steps, EXPLAINED.steps + 5])
    expect(told.warnings).toEqual(['unreadable', 'truncated'])
    expect(told.parts.at(-1)?.value).toBe(transaction)
  })

  test('among several is one of them, and the warnings of one are those of all', async () => {
    const grant = call(TOKEN_PROGRAM, [held, other, me], 4, u64(2n ** 64n - 1n))
    const transactions = [written([sent]), written([grant])]
    const told = await ask({ transactions }, undefined, 'solana_signAllTransactions')
    expect(told).toMatchObject({
      kind: 'transactions',
      warnings: ['unlimited'],
      steps: [
        { kind: 'transaction', steps: [{ kind: 'transfer' }] },
        { kind: 'transaction', steps: [{ kind: 'tokenApproval', warnings: ['unlimited'] }] },
      ],
    })
  })

  test.each([
    ['no fields', {}],
    ['no transaction', { transaction: 'hello' }],
    ['bytes after its end', { transaction: base64.encode(Uint8Array.of(...base64.decode(written([sent])), 0)) }],
    ['a field that a wallet might read instead', { transaction: written([sent]), instructions: [] }],
    ['a list instead of an object', [written([sent])]],
  ])('that contains %s is shown as raw data', async (_, params) => {
    expect(await ask(params)).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
  })
})

describe('a step', () => {
  const program = { space: 165, lamports: 2_039_280, programId: new PublicKey(TOKEN_PROGRAM) }
  test.each([
    [
      'creates an account',
      SystemProgram.createAccount({ fromPubkey, newAccountPubkey: new PublicKey(held), ...program }),
      'accountCreation',
      ['amount 0.00203928 SOL', `sender ${me}`, `account ${held}`, `program ${TOKEN_PROGRAM}`],
      [],
    ],
    [
      'assigns an account to a program',
      SystemProgram.assign({ accountPubkey: fromPubkey, programId: new PublicKey(mint) }),
      'authority',
      [`account ${me}`, `operator ${mint}`],
      ['controlTransfer'],
    ],
    [
      'keeps a transaction from expiring',
      SystemProgram.nonceAdvance({ noncePubkey: new PublicKey(held), authorizedPubkey: fromPubkey }),
      'nonce',
      [`account ${held}`],
      ['noExpiry'],
    ],
    [
      'moves tokens with their decimals',
      call(TOKEN_PROGRAM_2022, [held, mint, theirs, me], 12, u64(1_500_000n), 6),
      'tokenTransfer',
      ['amount 1.5', `token ${mint}`, `sender ${held}`, `receiver ${theirs}`],
      [],
    ],
    [
      'moves tokens without decimals',
      call(TOKEN_PROGRAM, [held, theirs, me], 3, u64(1_500_000n)),
      'tokenTransfer',
      ['token 1500000', `sender ${held}`, `receiver ${theirs}`],
      [],
    ],
    [
      'approves a spender',
      call(TOKEN_PROGRAM, [held, mint, other, me], 13, u64(5_000_000n), 6),
      'tokenApproval',
      ['amount 5', `token ${mint}`, `spender ${other}`, `sender ${held}`],
      [],
    ],
    [
      'approves a spender without a limit',
      call(TOKEN_PROGRAM, [held, mint, other, me], 13, u64(2n ** 64n - 1n), 6),
      'tokenApproval',
      [`spender ${other}`, `sender ${held}`, `token ${mint}`],
      ['unlimited'],
    ],
    ['revokes that', call(TOKEN_PROGRAM, [held, me], 5), 'revocation', [`account ${held}`], []],
    [
      'hands an account over',
      call(TOKEN_PROGRAM, [held, me], 6, 2, 1, toPubkey.toBytes()),
      'authority',
      ['authority AccountOwner', `account ${held}`, `operator ${other}`],
      ['controlTransfer'],
    ],
    [
      'removes an authority',
      call(TOKEN_PROGRAM, [mint, me], 6, 0, 0),
      'authority',
      ['authority MintTokens', `account ${mint}`, 'operator nobody'],
      ['controlTransfer'],
    ],
    [
      'closes an account',
      call(TOKEN_PROGRAM, [held, other, me], 9),
      'closing',
      [`account ${held}`, `receiver ${other}`],
      [],
    ],
    [
      'burns tokens',
      call(TOKEN_PROGRAM, [held, mint, me], 15, u64(10n), 1),
      'burn',
      ['amount 1', `token ${mint}`, `sender ${held}`],
      [],
    ],
    [
      'creates the associated account of a token',
      call(ASSOCIATED, [me, theirs, other, mint, SystemProgram.programId.toBase58(), TOKEN_PROGRAM], 1),
      'accountCreation',
      [`account ${theirs}`, `owner ${other}`, `token ${mint}`, `payer ${me}`],
      [],
    ],
    ['has a memo', call(MEMO, [me], new TextEncoder().encode('Thanks ✓')), 'memo', ['message Thanks ✓'], []],
    [
      'has a memo with hidden characters',
      call(MEMO, [], new TextEncoder().encode('a\u202Eb')),
      'memo',
      ['message a\\u{202e}b'],
      ['invisibleCharacters'],
    ],
  ] as const)('is explained when it %s', async (_, instruction, kind, words, warnings) => {
    const step = await stepOf(instruction)
    expect([step?.kind, wordsOf(step), step?.warnings]).toEqual([kind, words, warnings])
  })

  test.each([
    ['has an unknown program', call(mint, [held, me], 1, 2, 3), 'data 0x010203'],
    ['is longer than its program defines', call(TOKEN_PROGRAM, [held, other, me], 9, 0), 'data 0x0900'],
    ['lacks an account', call(TOKEN_PROGRAM, [held], 9), 'data 0x09'],
    ['hands over in an invalid way', call(TOKEN_PROGRAM, [held, me], 6, 2, 1), 'data 0x060201'],
    ['has a memo that is not text', call(MEMO, [], 0xff), 'data 0xff'],
    ['has no data', call(SystemProgram.programId.toBase58(), [me, other]), 'data 0x'],
  ])('is shown as raw data, with its accounts, when it %s', async (_, instruction, data) => {
    const step = await stepOf(instruction)
    expect(step).toMatchObject({ kind: 'programCall', warnings: ['unreadable'] })
    expect(wordsOf(step)).toEqual(expect.arrayContaining([`program ${instruction.programId.toBase58()}`, data]))
    for (const { pubkey } of instruction.keys) expect(JSON.stringify(step)).toContain(pubkey.toBase58())
  })

  test('with a receiver in a lookup table is not explained, and shows the place in the table', async () => {
    const table = new AddressLookupTableAccount({
      key: new PublicKey(mint),
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [new PublicKey(held), toPubkey],
      },
    })
    const { steps: [step] = [] } = await ask({ transaction: written([sent], me, [table]) })
    expect(step).toMatchObject({ kind: 'programCall', warnings: ['unreadable'] })
    expect(wordsOf(step)?.at(-1)).toBe(`accounts ${me}\n${mint}[1]`)
  })
})

describe('an amount of a token', () => {
  const moved = call(TOKEN_PROGRAM, [held, mint, theirs, me], 12, u64(1_500_000n), 6)
  const otherNetwork = { ...nowhere, caipNetworkId: 'solana:other' as const }
  test.each<[string, Known, string]>([
    ['has the symbol that the app lists', { listed: [listing('USDX', 6)] }, 'amount 1.5 USDX'],
    ['has the symbol of the account’s balances', { balances: [holding('USDX', 6)] }, 'amount 1.5 USDX'],
    [
      'has the symbol of the app, whatever the balances have',
      { listed: [listing('USDX', 6)], balances: [holding('FAKE', 6)] },
      'amount 1.5 USDX',
    ],
    ['has no symbol of a listed token with other decimals', { listed: [listing('USDX', 9)] }, 'amount 1.5'],
    [
      'has no symbol of the balances that the app lists for another token',
      { listed: [listing('USDX', 6, theirs)], balances: [holding('usdx', 6)] },
      'amount 1.5',
    ],
    ['has no symbol of the balances that is the network’s coin', { balances: [holding('SOL', 6)] }, 'amount 1.5'],
    [
      'has a short symbol without direction-changing characters',
      { balances: [holding(`A\u2069\u202e${'B'.repeat(300)}`, 6)] },
      `amount 1.5 A${'B'.repeat(11)}`,
    ],
    ['has no symbol of balances with other decimals', { balances: [holding('USDX', 9)] }, 'amount 1.5'],
    ['has no symbol of another token', { listed: [listing('USDX', 6, other)] }, 'amount 1.5'],
    ['has no symbol of balances on another network', { balances: [holding('USDX', 6, otherNetwork)] }, 'amount 1.5'],
    [
      'has a symbol that cannot be read as more digits',
      { balances: [holding('000 USDX', 6)] },
      'amount 1.5 \u2068“000_USDX”\u2069',
    ],
  ])('%s', async (_, known, words) => {
    const step = await stepOf(moved, undefined, known)
    expect(wordsOf(step)).toEqual([words, `token ${mint}`, `sender ${held}`, `receiver ${theirs}`])
  })

  test('that is approved or burned has its symbol too, and one for another chain has none', async () => {
    const known = { listed: [listing('USDX', 6)] }
    const allowed = call(TOKEN_PROGRAM_2022, [held, mint, other, me], 13, u64(2_000_000n), 6)
    expect(wordsOf(await stepOf(allowed, undefined, known))?.[0]).toBe('amount 2 USDX')
    const destroyed = call(TOKEN_PROGRAM, [held, mint, me], 15, u64(10n), 6)
    expect(wordsOf(await stepOf(destroyed, undefined, known))?.[0]).toBe('amount 0.00001 USDX')
    expect(wordsOf(await stepOf(moved, undefined, known, 'solana:other'))?.[0]).toBe('amount 1.5')
    const unlimited = call(TOKEN_PROGRAM, [held, mint, other, me], 13, u64(2n ** 64n - 1n), 6)
    expect(wordsOf(await stepOf(unlimited, undefined, known))).toEqual([
      `spender ${other}`,
      `sender ${held}`,
      'token USDX',
      `token ${mint}`,
    ])
  })
})

describe('a token on a chain', () => {
  let chain: SolanaChain
  let network: Network
  beforeAll(async () => {
    chain = await startSolana()
    network = { ...solana, caipNetworkId: chain.networkId, rpcUrls: { default: { http: [chain.rpcUrl] } } }
  })
  afterAll(() => chain.stop())

  test.each([TOKEN_PROGRAM, TOKEN_PROGRAM_2022])('of the program %s has the decimals of its mint', async (program) => {
    const node = solanaNode(chain.rpcUrl)
    const token = await node.createToken(4, program)
    const holding = await node.createHolding(token, me, 50_000n, program)
    const step = await stepOf(call(program, [holding, theirs, me], 3, u64(12_345n)), network)
    expect(wordsOf(step)).toEqual(['amount 1.2345', `token ${token}`, `sender ${holding}`, `receiver ${theirs}`])
    const unknown = await stepOf(call(program, [theirs, holding, me], 3, u64(12_345n)), network)
    expect(wordsOf(unknown)?.[0]).toBe('token 12345')
    const transaction = written([call(program, [holding, theirs, me], 3, u64(12_345n))])
    const { steps: [elsewhere] = [] } = await ask({ transaction, chainId: 'solana:other' }, network)
    expect(wordsOf(elsewhere)?.[0]).toBe('token 12345')
  })

  test('has the app’s decimals when the app lists it, and a symbol of the balances only with the decimals of its mint', async () => {
    const node = solanaNode(chain.rpcUrl)
    const token = await node.createToken(4)
    const account = await node.createHolding(token, me, 50_000n)
    const told = async (known: Known) =>
      wordsOf(await stepOf(call(TOKEN_PROGRAM, [account, theirs, me], 3, u64(12_345n)), network, known))?.slice(0, 2)
    expect(await told({ listed: [listing('USDX', 2, token)] })).toEqual(['amount 123.45 USDX', `token ${token}`])
    expect(await told({ balances: [holding('USDX', 4, network, token)] })).toEqual([
      'amount 1.2345 USDX',
      `token ${token}`,
    ])
    expect(await told({ balances: [holding('USDX', 2, network, token)] })).toEqual(['amount 1.2345', `token ${token}`])
    const unlimited = call(TOKEN_PROGRAM, [account, other, me], 4, u64(2n ** 64n - 1n))
    const step = await stepOf(unlimited, network, { listed: [listing('USDX', 4, token)] })
    expect(wordsOf(step)?.slice(2)).toEqual(['token USDX', `token ${token}`])
    expect(step?.warnings).toEqual(['unlimited'])
  })
})

describe('a message', () => {
  test('is shown as text, and bytes that are not text as raw data', async () => {
    const asked = (bytes: Uint8Array) => ask({ message: base58.encode(bytes) }, undefined, 'solana_signMessage')
    expect(await asked(new TextEncoder().encode('Hello ✓'))).toMatchObject({
      kind: 'message',
      parts: [{ value: 'Hello ✓' }],
    })
    expect(await asked(Uint8Array.of(0xff, 0))).toMatchObject({ kind: 'unknown', warnings: ['unreadable'] })
    const message = base58.encode(new TextEncoder().encode('Hello'))
    expect(await ask({ message, pubkey: other }, undefined, 'solana_signMessage')).toMatchObject({
      kind: 'message',
      warnings: ['otherAccount'],
    })
    expect(await ask({ message, of: other }, undefined, 'solana_signMessage')).toMatchObject({ kind: 'unknown' })
  })
})

test('any request is explained within limits, and nothing that is not explained goes without a warning', async () => {
  const key = fc.constantFrom(me, other, mint, held, theirs)
  const bytes = fc.uint8Array({ maxLength: 40 })
  const programs = [TOKEN_PROGRAM, ASSOCIATED, MEMO, SystemProgram.programId.toBase58(), mint]
  const instruction = fc
    .tuple(fc.constantFrom(...programs), fc.array(key, { maxLength: 5 }), fc.nat(16), bytes)
    .map(([program, accounts, first, rest]) => call(program, accounts, first, rest))
  const right = fc.array(instruction, { minLength: 1, maxLength: 4 }).map((all) => written(all))
  const wrong = fc
    .tuple(right, fc.nat(600), fc.nat(255))
    .map(([text, at, byte]) => base64.encode(base64.decode(text).with(at % base64.decode(text).length, byte)))
  const transaction = fc.oneof(right, wrong, bytes.map(base64.encode), fc.anything())
  const params = fc.oneof(fc.record({ transaction }), fc.record({ transactions: fc.array(transaction) }), fc.anything())
  const methods = fc.constantFrom('solana_signTransaction', 'solana_signAllTransactions', 'solana_signMessage')
  const isSound = (told: Explanation): boolean =>
    told.parts.length <= EXPLAINED.parts &&
    (told.steps ?? []).length <= EXPLAINED.steps &&
    (!['unknown', 'programCall'].includes(told.kind) || told.warnings.includes('unreadable')) &&
    (told.steps ?? []).every((step) => isSound(step) && step.warnings.every((each) => told.warnings.includes(each)))
  await fc.assert(
    fc.asyncProperty(methods, params, async (method, asked) => {
      expect(isSound(await ask(asked, undefined, method))).toBe(true)
    }),
    runs(300),
  )
})
