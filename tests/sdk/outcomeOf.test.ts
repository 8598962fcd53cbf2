import { describe, expect, onTestFinished, test } from 'vitest'
import { assign, createActor, emit, sendTo, setup } from 'xstate'
import { fakeWallet, never } from '../../mocks/index.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { withContract, type RefOf, type SetupTypes } from '../../machines/core/contract.ts'
import { cancelled, done, failed } from '../../machines/shared/outcome.rules.ts'
import { outcomeOf } from '../../sdk/instance/outcomeOf.ts'
import { connected, settle, started } from '../support/instance.ts'

type SumEvent =
  | { type: 'sum.add'; requestId: string; terms: readonly number[] }
  | { type: 'sum.cancel'; requestId: string }
  | { type: 'sum.answer'; requestId: string; outcome: Outcome<number> }
  | { type: 'sum.end' }
  | { type: 'sum.crash' }
interface SumContract {
  context: { received: readonly SumEvent[] }
  event: SumEvent
  state: 'waiting' | 'ended'
  emitted:
    | { type: 'sum.settled'; requestId: string; outcome: Outcome<number> }
    | { type: 'sum.added'; requestId: string; outcome: Outcome<number> }
}
type Answer = Extract<SumEvent, { type: 'sum.answer' }>

const sumMachine = setup({
  types: {} as SetupTypes<SumContract>,
  actions: {
    keep: assign({ received: ({ context, event }) => [...context.received, event] }),
    settle: emit((_, { requestId, outcome }: Answer) => ({ type: 'sum.settled' as const, requestId, outcome })),
    emitAdded: emit((_, { requestId }: { requestId: string }) => ({
      type: 'sum.added' as const,
      requestId,
      outcome: done(0),
    })),
    settleNothing: emit((_, { requestId }: { requestId: string }) => ({
      type: 'sum.settled' as const,
      requestId,
      outcome: done(0),
    })),
    crash: () => {
      throw new Error('crash')
    },
  },
  guards: { empty: (_, { terms }: { terms: readonly number[] }) => terms.length === 0 },
}).createMachine({
  context: { received: [] },
  initial: 'waiting',
  states: {
    waiting: {
      on: {
        'sum.add': [
          {
            guard: { type: 'empty', params: ({ event }) => event },
            actions: ['keep', { type: 'settleNothing', params: ({ event }) => event }],
          },
          { actions: ['keep', { type: 'emitAdded', params: ({ event }) => event }] },
        ],
        'sum.cancel': { actions: 'keep' },
        'sum.answer': { actions: { type: 'settle', params: ({ event }) => event } },
        'sum.crash': { actions: 'crash' },
        'sum.end': 'ended',
      },
    },
    ended: { type: 'final' },
  },
})

/** A machine that adds up, with answers from the test and a record of its events. */
function sum() {
  const actor = createActor(withContract<SumContract>()(sumMachine))
  const received = () => actor.getSnapshot().context.received
  const attempts = () => received().flatMap((event) => (event.type === 'sum.add' ? [event.requestId] : []))
  const ref: RefOf<SumContract> = actor
  actor.subscribe({ error: () => {} })
  actor.start()
  onTestFinished(() => void actor.stop())
  return {
    ref,
    received,
    ask: (signal?: AbortSignal, terms = [1]) => outcomeOf(ref, { type: 'sum.add', terms }, signal),
    /** Answers the nth command. */
    answer: (nth: number, outcome: Outcome<number>) =>
      ref.send({ type: 'sum.answer', requestId: attempts()[nth] ?? '', outcome }),
    cancellations: () => received().filter(({ type }) => type === 'sum.cancel').length,
    stop: () => actor.stop(),
  }
}

/** The current value of a promise, or undefined if it is not settled. */
async function byNow<Value>(promise: Promise<Value>): Promise<Value | undefined> {
  await settle(1)
  return Promise.race([promise, Promise.resolve(undefined)])
}

describe('the outcome of a command', () => {
  test('is the first one that the machine emits for it, also a rejection', async () => {
    for (const outcome of [done(1), failed(new LatchkeyError('wallet.disconnected'))]) {
      const { ask, answer } = sum()
      const asked = ask()
      expect(await byNow(asked)).toBeUndefined()
      answer(0, outcome)
      answer(0, done(2))
      expect(await asked).toBe(outcome)
    }
  })

  test('is available when the machine answers synchronously', async () => {
    const { ask } = sum()
    expect(await ask(undefined, [])).toEqual(done(0))
  })

  test('is emitted to each of two callers separately, in any order', async () => {
    const { ask, answer } = sum()
    const [first, second] = [ask(), ask()]
    answer(1, done(2))
    expect(await second).toEqual(done(2))
    expect(await byNow(first)).toBeUndefined()
    answer(0, done(1))
    expect(await first).toEqual(done(1))
  })

  test('is not the late outcome of an earlier attempt', async () => {
    const { ask, answer } = sum()
    const control = new AbortController()
    const before = ask(control.signal)
    control.abort()
    expect(await before).toEqual(cancelled)
    const asked = ask()
    answer(0, done(1))
    expect(await byNow(asked)).toBeUndefined()
    answer(1, done(2))
    expect(await asked).toEqual(done(2))
  })
})

describe('a signal', () => {
  test('that is already aborted cancels, and the machine gets no event', async () => {
    const { ask, received } = sum()
    expect(await ask(AbortSignal.abort())).toEqual(cancelled)
    expect(received()).toEqual([])
  })

  test('cancels at once, and the machine gets one cancellation with the same id', async () => {
    const { ask, received, cancellations } = sum()
    const control = new AbortController()
    const asked = ask(control.signal)
    control.abort()
    expect(await asked).toEqual(cancelled)
    const [added, called] = received()
    expect(called).toEqual({ type: 'sum.cancel', requestId: added?.type === 'sum.add' ? added.requestId : undefined })
    expect(cancellations()).toBe(1)
  })

  test('changes nothing and cancels nothing after the outcome', async () => {
    const { ask, answer, cancellations } = sum()
    const control = new AbortController()
    const asked = ask(control.signal)
    answer(0, done(1))
    control.abort()
    expect(await asked).toEqual(done(1))
    expect(cancellations()).toBe(0)
  })
})

describe('the machine behind a command', () => {
  test('cancels it when it stops or ends', async () => {
    const [stopped, ended] = [sum(), sum()]
    const asked = [stopped.ask(), ended.ask()]
    stopped.stop()
    ended.ref.send({ type: 'sum.end' })
    expect(await Promise.all(asked)).toEqual([cancelled, cancelled])
  })

  test('fails it with its name and the cause when it crashes', async () => {
    const { ref, ask } = sum()
    const asked = [ask(), ask()]
    ref.send({ type: 'sum.crash' })
    const crashed = { code: 'actor.crashed', params: { name: 'sum' }, cause: new Error('crash') }
    for (const outcome of await Promise.all(asked)) expect(outcome).toMatchObject({ status: 'failed', error: crashed })
  })

  test('fails it at once when it crashed before or is missing', async () => {
    const { ref, ask } = sum()
    ref.send({ type: 'sum.crash' })
    const crashed = { status: 'failed', error: { code: 'actor.crashed', params: { name: 'sum' } } }
    expect(await ask()).toMatchObject(crashed)
    expect(await outcomeOf<SumContract>(undefined, { type: 'sum.add', terms: [] })).toMatchObject(crashed)
  })

  test('fails it as not started when it was stopped before', async () => {
    const { stop, ask } = sum()
    stop()
    expect(await ask()).toMatchObject({ status: 'failed', error: { code: 'instance.notStarted' } })
  })
})

describe('a forwarded command', () => {
  /** A machine that forwards every command. */
  const handing = (to: RefOf<SumContract>) => {
    const machine = setup({
      types: { events: {} as SumEvent },
      actions: {
        handOn: sendTo(
          () => to,
          ({ event }) => event,
        ),
      },
    }).createMachine({ on: { 'sum.add': { actions: 'handOn' }, 'sum.cancel': { actions: 'handOn' } } })
    return createActor(machine).start() as unknown as RefOf<SumContract>
  }
  const command = { type: 'sum.add', terms: [1] } as const

  test('is answered by its receiver', async () => {
    const other = sum()
    const asked = outcomeOf(handing(other.ref), command, undefined, { forwardedTo: { other: other.ref } })
    other.answer(0, done(1))
    expect(await asked).toEqual(done(1))
  })

  test('is cancelled through the first machine, and ends with either of them', async () => {
    const other = sum()
    const control = new AbortController()
    const called = outcomeOf(handing(other.ref), command, control.signal, { forwardedTo: { other: other.ref } })
    control.abort()
    expect(await called).toEqual(cancelled)
    expect(other.cancellations()).toBe(1)

    const asked = outcomeOf(handing(other.ref), command, undefined, { forwardedTo: { other: other.ref } })
    other.ref.send({ type: 'sum.crash' })
    const crashed = { code: 'actor.crashed', params: { name: 'other' } }
    expect(await asked).toMatchObject({ status: 'failed', error: crashed })
    expect(
      await outcomeOf(handing(other.ref), command, undefined, { forwardedTo: { other: undefined } }),
    ).toMatchObject({
      error: crashed,
    })
  })
})

describe('a call to an instance', () => {
  test('returns the answer of the wallet to both callers of the same switch, and another switch cancels both', async () => {
    const { latchkey, wallet } = await connected({ wallet: fakeWallet({ wallet_switchEthereumChain: never }) })
    const asked = [latchkey.switchNetwork('eip155:10'), latchkey.switchNetwork('eip155:10')]
    await settle()
    expect(wallet.calls.filter(({ method }) => method === 'wallet_switchEthereumChain')).toHaveLength(1)
    expect(await latchkey.switchNetwork('eip155:5')).toMatchObject({ error: { code: 'network.notFound' } })
    expect(await Promise.all(asked.map(byNow))).toEqual([undefined, undefined])
    wallet.emit('chainChanged', '0xa')
    expect(await Promise.all(asked)).toEqual([done('eip155:10'), done('eip155:10')])

    const again = latchkey.switchNetwork('eip155:1')
    await settle()
    expect(await latchkey.switchNetwork('eip155:10')).toEqual(done('eip155:10'))
    expect(await again).toEqual(cancelled)
  })

  test('cancels a shared switch for all callers only when the first caller aborts', async () => {
    const { latchkey } = await connected({ wallet: fakeWallet({ wallet_switchEthereumChain: never }) })
    const [first, second] = [new AbortController(), new AbortController()]
    const begun = latchkey.switchNetwork('eip155:10', { signal: first.signal })
    const joined = latchkey.switchNetwork('eip155:10', { signal: second.signal })
    const third = latchkey.switchNetwork('eip155:10')
    second.abort()
    expect(await joined).toEqual(cancelled)
    expect(await byNow(begun)).toBeUndefined()
    expect(latchkey.actor('network').getSnapshot().hasTag('busy')).toBe(true)
    first.abort()
    expect(await Promise.all([begun, third])).toEqual([cancelled, cancelled])
    expect(latchkey.actor('network').getSnapshot().hasTag('busy')).toBe(false)
  })

  test('does not stop another attempt to connect when it is aborted', async () => {
    const { latchkey } = await started({ wallet: fakeWallet({ eth_requestAccounts: never }) })
    const control = new AbortController()
    const asked = latchkey.connect({ connectorId: 'fake', signal: control.signal })
    expect(latchkey.find('connectionAttempt')).toBeDefined()
    control.abort()
    expect(latchkey.find('connectionAttempt')).toBeUndefined()
    expect(await asked).toEqual(cancelled)

    const [before, now] = [new AbortController(), new AbortController()]
    const replaced = latchkey.connect({ connectorId: 'fake', signal: before.signal })
    const going = latchkey.connect({ connectorId: 'fake', signal: now.signal })
    expect(await replaced).toEqual(cancelled)
    before.abort()
    expect(latchkey.find('connectionAttempt')).toBeDefined()
    now.abort()
    expect(await going).toEqual(cancelled)
  })

  test('fails when the machine of its namespace crashed for good', async () => {
    const { latchkey } = await started({ embedded: true })
    for (let time = 0; time < 7; time += 1)
      latchkey.find('namespace:eip155')?.send({
        type: 'namespace.connect',
        get connector(): never {
          throw new Error('crash')
        },
      })
    expect(latchkey.find('namespace:eip155')).toBeUndefined()
    const crashed = { status: 'failed', error: { code: 'actor.crashed', params: { name: 'namespace:eip155' } } }
    expect(await latchkey.connect({ connectorId: 'fake', namespace: 'eip155' })).toMatchObject(crashed)
    expect(await latchkey.disconnect()).toEqual(done(undefined))
  })
})
