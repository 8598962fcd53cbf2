/** A relay that sends arbitrary frames ends no session and is not trusted. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RelaySocket } from '../../mocks/relay/relay.ts'
import { askedOf, proposing, sideOf } from '../sdk/pairing/engine.ts'
import { namespacesOn, openRelay, sign } from '../sdk/pairing/support.ts'
import { bound, runs } from '../support/full.ts'
import { said } from '../support/hostileWords.ts'
import { settle } from '../support/instance.ts'

/** A frame's text; invalid JSON for values that JSON cannot contain. */
function frameOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? ''
  } catch {
    return '{'
  }
}
const frame = fc.oneof(
  {
    weight: 3,
    arbitrary: said({
      id: 1,
      jsonrpc: '2.0',
      method: 'irn_subscription',
      params: { id: 'a'.repeat(64), data: { topic: 'b'.repeat(64), message: 'AAAA', publishedAt: 1, tag: 1108 } },
    }).map(frameOf),
  },
  { weight: 2, arbitrary: said({ id: 1, jsonrpc: '2.0', result: true }).map(frameOf) },
  { weight: 2, arbitrary: said({ id: 1, jsonrpc: '2.0', error: { code: -32000, message: 'no' } }).map(frameOf) },
  { weight: 1, arbitrary: fc.string({ maxLength: 100 }) },
)
const mischief = fc.oneof(
  { weight: 8, arbitrary: frame.map((text) => ({ do: 'send' as const, text })) },
  { weight: 1, arbitrary: fc.constantFrom(1000, 1006, 1011, 4010).map((code) => ({ do: 'close' as const, code })) },
  { weight: 1, arbitrary: fc.constant({ do: 'twice' as const }) },
)

/** Our page and our wallet with a session, and the relay's end of their sockets. */
async function overRelay() {
  const server = await openRelay()
  const { relay } = server
  const sockets: RelaySocket[] = []
  let listener = () => {}
  const { connect } = relay
  relay.connect = (url, socket) => {
    sockets.push(socket)
    const { message, closed } = connect(url, socket)
    const hear = (text: string) => {
      message(text)
      listener()
    }
    return { message: hear, closed }
  }
  /** Resolves on the next frame that the relay receives. */
  const told = () => new Promise<void>((resolve) => (listener = resolve))
  const sides = { page: sideOf('requester', server.url), wallet: sideOf('responder', server.url) }
  const { outcome, uri } = await proposing(sides.page)
  await sides.wallet.pair(uri)
  await sides.wallet.approve(await askedOf(sides.wallet, 'proposal'), { namespaces: namespacesOn(1) })
  const session = await outcome
  if (session.status !== 'done') throw new Error(session.status)
  return { server, relay, sockets, told, sides, topic: session.value.topic }
}

describe('the sides, with arbitrary frames of a relay', () => {
  test(
    'keep working, accept nothing false, and communicate again once the relay is honest',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(mischief, { minLength: 10, maxLength: 40 }), async (all) => {
          const { server, relay, sockets, told, sides, topic } = await overRelay()
          relay.faults.duplicate = all.some((one) => one.do === 'twice')
          for (const one of all) {
            for (const socket of sockets) {
              if (one.do === 'send') socket.send(one.text)
              if (one.do === 'close') socket.close(one.code, 'x')
            }
            await settle(2)
          }
          // A half-closed socket receives nothing and gets no event about it.
          relay.faults.silent = true
          const unheard = told()
          const answer = sides.page.request({ topic, chainId: 'eip155:1', request: sign })
          await unheard
          relay.resetFaults()
          relay.disconnectAll()
          const id = await askedOf(sides.wallet, 'sessionRequest')
          expect(Object.keys(sides.wallet.actor.getSnapshot().context.pendingItems)).toHaveLength(1)
          expect(await sides.wallet.respond(id, { result: '0x' })).toMatchObject({ status: 'done' })
          expect(await answer).toEqual({ status: 'done', value: '0x' })
          for (const side of [sides.page, sides.wallet])
            expect(side.sessions().map(({ namespaces }) => namespaces)).toEqual([namespacesOn(1)])
          expect(relay.sockets()).toBeLessThanOrEqual(2)
          // The number of sockets is limited: two at the start, and two for each time that they were cut.
          const cuts = all.filter((one) => one.do === 'close').length + 1
          expect(sockets.length).toBeLessThanOrEqual(2 + 4 * cuts)
          sides.page.close()
          sides.wallet.close()
          await server.stop()
        }),
        { ...runs(4), endOnFailure: true },
      )
    },
    bound(120_000),
  )
})
