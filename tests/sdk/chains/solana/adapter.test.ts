/** The Solana adapter, with a wallet that signs for real and a local chain. */
import { base58, base64 } from '@scure/base'
import { VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Network } from '../../../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../../../machines/shared/errors/error.ts'
import { firstSolanaAccount, secondSolanaAccount } from '../../../../mocks/sandbox/solana/accounts.ts'
import { startSolana, type SolanaChain } from '../../../../mocks/sandbox/solana/chain.ts'
import { solanaAdapter } from '../../../../sdk/chains/solana/adapter.ts'
import { defineNetwork, solana, solanaDevnet } from '../../../../sdk/index.ts'
import type { ChainNode } from '../../../../sdk/network/networks.ts'
import type { WalletProvider } from '../../../../sdk/provider/walletProvider.ts'
import { countingServer } from '../../../support/countingServer.ts'
import { sentBy } from '../../../support/sentBy.ts'

const { signal } = new AbortController()
const first = firstSolanaAccount.address
const second = secondSolanaAccount.address

let chain: SolanaChain
let network: Network
beforeAll(async () => {
  chain = await startSolana()
  network = { ...solana, caipNetworkId: chain.networkId, rpcUrls: { default: { http: [chain.rpcUrl] } } }
})
afterAll(() => chain.stop())

type Answers = Record<string, (params: never) => unknown>

/** A wallet that signs what it receives. */
function walletOf(answers: Answers = {}) {
  const asked: { method: string; params?: unknown }[] = []
  const usual: Answers = {
    solana_requestAccounts: () => [{ pubkey: first }, { pubkey: second }],
    solana_getAccounts: () => [{ pubkey: first }],
    solana_signTransaction({ transaction }: { transaction: string }) {
      const unsigned = VersionedTransaction.deserialize(base64.decode(transaction))
      unsigned.signatures[0] = firstSolanaAccount.sign(unsigned.message.serialize())
      return { transaction: base64.encode(unsigned.serialize()) }
    },
  }
  const provider: WalletProvider = {
    async request(call) {
      asked.push(call)
      const answer = { ...usual, ...answers }[call.method]
      if (!answer) throw Object.assign(new Error('unsupported'), { code: 4200 })
      return answer(call.params as never)
    },
  }
  return { provider, asked }
}

const balanceOf = async (address: string) => {
  const [native] = await solanaAdapter.fetchBalances({ network, address, listed: [] }, signal)
  return native
}
const sol = (numeric: string) => ({
  name: 'Solana',
  symbol: 'SOL',
  chainId: network.caipNetworkId,
  quantity: { decimals: '9', numeric },
})
const order = (amount: string, receiver = second) => ({ network, from: first, receiver, token: sol('100'), amount })
const receiptOf = (hash: string) => solanaAdapter.awaitReceipt({ network, hash, from: '', timeoutMs: 20_000 }, signal)

describe('a Solana wallet', () => {
  test('is on the network that the app starts on, because it has none itself', async () => {
    const { provider } = walletOf()
    expect(await solanaAdapter.connect(provider, [solanaDevnet, solana], signal)).toEqual({
      accounts: [
        { address: first, type: 'eoa' },
        { address: second, type: 'eoa' },
      ],
      networkId: solanaDevnet.caipNetworkId,
    })
    expect(await solanaAdapter.getAccounts(provider, [solana], signal)).toMatchObject({
      networkId: solana.caipNetworkId,
    })
    expect(await solanaAdapter.switchNetwork(provider, solanaDevnet, signal)).toBe(solanaDevnet.caipNetworkId)
  })

  test('is not connected when it shares nothing', async () => {
    const { provider } = walletOf({ solana_requestAccounts: () => [], solana_getAccounts: () => [] })
    await expect(solanaAdapter.connect(provider, [solana], signal)).rejects.toMatchObject({ code: 'connect.noAccount' })
    expect(await solanaAdapter.getAccounts(provider, [solana], signal)).toBeUndefined()
  })

  test.each([{}, [{ address: first }], ['x'], null])('is refused when it answers %j', async (answer) => {
    const { provider } = walletOf({ solana_requestAccounts: () => answer })
    await expect(solanaAdapter.connect(provider, [solana], signal)).rejects.toMatchObject({
      code: 'wallet.invalidResponse',
    })
  })

  test('is disconnected even when it has no method for that, and an error of the method is passed on', async () => {
    await solanaAdapter.disconnect(walletOf().provider, signal)
    const broken = walletOf({ wallet_revokePermissions: () => Promise.reject(new Error('broken')) })
    await expect(solanaAdapter.disconnect(broken.provider, signal)).rejects.toThrow('broken')
  })
})

describe('a transfer', () => {
  test('is signed by the wallet, sent through the app’s node and confirmed [1.5]', async () => {
    const { provider, asked } = walletOf()
    const before = Number((await balanceOf(second))?.quantity.numeric)
    const hash = await sentBy(solanaAdapter, provider, order('1.25'), signal)
    expect(asked.at(-1)).toMatchObject({
      method: 'solana_signTransaction',
      params: { pubkey: first, chainId: network.caipNetworkId },
    })
    expect(await receiptOf(hash)).toEqual({ status: 'success', hash })
    expect(await solanaAdapter.fetchReceipt({ network, hash, from: '' }, signal)).toEqual({ status: 'success', hash })
    expect(Number((await balanceOf(second))?.quantity.numeric)).toBe(before + 1.25)
  })

  test('is sent by the wallet when it cannot only sign', async () => {
    const sent: string[] = []
    const { provider } = walletOf({
      solana_signTransaction: () => Promise.reject(Object.assign(new Error('no'), { code: 4200 })),
      solana_signAndSendTransaction: ({ transaction }: { transaction: string }) => {
        sent.push(transaction)
        return { signature: base58.encode(new Uint8Array(64).fill(1)) }
      },
    })
    expect(await sentBy(solanaAdapter, provider, order('1'), signal)).toBe(base58.encode(new Uint8Array(64).fill(1)))
    expect(sent).toHaveLength(1)
  })

  test('accepts a bare signature too', async () => {
    const { provider } = walletOf({
      solana_signTransaction({ transaction }: { transaction: string }) {
        const { message } = VersionedTransaction.deserialize(base64.decode(transaction))
        return { signature: base58.encode(firstSolanaAccount.sign(message.serialize())) }
      },
    })
    const hash = await sentBy(solanaAdapter, provider, order('0.5'), signal)
    expect(await receiptOf(hash)).toMatchObject({ status: 'success' })
  })

  test.each([{}, { transaction: 'AAAA' }, { signature: 'x' }, null])(
    'is not sent when the wallet answers %j',
    async (answer) => {
      const { provider } = walletOf({ solana_signTransaction: () => answer })
      await expect(sentBy(solanaAdapter, provider, order('1'), signal)).rejects.toMatchObject({
        code: 'wallet.invalidResponse',
      })
    },
  )

  test('of the token that an API lists under the native address is one of SOL', async () => {
    const { provider } = walletOf()
    const native = { ...sol('100'), address: `${network.caipNetworkId}:So11111111111111111111111111111111111111111` }
    const before = Number((await balanceOf(second))?.quantity.numeric)
    const hash = await sentBy(solanaAdapter, provider, { ...order('0.5'), token: native }, signal)
    expect(await receiptOf(hash)).toMatchObject({ status: 'success' })
    expect(Number((await balanceOf(second))?.quantity.numeric)).toBe(before + 0.5)
  })

  test('that the user declines is not sent in another way', async () => {
    const refusal = Object.assign(new Error('User rejected the request.'), { code: 4001 })
    const { provider, asked } = walletOf({ solana_signTransaction: () => Promise.reject(refusal) })
    await expect(sentBy(solanaAdapter, provider, order('1'), signal)).rejects.toBe(refusal)
    expect(asked).toHaveLength(1)
  })

  test('that another key signed is refused by the node', async () => {
    const { provider } = walletOf({
      solana_signTransaction({ transaction }: { transaction: string }) {
        const { message } = VersionedTransaction.deserialize(base64.decode(transaction))
        return { signature: base58.encode(secondSolanaAccount.sign(message.serialize())) }
      },
    })
    await expect(sentBy(solanaAdapter, provider, order('1'), signal)).rejects.toThrow(/signature/i)
  })

  /** A node that passes everything on. Transactions are passed on unless it refuses them, and get the answer of `said`. */
  const through = (said: () => unknown, refuses = false) => {
    let taken = 0
    const node: ChainNode = {
      async request(call) {
        if (refuses && call.method === 'sendTransaction') return said()
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...call })
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(chain.rpcUrl, { method: 'POST', headers, body })
        const { result, error } = (await response.json()) as { result?: unknown; error?: { code: number } }
        if (error) throw Object.assign(new Error('The chain refused it.'), error)
        if (call.method !== 'sendTransaction') return result
        taken += 1
        return said()
      },
    }
    return { there: defineNetwork(network, { node }), taken: () => taken }
  }
  const refusal = (code: number, message: string) => () => {
    throw Object.assign(new Error(message), { code })
  }

  test.each<[string, () => unknown]>([
    ['does not answer in time', () => Promise.reject(new LatchkeyError('rpc.expired'))],
    ['cannot be reached any more', () => Promise.reject(new LatchkeyError('rpc.offline'))],
    ['answers 504', () => Promise.reject(new LatchkeyError('rpc.failed', { params: { status: 504 } }))],
    ['answers with invalid data', () => ({ sent: true })],
    ['answers with an ambiguous error', refusal(-32_000, 'upstream timed out')],
    ['has it already', refusal(-32_002, 'Transaction simulation failed: This transaction has already been processed')],
  ])('that a node accepted is tracked as sent when the node then %s', async (_, said) => {
    const { provider, asked } = walletOf()
    const { there, taken } = through(said)
    const hash = await sentBy(solanaAdapter, provider, { ...order('1'), network: there }, signal)
    expect(await receiptOf(hash)).toEqual({ status: 'success', hash })
    expect(taken()).toBeGreaterThan(0)
    expect(asked.filter(({ method }) => method === 'solana_signTransaction')).toHaveLength(1)
  })

  test.each<[string, () => unknown, object]>([
    ['that it would fail', refusal(-32_002, 'Transaction simulation failed: Blockhash not found'), { code: -32_002 }],
    ['that its signature is wrong', refusal(-32_003, 'Transaction signature verification failure'), { code: -32_003 }],
    [
      '401',
      () => Promise.reject(new LatchkeyError('rpc.failed', { params: { status: 401 } })),
      { code: 'rpc.failed', params: { status: 401 } },
    ],
  ])('counts as not sent when a node answers %s', async (_, said, error) => {
    const { there } = through(said, true)
    const sending = sentBy(solanaAdapter, walletOf().provider, { ...order('1'), network: there }, signal)
    await expect(sending).rejects.toMatchObject(error)
  })

  test('of the maximum leaves nothing after the fee', async () => {
    const { provider } = walletOf()
    const [native] = await solanaAdapter.fetchBalances({ network, address: first, listed: [] }, signal)
    const token = sol(native?.quantity.numeric ?? '')
    const amount = await solanaAdapter.estimateMaximum({ network, from: first, token }, signal)
    const hash = await sentBy(solanaAdapter, provider, order(amount), signal)
    expect(await receiptOf(hash)).toMatchObject({ status: 'success' })
    expect((await balanceOf(first))?.quantity.numeric).toBe('0')
    await expect(
      solanaAdapter.estimateMaximum({ network, from: first, token: sol('0.000000001') }, signal),
    ).rejects.toMatchObject({ code: 'send.gasUnaffordable', params: { symbol: 'SOL' } })
  })

  test('that is in no block yet has no receipt, and times out', async () => {
    const hash = base58.encode(new Uint8Array(64).fill(9))
    expect(await solanaAdapter.fetchReceipt({ network, hash, from: '' }, signal)).toBeUndefined()
    await expect(solanaAdapter.awaitReceipt({ network, hash, from: '', timeoutMs: 1 }, signal)).rejects.toMatchObject({
      code: 'transaction.timedOut',
    })
  })
})

test.each([
  ['processed', undefined],
  ['confirmed', 'success'],
  ['finalized', 'success'],
])('a transaction that a node calls %s has the receipt %s [1.5]', async (confirmationStatus, status) => {
  const server = await countingServer(() => ({ result: { value: [{ confirmationStatus, err: null }] } }))
  const there = { ...network, rpcUrls: { default: { http: [server.url] } } }
  const hash = base58.encode(new Uint8Array(64).fill(9))
  const receipt = await solanaAdapter.fetchReceipt({ network: there, hash, from: '' }, signal)
  expect(receipt?.status).toBe(status)
})

test('an address is base58 of 32 bytes', async () => {
  expect(await solanaAdapter.resolveReceiver(first, solana.caipNetworkId, signal)).toBe(first)
  for (const wrong of ['', 'abc', `${first}xx`, '0x0000000000000000000000000000000000000000', first.replace(/.$/, '0')])
    await expect(solanaAdapter.resolveReceiver(wrong, solana.caipNetworkId, signal)).rejects.toMatchObject({
      code: 'address.invalid',
    })
})
