/** How a sent bundle of calls is tracked: to its end, for as long as is allowed. */
import { describe, expect, test, vi } from 'vitest'
import { fakeAccounts, fakeWallet, never } from '../../mocks/index.ts'
import { encodeOwnId } from '../../machines/calls/bundle.rules.ts'
import { LatchkeyError, type LatchkeyOptions } from '../../sdk/index.ts'
import { connected, instance, pass, settle } from '../support/instance.ts'
import { balanceOf } from '../support/features.ts'
import { scriptedVisibility } from './page.ts'

const [, second] = fakeAccounts
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const receipt = (status: string, n = 1) => ({
  status,
  transactionHash: hash(n),
  blockHash: hash(9),
  blockNumber: '0x10',
  gasUsed: '0x5208',
  logs: [],
})
const bundle = { calls: [{ to: second, value: 1n }] }
const notApproved = async (): Promise<never> => {
  throw new LatchkeyError('session.callStatusNotApproved')
}
const refuse = (code: number) => async (): Promise<never> => {
  throw Object.assign(new Error('No'), { code })
}

/** An app that has sent a bundle. The test controls the page’s visibility. */
async function page(status: unknown, options: LatchkeyOptions & { hidden?: boolean } = {}) {
  const visibility = scriptedVisibility(options.hidden ? 'page.hidden' : 'page.shown')
  const wallet = fakeWallet({ wallet_sendCalls: { id: '0x12' }, wallet_getCallsStatus: status })
  const { hidden: _, ...rest } = options
  const made = await connected({ wallet, ...rest, ports: { visibility: visibility.port, ...rest.ports } })
  const looks = () => wallet.calls.filter(({ method }) => method === 'wallet_getCallsStatus').length
  return { ...made, wallet, looks, show: visibility.see, item: () => made.latchkey.find('calls:0x12') }
}
type Page = Awaited<ReturnType<typeof page>>
async function sent(status: unknown, options: Parameters<typeof page>[1] = {}): Promise<Page> {
  const made = await page(status, options)
  expect(await made.latchkey.sendCalls(bundle)).toMatchObject({ status: 'done' })
  await settle()
  return made
}
const pending = { status: 100 }

describe('waitForCalls', () => {
  test('settles without a wallet, for an invalid id, on abort and on stop', async () => {
    expect(await instance().latchkey.waitForCalls('0x12')).toMatchObject({
      error: { code: 'connection.clientMissing' },
    })
    const { latchkey } = await page(never)
    expect(await latchkey.waitForCalls('')).toMatchObject({ error: { code: 'request.invalid' } })
    const control = new AbortController()
    const [calledOff, other] = [
      latchkey.waitForCalls('0x12', { signal: control.signal }),
      latchkey.waitForCalls('0x12'),
    ]
    await settle()
    control.abort()
    expect(await calledOff).toEqual({ status: 'cancelled' })
    expect(latchkey.find('calls:0x12')?.getSnapshot().value).toBe('polling')
    latchkey.stop()
    expect(await other).toEqual({ status: 'cancelled' })
  })

  test('fails when its actor crashes', async () => {
    const { latchkey, item } = await page(never)
    const waiting = latchkey.waitForCalls('0x12')
    await settle()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const broken = item() as unknown as { _error(error: unknown): void }
    broken._error(new Error('crash'))
    expect(await waiting).toMatchObject({ status: 'failed' })
    expect(item()).toBeUndefined()
  })

  test('fails when the wallet disconnects', async () => {
    const { latchkey } = await sent(pending)
    const waiting = latchkey.waitForCalls('0x12')
    await settle()
    await latchkey.disconnect()
    expect(await waiting).toMatchObject({ status: 'failed', error: { code: 'wallet.disconnected' } })
  })
  test('settles with its own bundle while another one is pending [4.34]', async () => {
    const { latchkey } = await page((params: unknown) => ({ status: (params as string[])[0] === '0x12' ? 200 : 100 }))
    const ended: string[] = []
    const control = new AbortController()
    const other = latchkey.waitForCalls('0x13', { signal: control.signal })
    void other.then(({ status }) => ended.push(status))
    await settle()
    expect(await latchkey.waitForCalls('0x12')).toMatchObject({ status: 'done', value: { id: '0x12' } })
    await settle()
    expect(ended).toEqual([])
    control.abort()
    expect(await other).toEqual({ status: 'cancelled' })
  })

  test.each([
    [200, 'success'],
    [500, 'reverted'],
    [600, 'partlyReverted'],
    [400, 'failed'],
  ] as const)('resolves status %i as %s', async (status, became) => {
    const { latchkey, item, clock } = await page({ status, receipts: [receipt('0x1')] })
    const ends = [latchkey.waitForCalls('0x12'), latchkey.waitForCalls('0x12')]
    for (const end of ends) expect(await end).toMatchObject({ status: 'done', value: { status: became, id: '0x12' } })
    expect(item()).toBeUndefined()
    await settle()
    expect(clock.live.size).toBe(0)
  })
})

describe('a sent bundle', () => {
  test('is polled at once, then at intervals that grow from 1 s to 30 s', async () => {
    const { looks, clock, item } = await sent(pending)
    expect(looks()).toBe(1)
    expect(item()?.getSnapshot()).toMatchObject({ value: 'waiting', context: { status: { status: 'pending' } } })
    for (const ms of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const before = looks()
      await pass(clock, ms - 1, 1)
      expect(looks()).toBe(before)
      await pass(clock, 1, 1)
      expect(looks()).toBe(before + 1)
    }
  })

  test('is also tracked when it was sent by JSON-RPC, but not when the user declined it', async () => {
    const made = await page(pending)
    const raw = { method: 'wallet_sendCalls', params: [{ calls: [{ to: second }] }] }
    made.wallet.answers['wallet_sendCalls'] = refuse(4001)
    await expect(made.latchkey.getProvider('eip155').request(raw)).rejects.toMatchObject({ code: 4001 })
    await settle()
    expect(made.latchkey.find('calls')).toBeUndefined()
    made.wallet.answers['wallet_sendCalls'] = '0x12'
    expect(await made.latchkey.getProvider('eip155').request(raw)).toBe('0x12')
    await settle()
    expect(made.looks()).toBe(1)
  })

  test('expires after 99 polls [4.34]', async () => {
    const { latchkey, looks, clock, item } = await sent(pending)
    const waiting = latchkey.waitForCalls('0x12')
    await settle()
    for (let look = looks(); look < 99; look += 1) await pass(clock, 30_000, 1)
    expect(await waiting).toMatchObject({ status: 'expired', error: { code: 'calls.timedOut' } })
    await pass(clock, 300_000, 2)
    expect([looks(), item()]).toEqual([99, undefined])
  })

  test('is polled again when the wallet fails or does not answer in time', async () => {
    const { wallet, looks, clock, item } = await sent(refuse(-32_603))
    expect([looks(), item()?.getSnapshot().value]).toEqual([1, 'waiting'])
    wallet.answers['wallet_getCallsStatus'] = never
    await pass(clock, 1_000, 1)
    expect(item()?.getSnapshot().value).toBe('polling')
    await pass(clock, 25_000, 1)
    expect(item()?.getSnapshot().value).toBe('waiting')
    wallet.answers['wallet_getCallsStatus'] = { status: 200 }
    await pass(clock, 2_000, 1)
    expect([looks(), item()]).toEqual([3, undefined])
  })

  test.each([
    ['an unknown bundle id', refuse(5730), 'calls.idUnknown'],
    ['an unsupported method', refuse(4200), 'request.failed'],
    ['a missing approval', notApproved, 'session.callStatusNotApproved'],
  ])('is given up when the wallet answers with %s [8.54]', async (_, answer, error) => {
    const { latchkey, looks } = await page(answer)
    expect(await latchkey.waitForCalls('0x12')).toMatchObject({ status: 'failed', error: { code: error } })
    expect(looks()).toBe(1)
  })
})

describe('a hidden page', () => {
  test('does not poll, and polls at once when it is shown', async () => {
    const { looks, clock, show, item } = await sent(pending)
    show('page.left')
    await pass(clock, 1_000, 1)
    expect(looks()).toBe(2)
    show('page.hidden')
    await pass(clock, 60_000)
    expect([looks(), item()?.getSnapshot().value]).toEqual([2, 'hidden'])
    show('page.shown')
    await settle()
    expect(looks()).toBe(3)
  })

  test('does not wait for the poll in flight, and gives up after 24 h', async () => {
    const { show, item, clock } = await sent(never)
    show('page.hidden')
    expect(item()?.getSnapshot().value).toBe('hidden')
    await pass(clock, 86_399_999, 1)
    expect(item()?.getSnapshot().value).toBe('hidden')
    await pass(clock, 1, 1)
    expect(item()).toBeUndefined()
  })

  test('polls at most 99 times, however often it is shown [4.34]', async () => {
    const { show, item, looks } = await sent(never)
    for (let times = 0; times < 198; times += 1) {
      show('page.hidden')
      show('page.shown')
      await settle(1)
    }
    expect([item(), looks()]).toEqual([undefined, 99])
  })

  test('does not poll before it is first shown', async () => {
    const { item, looks, show } = await sent(never, { hidden: true })
    expect([item()?.getSnapshot().value, looks()]).toEqual(['hidden', 0])
    show('page.shown')
    await settle()
    expect(looks()).toBe(1)
  })
})

describe('a confirmed bundle', () => {
  test.each([[[receipt('0x1')]], [[]]])('refreshes the balance, with the receipts %j', async (receipts) => {
    const { latchkey, wallet, clock } = await sent(pending)
    await settle()
    const balance = balanceOf(latchkey)
    expect(balance.getSnapshot().hasTag('busy')).toBe(false)
    const before = balance.getSnapshot().context.readAt
    wallet.answers['wallet_getCallsStatus'] = { status: 200, chainId: '0x1', receipts }
    await pass(clock, 1_000, 1)
    await settle()
    expect(balance.getSnapshot().context.readAt).toBeGreaterThan(before)
  })

  test('is read from the chain when its calls were sent one by one, even while no wallet is connected', async () => {
    const answers = new Map<string, unknown>([[hash(1), receipt('0x1')]])
    const asked: unknown[] = []
    const { latchkey, clock, connectorId } = await page(pending, {
      ports: {
        rpc: {
          request: async (network, call) => {
            const [which] = call.params as [string]
            asked.push([network.caipNetworkId, call.method, which])
            return answers.get(which) ?? null
          },
        },
      },
    })
    await latchkey.disconnect()
    const id = encodeOwnId({ chainId: 10, count: 2, hashes: [hash(1), hash(2)] })
    const waiting = latchkey.waitForCalls(id)
    await settle()
    expect(asked).toEqual([1, 2].map((n) => ['eip155:10', 'eth_getTransactionReceipt', hash(n)]))
    answers.set(hash(2), receipt('0x0', 2))
    await pass(clock, 1_000, 1)
    expect(await waiting).toMatchObject({
      status: 'done',
      value: { id, status: 'partlyReverted', atomic: false, chainId: 10, receipts: [{}, {}] },
    })
    answers.delete(hash(2))
    expect(await latchkey.connect({ connectorId })).toMatchObject({ status: 'done' })
    const again = latchkey.waitForCalls(id)
    await settle()
    await latchkey.disconnect()
    answers.set(hash(2), receipt('0x1', 2))
    await pass(clock, 1_000, 1)
    expect(await again).toMatchObject({ status: 'done', value: { status: 'success' } })
    expect(await latchkey.waitForCalls('latchkey:5:1:')).toMatchObject({ error: { code: 'calls.idUnknown' } })
  })
})
