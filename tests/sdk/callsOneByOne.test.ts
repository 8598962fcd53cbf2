/** The calls of a bundle, one by one, when a wallet does not support bundles and the app allows it. */
import { describe, expect, test } from 'vitest'
import { encodeAbiParameters, encodeEventTopics } from 'viem'
import { entryPoint07Abi, entryPoint07Address } from 'viem/account-abstraction'
import { fakeAccounts, fakeWallet, never } from '../../mocks/index.ts'
import { encodeOwnId } from '../../machines/calls/bundle.rules.ts'
import type { CallsRequest, RpcPort } from '../../sdk/index.ts'
import { connected, instance, settle } from '../support/instance.ts'

const [first, second] = fakeAccounts
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const receipt = (status: string, n: number) => ({
  status,
  transactionHash: hash(n),
  blockHash: hash(9),
  blockNumber: '0x10',
  gasUsed: '0x5208',
  logs: [],
  type: '0x2',
})
const refuse = (error: object) => (): never => {
  throw Object.assign(new Error('No'), error)
}
const unknown = refuse({ code: 4200 })
const two: CallsRequest = {
  calls: [
    { to: second, value: 1n },
    { to: second, data: '0x00' },
  ],
  fallback: true,
}

/** A wallet with these answers to `eth_sendTransaction`, in order, and a chain with some receipts. */
async function page(answers: readonly unknown[], wallets: Record<string, unknown> = {}) {
  const left = [...answers]
  const receipts: Record<string, unknown> = {}
  const wallet = fakeWallet({
    wallet_sendCalls: unknown,
    eth_sendTransaction: () => {
      const next = left.shift()
      return typeof next === 'function' ? (next as () => unknown)() : next
    },
    ...wallets,
  })
  const rpc: RpcPort = {
    async request(_, { params }) {
      const found = receipts[String((params as unknown[])[0])]
      if (found instanceof Error) throw found
      return found ?? null
    },
  }
  const made = await connected({ wallet, ports: { rpc } })
  const sent = () => wallet.calls.filter(({ method }) => method === 'eth_sendTransaction').map(({ params }) => params)
  return { ...made, wallet, receipts, sent, provider: made.latchkey.getProvider('eip155') }
}

describe('a wallet without bundles', () => {
  test('gets one transaction for each call, in order, each as its own request; the id says what was sent', async () => {
    const { latchkey, sent } = await page([hash(1), hash(2)])
    const hashes = [hash(1), hash(2)]
    const id = encodeOwnId({ chainId: 1, count: 2, hashes })
    expect(await latchkey.sendCalls(two)).toEqual({ status: 'done', value: { id, oneByOne: { hashes } } })
    expect(sent()).toEqual([
      [{ from: first, to: second, value: '0x1', chainId: '0x1' }],
      [{ from: first, to: second, data: '0x00', chainId: '0x1' }],
    ])
    expect(latchkey.actor('requests').getSnapshot().context.count).toBe(3)
    await settle()
    expect(latchkey.find(`calls:${id}`)?.getSnapshot().value).toBe('waiting')
  })

  test.each([
    { code: -32_601 },
    { code: -32_603, message: 'The method "wallet_sendCalls" does not exist / is not available.' },
    { code: 5101 },
    { message: 'Unsupported method: wallet_sendCalls' },
  ])('is recognized by its error: %o', async (error) => {
    const { latchkey, sent } = await page([hash(1), hash(2)], { wallet_sendCalls: refuse(error) })
    expect(await latchkey.sendCalls(two)).toMatchObject({ status: 'done' })
    expect(sent()).toHaveLength(2)
  })

  test.each<[string, CallsRequest]>([
    ['is not allowed', { calls: two.calls }],
    ['would not be atomic', { ...two, atomicRequired: true }],
    ['would drop a required capability', { ...two, capabilities: { pay: { url: 'x' } } }],
    [
      'would drop a required capability of a call',
      { ...two, calls: [{ to: second, capabilities: { pay: { optional: false } } }] },
    ],
    ['would need too many transactions', { ...two, calls: Array.from({ length: 101 }, () => ({ to: second })) }],
  ])('gets no transaction when that %s', async (_, bundle) => {
    const { latchkey, sent } = await page([])
    expect(await latchkey.sendCalls(bundle)).toMatchObject({ status: 'failed', error: { code: 'request.failed' } })
    expect(sent()).toEqual([])
  })

  test('gets no optional capabilities', async () => {
    const { latchkey, sent } = await page([hash(1)])
    const capabilities = { pay: { url: 'x', optional: true } }
    const bundle = { calls: [{ to: second, capabilities }], capabilities, fallback: true }
    expect(await latchkey.sendCalls(bundle)).toMatchObject({ status: 'done' })
    expect(sent()).toEqual([[{ from: first, to: second, chainId: '0x1' }]])
  })

  test.each([
    { code: 4001 },
    { code: 5700 },
    { code: 5760, message: 'The account does not support this' },
    { code: -32_603 },
  ])('is not assumed after the error %o', async (error) => {
    const { latchkey, sent } = await page([], { wallet_sendCalls: refuse(error) })
    expect((await latchkey.sendCalls(two)).status).not.toBe('done')
    expect(sent()).toEqual([])
  })
})

describe('the first rejection or failure', () => {
  test('is the outcome when nothing was sent before', async () => {
    const { latchkey, sent } = await page([refuse({ code: 4001 })])
    expect(await latchkey.sendCalls(two)).toMatchObject({ status: 'declined', error: { code: 'send.declined' } })
    expect(sent()).toHaveLength(1)
  })

  test.each([
    [refuse({ code: 4001 }), 'send.declined'],
    [refuse({ code: -32_603 }), 'request.failed'],
    ['ok', 'send.unreadable'],
  ])('ends the bundle, whose outcome has what was sent and the reason: %o', async (answer, code) => {
    const { latchkey, sent, receipts } = await page([hash(1), answer, hash(3)])
    const outcome = await latchkey.sendCalls({ ...two, calls: [...two.calls, ...two.calls] })
    const id = encodeOwnId({ chainId: 1, count: 4, hashes: [hash(1)] })
    expect(outcome).toMatchObject({
      status: 'done',
      value: { id, oneByOne: { hashes: [hash(1)], stopped: { code } } },
    })
    expect(sent()).toHaveLength(2)
    receipts[hash(1)] = receipt('0x1', 1)
    expect(await latchkey.getCallsStatus(id)).toMatchObject({ value: { status: 'partlyReverted', statusCode: 600 } })
  })

  test('may be an abort, or a disconnect of the wallet', async () => {
    const { latchkey, sent } = await page([hash(1), never])
    const control = new AbortController()
    const sending = latchkey.sendCalls(two, { signal: control.signal })
    await settle()
    expect(sent()).toHaveLength(2)
    control.abort()
    expect(await sending).toMatchObject({
      status: 'done',
      value: { oneByOne: { hashes: [hash(1)], stopped: { code: 'send.cancelled' } } },
    })
    const other = await page([hash(1), never])
    const leaving = other.latchkey.sendCalls(two)
    await settle()
    await other.latchkey.disconnect()
    expect(await leaving).toMatchObject({ value: { oneByOne: { stopped: { code: 'send.expired' } } } })
    const third = await page([hash(1), never])
    const stopping = third.latchkey.sendCalls(two)
    await settle()
    third.latchkey.stop()
    expect(await stopping).toMatchObject({ value: { oneByOne: { stopped: { code: 'send.cancelled' } } } })
  })
})

describe('the status of single calls', () => {
  const id = encodeOwnId({ chainId: 1, count: 2, hashes: [hash(1), hash(2)] })
  test.each([
    [[], 'pending', 100],
    [['0x1'], 'pending', 100],
    [['0x1', '0x1'], 'success', 200],
    [['0x0', '0x0'], 'reverted', 500],
    [['0x1', '0x0'], 'partlyReverted', 600],
  ] as const)('is that of a bundle, by their receipts: %j', async (statuses, status, statusCode) => {
    const { latchkey, provider, receipts, wallet } = await page([])
    statuses.forEach((each, index) => (receipts[hash(index + 1)] = receipt(each, index + 1)))
    expect(await latchkey.getCallsStatus(id)).toMatchObject({
      status: 'done',
      value: { id, status, statusCode, chainId: 1, atomic: false },
    })
    const wire = statuses.map((each, index) => {
      const { type: _, ...rest } = receipt(each, index + 1)
      return rest
    })
    expect(await provider.request({ method: 'wallet_getCallsStatus', params: [id] })).toEqual({
      version: '2.0.0',
      id,
      chainId: '0x1',
      status: statusCode,
      atomic: false,
      receipts: wire,
    })
    expect(wallet.calls.some(({ method }) => method === 'wallet_getCallsStatus')).toBe(false)
  })

  test('is reverted when a contract account reverted its call in a transaction that succeeded', async () => {
    const { latchkey, receipts } = await page([])
    const eventName = 'UserOperationEvent'
    const args = { userOpHash: hash(7), sender: first, paymaster: second }
    const log = {
      address: entryPoint07Address,
      topics: encodeEventTopics({ abi: entryPoint07Abi, eventName, args } as never),
      // Nonce, success, cost and gas.
      data: encodeAbiParameters(
        ['uint256', 'bool', 'uint256', 'uint256'].map((type) => ({ type })),
        [1n, false, 2n, 3n],
      ),
    }
    receipts[hash(1)] = receipt('0x1', 1)
    receipts[hash(2)] = { ...receipt('0x1', 2), logs: [log] }
    expect(await latchkey.getCallsStatus(id)).toMatchObject({ value: { status: 'partlyReverted', statusCode: 600 } })
  })

  test('is known after a reload and without a wallet, but not for an invalid id or another network', async () => {
    const { latchkey, provider, receipts } = await page([])
    await latchkey.disconnect()
    for (const n of [1, 2]) receipts[hash(n)] = receipt('0x1', n)
    expect(await latchkey.getCallsStatus(id)).toMatchObject({ value: { status: 'success' } })
    for (const broken of ['latchkey:', encodeOwnId({ chainId: 5, count: 1, hashes: [hash(1)] })]) {
      expect(await latchkey.getCallsStatus(broken)).toMatchObject({ error: { code: 'calls.idUnknown' } })
      await expect(provider.request({ method: 'wallet_getCallsStatus', params: [broken] })).rejects.toMatchObject({
        code: 5730,
      })
    }
  })

  test('settles when the network fails, the call is aborted, or the answer is invalid', async () => {
    expect(await instance().latchkey.getCallsStatus(id)).toMatchObject({ error: { code: 'connection.clientMissing' } })
    const { latchkey, receipts } = await page([])
    receipts[hash(1)] = new Error('down')
    expect(await latchkey.getCallsStatus(id)).toMatchObject({ status: 'failed', error: { code: 'request.failed' } })
    for (const nonsense of [{ status: '0x1' }, receipt('0x1', 2)]) {
      receipts[hash(1)] = nonsense
      expect(await latchkey.getCallsStatus(id)).toMatchObject({ error: { code: 'wallet.invalidResponse' } })
    }
    expect(await latchkey.getCallsStatus(id, { signal: AbortSignal.abort() })).toEqual({ status: 'cancelled' })
  })
})
