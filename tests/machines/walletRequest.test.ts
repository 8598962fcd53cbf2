/** One request to a wallet: every way it can end, and what happens to an answer that comes too late. */
import { describe, expect, test } from 'vitest'
import type { WalletRequest } from '../../machines/wallet-requests/walletRequest.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { walletRequestMachine } from '../../machines/wallet-requests/walletRequest.machine.ts'
import { fakeWallet, never } from '../../mocks/index.ts'
import { bitcoin, mainnet, solana } from '../../sdk/index.ts'
import { connected, ether, other, settle } from '../support/instance.ts'
import { run } from '../support/run.ts'
import { OTHER } from './pairing/fixtures.ts'
import { connection } from './walks/samples.ts'

const call = { method: 'personal_sign', params: ['0x00'] }
const asked = { method: 'eth_sendTransaction', params: [{}] }
const transfer = { network: other, token: ether('1'), amount: '1', receiver: OTHER }
const questions = {
  transfer: { kind: 'transfer', connection, transfer },
  call: { kind: 'call', connection, call },
} as const satisfies { [Kind in WalletRequest['kind']]: WalletRequest & { kind: Kind } }

const asking = (request: WalletRequest, works: Parameters<typeof run<typeof walletRequestMachine>>[1]['works'] = {}) =>
  run(walletRequestMachine, { input: { request, id: '1' }, works: { prepare: async () => asked, ...works } })
/** Each kind of request, the code of the user’s rejection, its time limit, and the code of its expiry. */
const all = [
  ['transfer', 'send.declined', 300_000, 'send.expired'],
  ['call', 'request.declined', 300_000, 'request.expired'],
] as const

describe.each(all)('a request: %s', (kind, declined, ms, expired) => {
  const question = questions[kind]
  const refusedBy = async (reason: unknown) => {
    const { actor } = asking(question, { sendToWallet: () => Promise.reject(reason) })
    await settle()
    return actor.getSnapshot().output
  }

  test('ends with the wallet’s answer', async () => {
    const { actor } = asking(question, { sendToWallet: async () => '0x1' })
    await settle()
    expect(actor.getSnapshot()).toMatchObject({ value: 'answered', output: { status: 'done', value: '0x1' } })
  })

  test('reports a rejection by the user as such, and any other error [8.46]', async () => {
    const words = ['User rejected the request.', 'Connection request reset.'].map((text) => new Error(text))
    for (const no of [{ code: 4001 }, ...words])
      expect(await refusedBy(no)).toMatchObject({ status: 'declined', error: { code: declined } })
    const broken = await refusedBy(new LatchkeyError('wallet.invalidResponse'))
    expect(broken).toMatchObject({ status: 'failed', error: { code: 'wallet.invalidResponse' } })
  })

  test('reports that the pairing library stopped to wait like its own time limit', async () => {
    const ended = await refusedBy(new LatchkeyError('session.requestExpired'))
    expect(ended).toMatchObject({ status: 'expired', error: { code: expired } })
  })

  test('reports a delay after 15 s without an answer, and ends in time', async () => {
    const { actor, clock } = asking(question)
    await settle()
    clock.increment(14_999)
    expect(actor.getSnapshot().hasTag('overdue')).toBe(false)
    clock.increment(1)
    expect(actor.getSnapshot().hasTag('overdue')).toBe(true)
    clock.increment(ms - 15_001)
    expect(actor.getSnapshot().hasTag('busy')).toBe(true)
    clock.increment(1)
    expect(actor.getSnapshot().hasTag('busy')).toBe(false)
    expect(actor.getSnapshot().context.outcome).toMatchObject({ status: 'expired', error: { code: expired } })
  })

  test('ends when it is cancelled, and when its wallet disconnects', async () => {
    const called = asking(question).actor
    const left = asking(question).actor
    await settle()
    called.send({ type: 'walletRequest.cancel' })
    expect(called.getSnapshot().context.outcome).toEqual({ status: 'cancelled' })
    left.send({ type: 'walletRequest.leave' })
    const gone = { status: 'failed', error: { code: 'wallet.left' } }
    // A transfer may still be confirmed in the wallet, as its text says.
    expect(left.getSnapshot().context.outcome).toMatchObject(kind === 'transfer' ? { status: 'cancelled' } : gone)
    expect(left.getSnapshot().hasTag('busy')).toBe(false)
  })
})

describe('a transfer', () => {
  test('is not sent when it is cancelled while it is prepared', async () => {
    const wallet: string[] = []
    let prepare: () => void = () => {}
    const { actor } = asking(questions.transfer, {
      prepare: () => new Promise((resolve) => (prepare = () => resolve(asked))),
      sendToWallet: async () => (wallet.push('asked'), '0x1'),
    })
    actor.send({ type: 'walletRequest.cancel' })
    prepare()
    await settle()
    expect([actor.getSnapshot().value, wallet]).toEqual(['ended', []])
  })

  test.each([
    ['confirmed late', (answer: (hash: string) => void) => answer('0x1'), 'answered', { status: 'done', value: '0x1' }],
    ['refused late', (_: unknown, refuse: () => void) => refuse(), 'closed', { status: 'cancelled' }],
  ] as const)('keeps the wallet’s answer when it is cancelled and then %s', async (_, end, value, output) => {
    let answer: (hash: string) => void = () => {}
    let refuse: () => void = () => {}
    const { actor } = asking(questions.transfer, {
      sendToWallet: () =>
        new Promise((resolve, reject) => ([answer, refuse] = [resolve, () => reject(new Error('no'))])),
    })
    await settle()
    actor.send({ type: 'walletRequest.cancel' })
    expect(actor.getSnapshot()).toMatchObject({
      value: { requested: 'late' },
      context: { outcome: { status: 'cancelled' } },
    })
    end(answer, refuse)
    await settle()
    expect(actor.getSnapshot()).toMatchObject({ value, output })
  })

  test('is observed for one more hour when it is never answered', async () => {
    const { actor, clock } = asking(questions.transfer)
    await settle()
    actor.send({ type: 'walletRequest.cancel' })
    actor.send({ type: 'walletRequest.leave' })
    clock.increment(3_899_999)
    expect(actor.getSnapshot().value).toEqual({ requested: 'late' })
    clock.increment(1)
    expect(actor.getSnapshot()).toMatchObject({ value: 'closed', output: { status: 'cancelled' } })
  })
})

test('a cancelled request of the app ends at once, and leaves nothing behind', async () => {
  const { latchkey } = await connected({ wallet: fakeWallet({ personal_sign: never }) })
  const control = new AbortController()
  const signing = latchkey.signMessage('hi', { signal: control.signal })
  await settle()
  expect(latchkey.actor('requests').getSnapshot().context.open).toMatchObject([{ request: { kind: 'call' } }])
  expect(latchkey.find('walletRequest:1')).toBeDefined()
  control.abort()
  expect(await signing).toEqual({ status: 'cancelled' })
  expect(latchkey.actor('requests').getSnapshot().context).toMatchObject({ open: [], late: [] })
  expect(latchkey.find('walletRequest:1')).toBeUndefined()
})

test('a crashed request does not affect another one', async () => {
  const { latchkey, errors } = await connected({ wallet: fakeWallet({ personal_sign: never }) })
  const [first, second] = [latchkey.signMessage('one'), latchkey.signMessage('two')]
  await settle()
  latchkey.actor('requests').send({ type: 'xstate.error.actor.walletRequest:1', error: new Error('kaput') })
  expect(await first).toMatchObject({ status: 'failed', error: { code: 'unknown' } })
  expect(latchkey.actor('requests').getSnapshot().context.open).toMatchObject([{ id: '2' }])
  latchkey.dispatch({ type: 'requests.cancelAll' })
  expect(await second).toEqual({ status: 'cancelled' })
  expect(errors).toEqual([])
})

test('a request of an actor is not cancelled with those of the app, and keeps no view open', async () => {
  const { latchkey } = await connected({ wallet: fakeWallet({ personal_sign: never, eth_sendTransaction: never }) })
  const { actor: requester } = asking(questions.call)
  const { activeAccount } = latchkey.actor('network').getSnapshot().context
  if (!activeAccount) throw new Error('nobody is connected')
  const request = {
    kind: 'transfer',
    connection: activeAccount.connection,
    transfer: { ...transfer, network: activeAccount.network },
  } as const
  latchkey.dispatch({ type: 'requests.submit', requestId: '1', request, requester })
  const signing = latchkey.signMessage('hi')
  await settle()
  latchkey.dispatch({ type: 'modal.open', view: 'ApproveTransaction' })
  expect(latchkey.actor('view').getSnapshot().value).toBe('locked')
  latchkey.dispatch({ type: 'requests.cancelAll' })
  expect(await signing).toEqual({ status: 'cancelled' })
  expect(latchkey.actor('requests').getSnapshot().context.open).toMatchObject([{ request: { kind: 'transfer' } }])
  expect(latchkey.actor('view').getSnapshot().value).toBe('unlocked')
})

test.each([
  [mainnet, `0x${'ab'.repeat(32)}`],
  [solana, '5'.repeat(88)],
  [bitcoin, 'ab'.repeat(32)],
])('a late transfer on $name is tracked by its id', async (network, id) => {
  let confirm: (id: string) => void = never
  const { latchkey, errors } = await connected({
    chain: {
      send: () => new Promise((resolve) => (confirm = resolve)),
      awaitReceipt: never,
      prepare: async () => asked,
    },
  })
  const { actor: requester } = asking(questions.call)
  const { activeAccount } = latchkey.actor('network').getSnapshot().context
  if (!activeAccount) throw new Error('nobody is connected')
  const request = {
    kind: 'transfer',
    connection: activeAccount.connection,
    transfer: { ...transfer, network },
  } as const
  latchkey.dispatch({ type: 'requests.submit', requestId: '1', request, requester })
  await settle()
  latchkey.actor('requests').send({ type: 'requests.cancel', requestId: '1', requester })
  await settle()
  expect(latchkey.actor('requests').getSnapshot().context).toMatchObject({ open: [], late: [{ request }] })
  confirm(id)
  await settle(40)
  expect(latchkey.find(`transaction:${id}`)?.getSnapshot().status).toBe('active')
  expect(errors).toEqual([])
})

test('two requests with the same id are distinguished by who made them', async () => {
  const { latchkey } = await connected({ wallet: fakeWallet({ personal_sign: never }) })
  const { actor: requester } = asking(questions.call)
  const ask = { type: 'requests.submit', requestId: '1', request: questions.call } as const
  latchkey.dispatch(ask)
  latchkey.dispatch({ ...ask, requester })
  const open = () =>
    latchkey
      .actor('requests')
      .getSnapshot()
      .context.open.map(({ id }) => id)
  expect(open()).toEqual(['1', '2'])
  latchkey.dispatch({ type: 'requests.cancel', requestId: '1' })
  expect(open()).toEqual(['2'])
})
