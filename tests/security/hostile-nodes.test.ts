/* oxlint-disable vitest/no-conditional-expect -- a property holds for whichever answer was made up */
/**
 * Whatever a node answers, every promise settles, and the request to the wallet and the sent transaction match what was
 * displayed.
 */
import { base58, base64 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'
import * as fc from 'fast-check'
import { decodeFunctionData, erc20Abi, getAddress, toHex, type Hex } from 'viem'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { firstSolanaAccount, secondSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'
import { computeBudget, feeOf, systemProgram } from '../../mocks/sandbox/solana/fee.ts'
import { readMessage } from '../../mocks/sandbox/solana/wire.ts'
import { fakeAccounts, fakeWallet } from '../../mocks/index.ts'
import { parseAmount } from '../../machines/shared/amounts.rules.ts'
import { isTransactionHash } from '../../machines/shared/hex.rules.ts'
import type { Transfer } from '../../machines/send/transfer.types.ts'
import type { ChainAdapter } from '../../sdk/chains/adapter.ts'
import { eip155Adapter } from '../../sdk/chains/eip155/adapter.ts'
import { solanaAdapter } from '../../sdk/chains/solana/adapter.ts'
import { mainnet, solana, type Network, type Outcome, type Token } from '../../sdk/index.ts'
import { bound, runs } from '../support/full.ts'
import { said } from '../support/hostileWords.ts'
import { connected, ether, instance, pass, settle } from '../support/instance.ts'
import { associatedAccount, TOKEN_PROGRAM } from '../support/solanaTokens.ts'
import { balanceOf, sendOf } from '../support/features.ts'
import { sentBy } from '../support/sentBy.ts'

const HASH = `0x${'ab'.repeat(32)}`
const [first, second] = [firstSolanaAccount.address, secondSolanaAccount.address]
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const ASSOCIATED_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const CONTRACT = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'

/** A token account with a balance of ten. */
const tokenAccount = (owner: string) => {
  const bytes = new Uint8Array(165)
  bytes.set(base58.decode(MINT))
  bytes.set(base58.decode(owner), 32)
  new DataView(bytes.buffer).setBigUint64(64, 10_000_000n, true)
  bytes[108] = 1
  return { data: [base64.encode(bytes), 'base64'], owner: TOKEN_PROGRAM }
}
/** The mint: six decimals and no freeze authority. */
const mintAccount = (() => {
  const bytes = new Uint8Array(82)
  bytes[44] = 6
  bytes[45] = 1
  return { data: [base64.encode(bytes), 'base64'], owner: TOKEN_PROGRAM }
})()
const evmTransaction = {
  hash: HASH,
  from: fakeAccounts[0],
  to: fakeAccounts[1],
  nonce: '0x1',
  value: '0x1',
  input: '0x',
}
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/** An honest node's answers by method, which repeat in sequence. */
const HONEST = {
  eip155: {
    eth_getBalance: ['0x8ac7230489e80000'],
    eth_call: [word(6)],
    eth_estimateGas: ['0x5208'],
    eth_gasPrice: ['0xb2d05e00'],
    eth_maxPriorityFeePerGas: ['0x1'],
    eth_getBlockByNumber: [{ number: '0x2', transactions: [evmTransaction, { ...evmTransaction, hash: word(7) }] }],
    eth_blockNumber: ['0x2', '0x3'],
    eth_getTransactionByHash: [evmTransaction],
    eth_getTransactionReceipt: [null, null, { status: '0x1', transactionHash: HASH, blockNumber: '0x2', logs: [] }],
  },
  solana: {
    getBalance: [{ value: 5_000_000_000 }],
    getTokenAccountsByOwner: [
      { value: [{ pubkey: associatedAccount(MINT, first).toBase58(), account: tokenAccount(first) }] },
    ],
    [`getAccountInfo ${MINT}`]: [{ value: mintAccount }],
    [`getAccountInfo ${second}`]: [{ value: null }],
    // The receiver's account is closed between the preview and the request, and opened again.
    [`getAccountInfo ${associatedAccount(MINT, second).toBase58()}`]: [
      { value: tokenAccount(second) },
      { value: null },
    ],
    getMinimumBalanceForRentExemption: [2_039_280],
    getFeeForMessage: [{ value: 15_000 }],
    getLatestBlockhash: [{ value: { blockhash: MINT, lastValidBlockHeight: 9 } }],
    sendTransaction: [base58.encode(new Uint8Array(64).fill(1))],
    getSignatureStatuses: [{ value: [null] }, { value: [{ err: null, confirmationStatus: 'confirmed' }] }],
  },
} as const

type Reply = { result: unknown } | { error: unknown } | 'silence'
const json = (value: unknown): string => {
  try {
    return JSON.stringify(value) ?? 'null'
  } catch {
    return 'null'
  }
}
const refusals = [
  { code: -32_602, message: 'invalid params' },
  { code: 4001, message: 'User rejected the request.' },
  { code: -32_000, message: 'no', data: { code: 4001 } },
  { code: -32_005, message: 'busy' },
]
const replyTo = (honest: unknown): fc.Arbitrary<Reply> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant({ result: honest }) },
    { weight: 4, arbitrary: said(honest).map((result) => ({ result })) },
    { weight: 1, arbitrary: fc.oneof(...refusals.map(said)).map((error) => ({ error })) },
    { weight: 1, arbitrary: fc.constant('silence' as const) },
  )
/** A node's answers by method, in sequence. */
const replies = (honest: Record<string, readonly unknown[]>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(honest).map(([method, answers]) => [
        method,
        fc.oneof(
          { weight: 2, arbitrary: fc.constant(answers.map((result): Reply => ({ result }))) },
          { weight: 1, arbitrary: fc.tuple(...answers.map(replyTo)) },
        ),
      ]),
    ),
  )

/** An honest node except for some methods. */
const honestBut = (namespace: keyof typeof HONEST, changes: Record<string, readonly Reply[]>) => ({
  ...Object.fromEntries(
    Object.entries<readonly unknown[]>(HONEST[namespace]).map(([method, answers]) => [
      method,
      answers.map((result): Reply => ({ result })),
    ]),
  ),
  ...changes,
})

/** Simulates a node with a stubbed fetch, so that the test controls time. */
function playNode(answers: Record<string, readonly Reply[]>) {
  const asked: string[] = []
  const sent: string[] = []
  const counts = new Map<string, number>()
  vi.stubGlobal('fetch', (_: unknown, { body, signal }: { body: string; signal: AbortSignal }) => {
    const calls = [JSON.parse(body)].flat() as { id: number; method: string; params: unknown[] }[]
    const told = calls.map(({ id, method, params }) => {
      asked.push(method)
      if (method === 'sendTransaction') sent.push(String(params[0]))
      const exactly = `${method} ${String(params[0])}`
      const key = exactly in answers ? exactly : method
      const count = counts.get(key) ?? 0
      counts.set(key, count + 1)
      const all = answers[key] ?? []
      const reply = all[count % all.length] ?? { error: { code: -32_601, message: 'no such method' } }
      if (reply === 'silence') return undefined
      const [name, value] = 'error' in reply ? ['error', reply.error] : ['result', reply.result]
      return `{"jsonrpc":"2.0","id":${id},"${name}":${json(value)}}`
    })
    if (!told.includes(undefined))
      return Promise.resolve(new Response(told.length > 1 ? `[${told.join(',')}]` : told[0]))
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  return { asked, sent }
}

const PLACES = {
  eip155: {
    adapter: eip155Adapter,
    network: { ...mainnet, legacyFees: true },
    token: { name: 'USD Coin', symbol: 'USDC', decimals: 6, address: CONTRACT },
    from: fakeAccounts[0],
    receiver: fakeAccounts[1],
  },
  solana: {
    adapter: solanaAdapter,
    network: solana,
    token: { name: 'USD Coin', symbol: 'USDC', decimals: 6, address: MINT },
    from: first,
    receiver: second,
  },
} satisfies Record<string, { adapter: ChainAdapter; network: Network; token: Token; from: string; receiver: string }>

/** The first signature of a transaction, which is its id. */
const signatureOf = (transaction = '') =>
  base58.encode(VersionedTransaction.deserialize(base64.decode(transaction)).signatures[0] ?? new Uint8Array())

/** A wallet that does everything, and records its requests. */
function obedient() {
  const asked: { params: unknown; answer: string }[] = []
  const keep = (act: (params: never) => string) => (params: unknown) => {
    const answer = act(params as never)
    asked.push({ params, answer })
    return answer.startsWith('0x') ? answer : { transaction: answer }
  }
  const sign = ({ transaction }: { transaction: string }) => {
    const unsigned = VersionedTransaction.deserialize(base64.decode(transaction))
    unsigned.signatures[0] = firstSolanaAccount.sign(unsigned.message.serialize())
    return base64.encode(unsigned.serialize())
  }
  const wallet = fakeWallet({
    solana_requestAccounts: [{ pubkey: first }],
    solana_getAccounts: [{ pubkey: first }],
    eth_sendTransaction: keep(() => HASH),
    solana_signTransaction: keep(sign),
  })
  return { wallet, asked }
}

/** The part of a transfer that the user has seen. */
type Shown = Pick<Transfer, 'token' | 'amount' | 'receiver' | 'fee'>

function expectEvm(asked: unknown, { token, receiver, fee, amount }: Shown) {
  const [{ data, ...transaction } = {}] = asked as Record<string, string>[]
  const units = parseAmount(amount, Number(token.quantity.decimals))
  // Without a displayed fee, the wallet gets the current gas price.
  const told = fee ? fee.gasPrice : transaction['gasPrice']
  const gasPrice = told === undefined ? {} : { gasPrice: `0x${BigInt(told).toString(16)}` }
  const common = { from: fakeAccounts[0], chainId: '0x1', ...gasPrice }
  if (token.address === undefined)
    return expect(transaction).toEqual({ ...common, to: receiver, value: `0x${units.toString(16)}` })
  expect(transaction).toEqual({ ...common, to: token.address.split(':')[2] })
  const call = { functionName: 'transfer', args: [receiver, units] }
  return expect(decodeFunctionData({ abi: erc20Abi, data: data as Hex })).toEqual(call)
}

function expectSolana(asked: unknown, { token, receiver, fee, amount }: Shown) {
  const { message } = VersionedTransaction.deserialize(base64.decode((asked as { transaction: string }).transaction))
  const { accounts, signers, instructions } = readMessage(message.serialize())
  const units = parseAmount(amount, Number(token.quantity.decimals))
  expect([accounts[0], signers]).toEqual([first, 1])
  if (fee) expect(feeOf(readMessage(message.serialize()))).toBeLessThanOrEqual(parseAmount(fee.amount, 9))
  const [price, limit, ...doing] = instructions
  expect([price?.program, limit?.program]).toEqual([computeBudget, computeBudget])
  if (token.address === undefined) {
    const data = new Uint8Array(12)
    new DataView(data.buffer).setUint32(0, 2, true)
    new DataView(data.buffer).setBigUint64(4, units, true)
    return expect(doing).toEqual([{ program: systemProgram, accounts: [first, receiver], data }])
  }
  const account = associatedAccount(MINT, receiver).toBase58()
  const made = { program: ASSOCIATED_PROGRAM, accounts: [first, account, receiver, MINT, systemProgram, TOKEN_PROGRAM] }
  const moves = doing[0]?.program === ASSOCIATED_PROGRAM ? doing.slice(1) : doing
  if (moves !== doing) expect(doing[0]).toEqual({ ...made, data: Uint8Array.of(1) })
  const moved = moves.map(({ program, accounts: [, mint, to, owner], data }) => {
    expect([program, mint, to, owner, data[0], data[9]]).toEqual([TOKEN_PROGRAM, MINT, account, first, 12, 6])
    return new DataView(data.buffer, data.byteOffset).getBigUint64(1, true)
  })
  return expect(moved.reduce((sum, part) => sum + part, 0n)).toBe(units)
}

/** Collects unhandled rejections during a test. */
function unhandled() {
  const seen: unknown[] = []
  const see = (cause: unknown) => void seen.push(cause)
  process.on('unhandledRejection', see)
  onTestFinished(() => void process.off('unhandledRejection', see))
  return seen
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

describe.each(['eip155', 'solana'] as const)('a node of %s with arbitrary answers', (namespace) => {
  const { adapter, network: known, token, receiver } = PLACES[namespace]
  const isHash = namespace === 'eip155' ? isTransactionHash : (text: string) => base58.decode(text).length === 64

  test(
    'leaves no promise pending, causes no unhandled error, and changes nothing that was displayed',
    async () => {
      const seen = unhandled()
      let sent = 0
      const property = fc.asyncProperty(
        replies(HONEST[namespace]),
        fc.record({ native: fc.boolean(), maximum: fc.boolean(), early: fc.boolean() }),
        // A contract whose decimals no earlier run has cached.
        fc.bigInt({ min: 1n, max: 2n ** 159n }),
        async (answers, { native, maximum, early }, contract) => {
          const network = { ...known, rpcUrls: { default: { http: ['https://node.example'] } } }
          const node = playNode(answers)
          const { wallet, asked } = obedient()
          const { latchkey, clock } = instance({
            networks: [network],
            tokens: {
              [network.caipNetworkId]: [
                namespace === 'solana' ? token : { ...token, address: getAddress(toHex(contract, { size: 20 })) },
              ],
            },
            connectors: [{ connector: { id: 'w', name: 'W', type: 'ANNOUNCED', chain: namespace }, provider: wallet }],
            chain: adapter,
          })
          const go = async (ms: number) => {
            await settle(2)
            await vi.advanceTimersByTimeAsync(ms)
            await settle(2)
            clock.increment(ms)
          }
          const rest = async (isOver: () => boolean) => {
            for (let left = 80; left > 0 && !isOver(); left -= 1) await go(10_000)
            expect(isOver()).toBe(true)
          }
          latchkey.start()
          await settle(2)
          expect(await latchkey.connect({ connectorId: 'w' })).toMatchObject({ status: 'done' })
          await latchkey.load('send')
          const [send, balance] = [sendOf(latchkey), balanceOf(latchkey)]
          const isIn = (state: string) => JSON.stringify(send.getSnapshot().value).includes(state)
          const outcomes: Outcome<string>[] = []
          send.on('send.settled', ({ outcome }) => void outcomes.push(outcome))
          await rest(() => !balance.getSnapshot().hasTag('busy'))

          const { tokens } = send.getSnapshot().context
          const { decimals, name, symbol } = network.nativeCurrency
          const chainId = network.caipNetworkId
          const byHand = { name, symbol, chainId, quantity: { decimals: String(decimals), numeric: '9' } }
          const chosen = tokens.find(({ address }) => (address === undefined) === native) ?? byHand
          send.send({ type: 'send.setToken', token: chosen })
          send.send({ type: 'send.setAmount', amount: '0.000001' })
          if (maximum) send.send({ type: 'send.setMaximum' })
          await rest(() => !isIn('estimating'))
          send.send({ type: 'send.setReceiver', receiver })
          await rest(() => !isIn('resolving'))
          if (!early) await rest(() => !isIn('reviewing'))
          const shown = send.getSnapshot().context
          for (const error of [shown.error, shown.feeError]) expect(error?.code).not.toBe('unknown')

          send.send({ type: 'send.submit' })
          await rest(() => outcomes.length === 1)
          const [outcome] = outcomes
          if (outcome?.status === 'done') sent += 1
          expect(outcome?.status).toBeOneOf(['done', 'failed', 'expired'])
          if (outcome && 'error' in outcome) expect(outcome.error.code).not.toBe('unknown')
          expect(asked.length).toBeLessThanOrEqual(1)
          const transfer = { ...shown, receiver, token: chosen }
          for (const { params } of asked) (namespace === 'eip155' ? expectEvm : expectSolana)(params, transfer)
          const signed = asked.map(({ answer }) => answer)
          expect(signed).toEqual(expect.arrayContaining([...new Set(node.sent)]))

          if (outcome?.status === 'done') {
            const known = namespace === 'eip155' ? HASH : signatureOf(signed[0])
            expect(outcome.value).toBe(known)
            await rest(() => send.getSnapshot().context.progress !== 'confirming')
            expect(send.getSnapshot().context.progress).toBeOneOf(['success', 'reverted', 'replaced', 'unconfirmed'])
            const { hash } = send.getSnapshot().context
            expect(hash !== undefined && isHash(hash)).toBe(true)
          }
          latchkey.stop()
          await settle(2)
          expect(clock.live.size).toBe(0)
          await vi.advanceTimersByTimeAsync(60_000)
          expect(vi.getTimerCount()).toBe(0)
        },
      )
      await fc.assert(property, runs(25))
      expect(seen).toEqual([])
      expect(sent).toBeGreaterThan(5)
    },
    bound(120_000),
  )
})

describe('a node, for a transfer that the wallet confirms', () => {
  const { signal } = new AbortController()
  const network = { ...solana, rpcUrls: { default: { http: ['https://node.example'] } } }
  const chainId = network.caipNetworkId
  const native = { name: 'Solana', symbol: 'SOL', chainId, quantity: { decimals: '9', numeric: '5' } }
  const coin = { name: 'USD Coin', symbol: 'USDC', chainId, address: `${chainId}:${MINT}` as const }
  const held = { ...coin, quantity: { decimals: '6', numeric: '10' } }
  const order = { network: { ...network }, from: first, receiver: second, token: native, amount: '1' }
  const ended = async <Value>(promise: Promise<Value>) => {
    const [end] = await Promise.all([Promise.allSettled([promise]), vi.advanceTimersByTimeAsync(60_000)])
    return end[0]
  }

  test("does not determine the transaction's id, which is its first signature", async () => {
    const other = base58.encode(new Uint8Array(64).fill(2))
    playNode(honestBut('solana', { sendTransaction: [{ result: other }] }))
    const { wallet, asked } = obedient()
    const end = await ended(sentBy(solanaAdapter, wallet, order, signal))
    expect(end).toEqual({ status: 'fulfilled', value: signatureOf(asked[0]?.answer) })
  })

  test.for(refusals.slice(1, 3))(
    "does not count as the user's rejection, because it may have sent the transaction: %j",
    async (error) => {
      playNode(honestBut('solana', { sendTransaction: [{ error }] }))
      const { wallet, asked } = obedient()
      const end = await ended(sentBy(solanaAdapter, wallet, order, signal))
      expect(end).toEqual({ status: 'fulfilled', value: signatureOf(asked[0]?.answer) })
    },
  )

  test('makes the user review the fee again if it exceeds the displayed one', async () => {
    playNode(honestBut('solana', {}))
    const { wallet, asked } = obedient()
    const ofToken = { ...order, token: held }
    const shown = await ended(solanaAdapter.estimateFee(ofToken, signal))
    expect(shown).toEqual({ status: 'fulfilled', value: { amount: '0.000007', symbol: 'SOL' } })
    const fee = { amount: '0.000007', symbol: 'SOL' }
    const risen = await ended(sentBy(solanaAdapter, wallet, { ...ofToken, fee }, signal))
    expect(risen).toMatchObject({ status: 'rejected', reason: { code: 'send.feeRose' } })
    expect(asked).toEqual([])
    expect(await ended(sentBy(solanaAdapter, wallet, { ...ofToken, fee }, signal))).toMatchObject({
      status: 'fulfilled',
    })
  })
})

test("the error text of a node's fee request is never shown [8.44]", async () => {
  const boom = () => Promise.reject(Object.assign(new Error('Visit evil.example'), { code: -32_000 }))
  const { latchkey, clock } = await connected({ chain: { estimateFee: boom, estimateMaximum: boom } })
  const send = sendOf(latchkey)
  send.send({ type: 'send.setToken', token: ether('2.5') })
  send.send({ type: 'send.setMaximum' })
  await settle()
  expect(send.getSnapshot().context.error?.message).toBe('error estimating gas')
  send.send({ type: 'send.setAmount', amount: '1' })
  send.send({ type: 'send.setReceiver', receiver: fakeAccounts[1] })
  await settle()
  await pass(clock, 300, 1)
  expect(send.getSnapshot().context.feeError?.message).toBe('error estimating gas')
})

describe("a node, for a transaction's receipt", () => {
  const { signal } = new AbortController()
  const networkOf = () => ({ ...mainnet, rpcUrls: { default: { http: ['https://node.example'] } } })
  const receipt = { status: '0x1', transactionHash: HASH, blockNumber: '0x2', logs: [] }

  test.for<unknown>([{}, { status: [] }, { status: '__proto__' }, { status: '0x2' }, { ...receipt, status: null }])(
    'is not trusted if it returns %j',
    async (result) => {
      playNode(honestBut('eip155', { eth_getTransactionReceipt: [{ result }] }))
      const ask = { network: networkOf(), hash: HASH, from: '', timeoutMs: 25_000 }
      const asked = Promise.allSettled([
        eip155Adapter.fetchReceipt(ask, signal),
        eip155Adapter.awaitReceipt(ask, signal),
      ])
      await vi.advanceTimersByTimeAsync(60_000)
      for (const end of await asked)
        expect(end).toMatchObject({ status: 'rejected', reason: { code: 'rpc.malformed' } })
    },
  )

  test('is trusted about the requested transaction, whatever hash the receipt contains', async () => {
    playNode(honestBut('eip155', { eth_getTransactionReceipt: [{ result: { ...receipt, transactionHash: word(7) } }] }))
    const asked = eip155Adapter.awaitReceipt({ network: networkOf(), hash: HASH, from: '', timeoutMs: 25_000 }, signal)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await asked).toEqual({ status: 'success', hash: HASH })
  })

  test('gets no more requests after waiting timed out', async () => {
    const node = playNode(
      honestBut('eip155', { eth_getTransactionByHash: ['silence'], eth_getTransactionReceipt: [{ result: null }] }),
    )
    const waiting = Promise.allSettled([
      eip155Adapter.awaitReceipt({ network: networkOf(), hash: HASH, from: '', timeoutMs: 25_000 }, signal),
    ])
    await vi.advanceTimersByTimeAsync(25_000)
    expect(await waiting).toMatchObject([{ reason: { code: 'transaction.timedOut' } }])
    const { length } = node.asked
    await vi.advanceTimersByTimeAsync(300_000)
    expect(node.asked).toHaveLength(length)
  })
})
