/** A page whose provider uses a scripted pairing. */
import { onTestFinished } from 'vitest'
import { assign, createActor, emit, enqueueActions, setup, type AnyActorRef } from 'xstate'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { network } from '../../machines/network/network.contract.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import type { Timeouts } from '../../machines/core/implementations.ts'
import { feature } from '../../machines/core/feature.ts'
import { pairing, type PairingCommand } from '../../machines/pairing/pairing.contract.ts'
import type { PairingUri, Proposed } from '../../machines/pairing/proposal.contract.ts'
import { provider, type ProviderContract, type SessionChange } from '../../machines/pairing/provider.contract.ts'
import { providerMachine } from '../../machines/pairing/provider.machine.ts'
import { withContract } from '../../machines/core/contract.ts'
import type { Bundlers } from '../../machines/pairing/rules/bundlers.ts'
import type { PairingSession } from '../../machines/pairing/pairing.schemas.ts'
import { providerEffects } from '../../sdk/pairing/provider.effects.ts'
import { withEffects } from '../../sdk/instance/features.ts'
import { latchkeyLogic } from '../../sdk/instance/logic.ts'
import { createLookup, type Lookup } from '../../sdk/instance/lookup.ts'
import { pagePairing } from '../../sdk/connectors/pagePairing.ts'
import type { Ports } from '../../sdk/instance/ports.ts'
import { configuration, embedded } from '../machines/walks/samples.ts'
import type { CountingClock } from './instance.ts'

type Tell = (change: SessionChange) => void

/** What the pairing does on each command. */
export interface Script {
  open(tell: Tell): Promise<Outcome<readonly PairingSession[]>>
  propose(
    proposed: Proposed,
    signal: AbortSignal,
    onUri: (pairingUri: PairingUri) => void,
  ): Promise<Outcome<PairingSession>>
  request(question: unknown): Promise<Outcome<unknown>>
  disconnect(topic: string, tell: Tell): Promise<Outcome<undefined>>
}

interface Site {
  networks(): readonly Network[]
  bundlers(): Bundlers
  rpc: Ports['rpc']
  timeouts: Timeouts
  clock: CountingClock
}

type Emitted =
  | SessionChange
  | { type: 'pairing.settled'; id: string; outcome: Outcome<unknown> }
  | { type: 'pairing.uriCreated'; id: string; pairingUri: PairingUri }
type Event =
  | { type: 'script.tell'; event: Emitted }
  | { type: 'script.opened'; error: unknown }
  | { type: 'pairing.open' }
  | { type: 'pairing.cancel'; id: string }
  | PairingCommand

const sessionMachine = setup({ types: { input: {} as PairingSession } }).createMachine({
  context: ({ input }) => ({ session: input }),
})

/** Emits a change for every event. */
const networkStub = setup({}).createMachine({ id: 'network', on: { '*': { actions: () => {} } } })

const childrenOf = (ref: AnyActorRef | undefined): Record<string, AnyActorRef> =>
  (ref?.getSnapshot() as { children?: Record<string, AnyActorRef> } | undefined)?.children ?? {}

/** Runs commands with the script. Sessions in emitted events are registered under their names. */
function scriptedMachine(script: Script) {
  const signals = new Map<string, AbortController>()
  const run = (self: AnyActorRef, event: Event) => {
    const say = (said: Emitted) => self.send({ type: 'script.tell', event: said })
    const settle = (id: string) => (outcome: Outcome<unknown>) => say({ type: 'pairing.settled', id, outcome })
    if (event.type === 'pairing.open')
      void script
        .open(say)
        .then((outcome) => self.send({ type: 'script.opened', error: 'error' in outcome ? outcome.error : undefined }))
    if (event.type === 'pairing.cancel') signals.get(event.id)?.abort()
    if (event.type === 'pairing.propose') {
      const { id, proposed } = event
      const control = new AbortController()
      signals.set(id, control)
      const onUri = (pairingUri: PairingUri) => say({ type: 'pairing.uriCreated', id, pairingUri })
      void script.propose(proposed, control.signal, onUri).then(settle(id))
    }
    if (event.type === 'pairing.request') {
      const { type: _, id, ...question } = event
      void script.request(question).then(settle(id))
    }
    if (event.type === 'pairing.disconnect') void script.disconnect(event.topic, say).then(settle(event.id))
  }
  return setup({
    types: {
      context: {} as { topics: Record<string, true>; error: unknown },
      events: {} as Event,
      emitted: {} as Emitted,
      tags: 'open' as string,
    },
    actors: { session: sessionMachine },
    actions: {
      run: ({ self, event }) => run(self, event),
      tell: emit(({ event }) => (event as Extract<Event, { type: 'script.tell' }>).event),
      note: enqueueActions(({ context, event, enqueue }) => {
        const change = (event as Extract<Event, { type: 'script.tell' }>).event
        if (change.type !== 'session.opened' || context.topics[change.session.topic]) return
        const { topic } = change.session
        enqueue.spawnChild('session', { id: topic, systemId: `session:${topic}`, input: change.session })
        enqueue.assign({ topics: { ...context.topics, [topic]: true } })
      }),
      keepError: assign({ error: ({ event }) => ('error' in event ? event.error : undefined) }),
    },
    guards: { failed: ({ event }) => 'error' in event && event.error !== undefined },
  }).createMachine({
    id: 'pairing',
    context: { topics: {}, error: undefined },
    initial: 'idle',
    on: {
      '*': { actions: 'run' },
      'script.tell': { actions: ['note', 'tell'] },
      'pairing.open': { target: '.open', actions: 'run' },
    },
    states: {
      idle: {},
      failed: {},
      open: {
        tags: 'open',
        initial: 'initialising',
        states: {
          initialising: { on: { 'pairing.open': {} } },
          ready: {},
        },
        on: { 'script.opened': [{ guard: 'failed', target: 'failed', actions: 'keepError' }, { target: '.ready' }] },
      },
    },
  })
}

export function scriptedPage(script: Script, { networks, bundlers, rpc, timeouts, clock }: Site) {
  const site = {
    id: 'test',
    timeouts,
    networks,
    embedded,
    walletConnect: { projectId: 'project', defaultChains: {}, rpcMap: {}, bundlers },
    signIn: {},
    abis: {},
    tokens: {},
  }
  const features = [
    withEffects(
      feature(pairing, { logic: scriptedMachine(script) as never, input: () => ({ role: 'requester' as const }) }),
    ),
    withEffects(feature(network, { logic: networkStub as never, input: () => undefined as never })),
    withEffects(
      feature(provider, {
        logic: withContract<ProviderContract>()(providerMachine),
        input: () => ({ signsIn: false }),
      }),
      providerEffects,
    ),
  ]
  const lookup: Lookup = createLookup(() => root, [])
  const root = createActor(latchkeyLogic({ clock, rpc } as unknown as Ports, configuration, site, features), {
    systemId: 'latchkey',
    input: { configuration },
    clock,
    inspect: (event) => lookup.refreshAfter(event),
  })
  let started = true
  const stop = () => {
    started = false
    root.stop()
  }
  onTestFinished(stop)
  root.start()
  // The provider waits for the storage to be read.
  root.send({ type: 'storage.restored' } as never)
  const { find, watch } = lookup
  return {
    session: pagePairing(() => ({ configuration, find, watch, started: () => started })),
    find,
    stop,
    /** The states of the pending calls. */
    calls: () =>
      Object.entries(childrenOf(root.system.get('provider'))).flatMap(([id, child]) =>
        id.startsWith('call.') ? [child.getSnapshot().value] : [],
      ),
    /** Changes the app's networks. */
    changed: () => void root.system.get('network')?.send({ type: 'network.changed' } as never),
    tell: (change: SessionChange) =>
      void root.system.get('pairing')?.send({ type: 'script.tell', event: change } as never),
  }
}
