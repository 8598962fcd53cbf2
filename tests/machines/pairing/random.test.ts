import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Outcome } from '../../../machines/shared/outcome.types.ts'
import type { Pairing } from '../../../sdk/pairing/pairing.ts'
import { bound, runs } from '../../support/full.ts'
import { CountingClock, settle } from '../../support/instance.ts'
import { pairingWire } from '../../support/pairingWire.ts'
import { ADDRESS, NOW } from './fixtures.ts'

const asked = { eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['accountsChanged'] } }
const granted = { eip155: { ...asked.eip155, accounts: [`eip155:1:${ADDRESS}`] } }

const side = fc.constantFrom('page' as const, 'wallet' as const)
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('propose' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('decide' as const), yes: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('request' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), yes: fc.boolean() }) },
  { weight: 9, arbitrary: fc.record({ do: fc.constant('deliver' as const), at: fc.nat(4), twice: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), at: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), side }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reload' as const), side }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_000, 5_000, 301_000) }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Runs the steps on both sides, and checks the invariants after each. */
async function play(steps: readonly Step[]) {
  const clock = new CountingClock()
  clock.set(NOW)
  const wire = pairingWire(clock, { manual: true })
  const pending = new Set<Promise<unknown>>()
  const ended = { page: new Set<string>(), wallet: new Set<string>() }
  const answers = new Map<number, unknown>()
  const results: Outcome<unknown>[] = []
  let values = 0

  const awaited = (work: Promise<unknown>) => {
    pending.add(work)
    void work.finally(() => pending.delete(work))
  }
  const open = (name: 'page' | 'wallet'): Pairing => {
    const pairing = wire.open(name)
    pairing.on('session.ended', ({ topic, ending }) => ending !== 'closed' && ended[name].add(topic))
    pairing.on('session.opened', ({ session: { topic } }) => expect(ended[name]).not.toContain(topic))
    awaited(pairing.open())
    return pairing
  }
  const sides = { page: open('page'), wallet: open('wallet') }
  const showing = (kind: string) =>
    Object.keys(sides.wallet.actor.getSnapshot().context.pendingItems).filter((name) => name.startsWith(`${kind}:`))
  const idOf = (name = '') => Number(name.slice(name.indexOf(':') + 1))

  /** Requests that were shown and then closed. A reloaded wallet may show them again. */
  const shown = new Set<string>()
  const gone = new Set<string>()
  const take = (one: Step) => {
    const { page, wallet } = sides
    switch (one.do) {
      case 'propose':
        return awaited(page.propose({ optionalNamespaces: asked }, { onUri: ({ uri }) => awaited(wallet.pair(uri)) }))
      case 'decide': {
        const [name] = showing('proposal')
        if (!name) return
        return awaited(
          one.yes
            ? wallet.approve(idOf(name), { namespaces: granted })
            : wallet.reject(idOf(name), { code: 5000, message: 'User rejected.' }),
        )
      }
      case 'request': {
        const topic = page.sessions().at(-(values % 2))?.topic
        if (topic === undefined) return
        const request = { method: 'personal_sign', params: [(values += 1)] }
        return awaited(page.request({ topic, chainId: 'eip155:1', request }).then((outcome) => results.push(outcome)))
      }
      case 'answer': {
        const [name] = showing('sessionRequest')
        if (!name) return
        const value = { answer: (values += 1) }
        answers.set(values, value)
        return awaited(
          wallet.respond(
            idOf(name),
            one.yes ? { result: value } : { error: { code: 5000, message: 'User rejected.' } },
          ),
        )
      }
      case 'deliver': {
        const at = Math.min(one.at, wire.letters.length - 1)
        const letter = wire.letters[at]
        letter?.deliver()
        if (!one.twice) wire.letters.splice(at, letter ? 1 : 0)
        return
      }
      case 'lose':
        return void wire.letters.splice(one.at, 1)
      case 'leave': {
        const topic = sides[one.side].sessions()[0]?.topic
        return topic === undefined ? undefined : awaited(sides[one.side].disconnect(topic))
      }
      case 'reload':
        sides[one.side].close()
        sides[one.side] = open(one.side)
        shown.clear()
        gone.clear()
        return
      case 'wait':
        return clock.increment(one.ms)
    }
  }
  const look = () => {
    const names = Object.keys(sides.wallet.actor.getSnapshot().context.pendingItems)
    for (const name of names) {
      expect(gone).not.toContain(name)
      shown.add(name)
    }
    for (const name of shown) if (!names.includes(name)) gone.add(name)
    const requests = showing('sessionRequest')
    expect(requests.length).toBeLessThanOrEqual(1)
    const live = sides.wallet.sessions().map(({ topic }) => topic)
    for (const name of requests) {
      const item = sides.wallet.find(name as 'sessionRequest:1')
      expect(live).toContain(item?.getSnapshot().context.session.topic)
    }
  }
  const deliverAll = async () => {
    while (wire.letters.length > 0) {
      for (const { deliver } of wire.letters.splice(0)) deliver()
      await settle(2)
    }
  }

  // Two sessions exist from the start, so that few steps lead far.
  for (let session = 0; session < 2; session += 1) {
    take({ do: 'propose' })
    await settle()
    await deliverAll()
    take({ do: 'decide', yes: true })
    await settle(2)
    await deliverAll()
  }
  expect(sides.page.sessions()).toHaveLength(2)
  clock.increment(1_050)
  for (const one of steps) {
    take(one)
    await settle(2)
    look()
  }
  // Everything that was started ends, by an answer or by its time limit.
  for (let turn = 0; turn < 12 && pending.size > 0; turn += 1) {
    await deliverAll()
    clock.increment(turn % 2 ? 301_000 : 31_000)
    await settle(2)
  }
  expect(pending.size).toBe(0)
  // The app received exactly what the user answered, each answer once.
  const given = results.flatMap((outcome) => (outcome.status === 'done' ? [outcome.value] : []))
  expect(new Set(given).size).toBe(given.length)
  for (const value of given) expect([...answers.values()]).toContain(value)
  sides.page.close()
  sides.wallet.close()
  await settle()
  expect(clock.live.size).toBe(0)
}

test(
  'any order of events shows one request at a time, ends every attempt and reuses no deleted id [4.37] [4.39]',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
        await expect(play(steps)).resolves.toBeUndefined()
      }),
      runs(30, 800),
    )
  },
  bound(120_000),
)

test(
  'an answer that was sent and delivered is never lost',
  async () => {
    const lossless = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant('request' as const) }),
        fc.record({ do: fc.constant('answer' as const), yes: fc.constant(true) }),
        fc.record({ do: fc.constant('deliver' as const), at: fc.nat(4), twice: fc.boolean() }),
        fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(100, 1_000) }),
      ),
      { minLength: 5, maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(lossless, async (steps) => {
        const clock = new CountingClock()
        clock.set(NOW)
        const wire = pairingWire(clock, { manual: true })
        const page = wire.open('page')
        const wallet = wire.open('wallet')
        const flush = async () => {
          for (let turn = 0; turn < 20; turn += 1) {
            for (const { deliver } of wire.letters.splice(0)) deliver()
            await settle(1)
          }
        }
        const proposed = page.propose({ optionalNamespaces: asked }, { onUri: ({ uri }) => void wallet.pair(uri) })
        await settle()
        await flush()
        const nameOf = () => Object.keys(wallet.actor.getSnapshot().context.pendingItems)[0] ?? ''
        await wallet.approve(Number(nameOf().slice('proposal:'.length)), { namespaces: granted })
        await flush()
        const outcome = await proposed
        if (outcome.status !== 'done') throw new Error(outcome.status)
        const { topic } = outcome.value
        const asking: Promise<Outcome<unknown>>[] = []
        const answer = async () => {
          const name = nameOf()
          if (!name) return
          const params = wallet.find(name as 'sessionRequest:1')?.getSnapshot().context.request?.request.params
          await wallet.respond(Number(name.slice('sessionRequest:'.length)), { result: params })
        }
        for (const one of steps) {
          if (one.do === 'request') {
            const request = { method: 'personal_sign', params: [asking.length] }
            asking.push(page.request({ topic, chainId: 'eip155:1', request }))
          } else if (one.do === 'answer') await answer()
          else if (one.do === 'wait') clock.increment(one.ms)
          else {
            const at = Math.min(one.at, wire.letters.length - 1)
            wire.letters[at]?.deliver()
            if (!one.twice) wire.letters.splice(at, at < 0 ? 0 : 1)
          }
          await settle(2)
        }
        for (let turn = 0; turn < asking.length + 1; turn += 1) {
          await flush()
          await answer()
          await flush()
          clock.increment(1_000)
          await settle(2)
        }
        expect(await Promise.all(asking)).toEqual(asking.map((_, index) => ({ status: 'done', value: [index] })))
        page.close()
        wallet.close()
      }),
      runs(12, 300),
    )
  },
  bound(120_000),
)
