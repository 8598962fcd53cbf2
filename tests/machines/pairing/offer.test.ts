/** An offer that includes a sign-in: what it requests, and what happens to the session. */
import { describe, expect, test, vi } from 'vitest'
import { offerMachine, providerMachine } from '../../../machines/index.ts'
import type { OfferContract } from '../../../machines/pairing/offer.contract.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { done } from '../../../machines/shared/outcome.rules.ts'
import { never } from '../../../mocks/index.ts'
import { settle } from '../../support/instance.ts'
import { run } from '../../support/run.ts'
import { cacaoOf, sessionOf, TOPIC } from './fixtures.ts'

const params = { chains: ['eip155:1'], domain: 'page.example', nonce: '12345678', uri: 'https://page.example' }
const pairingTopic = 'cd'.repeat(32)
const offer = { uri: `wc:${pairingTopic}@2`, pairingTopic, expiresAt: 1 }
const session = sessionOf({ pairingTopic })
const credentials = [cacaoOf()]
const input: OfferContract['input'] = {
  id: '1',
  chains: ['eip155:1'],
  namespace: 'eip155',
  hasActiveSession: true,
  reusedSession: undefined,
  signsIn: true,
}

function offering(works: { write?: () => Promise<typeof params>; keep?: () => Promise<void> } = {}) {
  const proposed: unknown[] = []
  const kept = vi.fn<(asked: unknown) => Promise<void>>(works.keep ?? (async () => {}))
  const started = run(offerMachine, {
    input,
    works: {
      propose: ({ input }) => void proposed.push(input.params),
      write: works.write ?? (async () => params),
      storeCredentials: ({ input }) => kept(input),
    },
  })
  return { ...started, proposed, kept, output: () => started.actor.getSnapshot().output }
}

describe('an offer to sign in', () => {
  test('requests a signature with the params that were written, and is done once what was signed is stored', async () => {
    const { actor, proposed, kept, output } = offering()
    await settle()
    expect(proposed).toEqual([params])
    actor.send({ type: 'offer.made', offer })
    actor.send({ type: 'session.opened', session })
    expect(actor.getSnapshot().value).toBe('offering')
    actor.send({ type: 'offer.ended', outcome: done(session), credentials })
    await settle()
    expect(kept).toHaveBeenCalledWith({ credentials, chains: ['eip155:1'] })
    expect(output()).toEqual({ id: '1', namespace: 'eip155', isReused: false, outcome: done(session) })
  })

  test.each([
    ['cannot be written', () => Promise.reject(new Error('down')), 0],
    ['is not written within 15 s', never, 15_000],
  ])('offers only the session when the message %s', async (_, write, ms) => {
    const { clock, proposed } = offering({ write })
    await settle()
    clock.increment(ms)
    expect(proposed).toEqual([undefined])
  })

  test.each([
    ['refused', () => Promise.reject(new LatchkeyError('signIn.refused')), 0, 'signIn.refused'],
    ['not answered within 15 s', never, 15_000, 'signIn.unanswered'],
  ])('fails, and drops the session, when the signed message is %s', async (_, keep, ms, code) => {
    const { actor, clock, output } = offering({ keep })
    await settle()
    actor.send({ type: 'offer.ended', outcome: done(session), credentials })
    await settle()
    clock.increment(ms)
    expect(output()).toMatchObject({ unwanted: session.topic, outcome: { status: 'failed', error: { code } } })
  })

  test('connects a wallet that brings only a session, or accepts an earlier offer', async () => {
    const alone = offering()
    await settle()
    alone.actor.send({ type: 'offer.ended', outcome: done(session), credentials: [] })
    expect(alone.output()).toMatchObject({ outcome: done(session) })
    const earlier = offering()
    await settle()
    earlier.actor.send({ type: 'offer.made', offer })
    const other = sessionOf({ pairingTopic: 'ef'.repeat(32) })
    earlier.actor.send({ type: 'session.opened', session: other })
    expect(earlier.output()).toMatchObject({ outcome: done(other) })
  })
})

test('a session is dropped when the attempt is cancelled while its sign-in is being stored', async () => {
  const left: unknown[] = []
  const { actor } = run(providerMachine, {
    input: { signsIn: true },
    works: {
      leave: async ({ input }) => {
        left.push(input.topic)
        return { id: input.id, outcome: done(undefined) }
      },
    },
  })
  actor.send({ type: 'provider.connect', id: '1', chains: ['eip155:1'], namespace: 'eip155' })
  const child = actor.getSnapshot().children['offer.1']
  const tell = (event: OfferContract['event']) => child?.send(event as never)
  tell({ type: 'offer.searched', session: undefined })
  tell({ type: 'xstate.error.actor.write', error: new Error('down') } as never)
  tell({ type: 'offer.made', offer })
  actor.send({ type: 'session.opened', session })
  tell({ type: 'offer.ended', outcome: done(session), credentials })
  actor.send({ type: 'provider.cancel', id: '1' })
  await settle()
  expect(left).toEqual([TOPIC])
  expect(actor.getSnapshot().context.sessions).toEqual({})
})
