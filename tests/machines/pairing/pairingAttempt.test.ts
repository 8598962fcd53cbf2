/** A proposal that includes a sign-in: what it requests, and what happens to the session. */
import { describe, expect, test, vi } from 'vitest'
import { pairingAttemptMachine, providerMachine } from '../../../machines/index.ts'
import type { PairingAttemptContract } from '../../../machines/pairing/pairingAttempt.contract.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { done } from '../../../machines/shared/outcome.rules.ts'
import { never } from '../../../mocks/index.ts'
import { settle } from '../../support/instance.ts'
import { run } from '../../support/run.ts'
import { cacaoOf, sessionOf, TOPIC } from './fixtures.ts'

const params = { chains: ['eip155:1'], domain: 'page.example', nonce: '12345678', uri: 'https://page.example' }
const pairingTopic = 'cd'.repeat(32)
const pairingUri = { uri: `wc:${pairingTopic}@2`, pairingTopic, expiresAt: 1 }
const session = sessionOf({ pairingTopic })
const credentials = [cacaoOf()]
const input: PairingAttemptContract['input'] = {
  id: '1',
  chains: ['eip155:1'],
  namespace: 'eip155',
  hasActiveSession: true,
  reusedSession: undefined,
  signsIn: true,
}

function attempting(works: { write?: () => Promise<typeof params>; keep?: () => Promise<void> } = {}) {
  const proposed: unknown[] = []
  const kept = vi.fn<(asked: unknown) => Promise<void>>(works.keep ?? (async () => {}))
  const started = run(pairingAttemptMachine, {
    input,
    works: {
      propose: ({ input }) => void proposed.push(input.params),
      write: works.write ?? (async () => params),
      storeCredentials: ({ input }) => kept(input),
    },
  })
  return { ...started, proposed, kept, output: () => started.actor.getSnapshot().output }
}

describe('a proposal with a sign-in', () => {
  test('requests a signature with the params that were written, and is done once what was signed is stored', async () => {
    const { actor, proposed, kept, output } = attempting()
    await settle()
    expect(proposed).toEqual([params])
    actor.send({ type: 'pairingUri.created', pairingUri })
    actor.send({ type: 'session.opened', session })
    expect(actor.getSnapshot().value).toBe('waitingForWallet')
    actor.send({ type: 'proposal.ended', outcome: done(session), credentials })
    await settle()
    expect(kept).toHaveBeenCalledWith({ credentials, chains: ['eip155:1'] })
    expect(output()).toEqual({ id: '1', namespace: 'eip155', isReused: false, outcome: done(session) })
  })

  test.each([
    ['cannot be written', () => Promise.reject(new Error('down')), 0],
    ['is not written within 15 s', never, 15_000],
  ])('proposes only the session when the message %s', async (_, write, ms) => {
    const { clock, proposed } = attempting({ write })
    await settle()
    clock.increment(ms)
    expect(proposed).toEqual([undefined])
  })

  test.each([
    ['refused', () => Promise.reject(new LatchkeyError('signIn.refused')), 0, 'signIn.refused'],
    ['not answered within 15 s', never, 15_000, 'signIn.unanswered'],
  ])('fails, and drops the session, when the signed message is %s', async (_, keep, ms, code) => {
    const { actor, clock, output } = attempting({ keep })
    await settle()
    actor.send({ type: 'proposal.ended', outcome: done(session), credentials })
    await settle()
    clock.increment(ms)
    expect(output()).toMatchObject({ unwanted: session.topic, outcome: { status: 'failed', error: { code } } })
  })

  test('connects a wallet that brings only a session, or approves an earlier proposal', async () => {
    const alone = attempting()
    await settle()
    alone.actor.send({ type: 'proposal.ended', outcome: done(session), credentials: [] })
    expect(alone.output()).toMatchObject({ outcome: done(session) })
    const earlier = attempting()
    await settle()
    earlier.actor.send({ type: 'pairingUri.created', pairingUri })
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
  const child = actor.getSnapshot().children['pairingAttempt.1']
  const tell = (event: PairingAttemptContract['event']) => child?.send(event as never)
  tell({ type: 'pairingAttempt.searched', session: undefined })
  tell({ type: 'xstate.error.actor.write', error: new Error('down') } as never)
  tell({ type: 'pairingUri.created', pairingUri })
  actor.send({ type: 'session.opened', session })
  tell({ type: 'proposal.ended', outcome: done(session), credentials })
  actor.send({ type: 'provider.cancel', id: '1' })
  await settle()
  expect(left).toEqual([TOPIC])
  expect(actor.getSnapshot().context.sessions).toEqual({})
})
