/** Root: validates the configuration and starts every feature. */
import { assign, emit, enqueueActions, setup, spawnChild, stopChild } from 'xstate'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { Scope } from '../shared/account.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import { boundOf } from './implementations.ts'
import { seal, type AnySystem, type TypesOf } from './contract.ts'
import { timeout } from './actors.ts'
import type { Kept } from './feature.ts'
import type { LoaderContract } from './loader.contract.ts'
import { loaderMachine } from './loader.machine.ts'
import { startFeatures } from './startFeatures.ts'
import { peek, tell } from './messaging.ts'
import { there } from './assertDefined.ts'
import { configurationFaults } from '../project/configuration.rules.ts'
import type { LatchkeyContract } from './latchkey.contract.ts'
import type { ScopeContract } from './scope.contract.ts'
import { scopeMachine } from './scope.machine.ts'
import { track } from '../analytics/track.ts'

type Report = Omit<Extract<LatchkeyContract['event'], { type: 'latchkey.report' }>, 'type'>

/** Action: disconnect the wallet of one namespace, or all wallets. */
// oxlint-disable-next-line no-explicit-any
const disconnect = enqueueActions<any, any, { namespace?: Namespace }, any, never, never, never, never, any>(
  ({ context, enqueue }, { namespace }) => {
    for (const known of (context as LatchkeyContract['context']).configuration.namespaces)
      if (namespace === undefined || namespace === known)
        enqueue(tell(namespaceItem(known))({ type: 'namespace.disconnect' }))
  },
)

/**
 * Returns the contexts that the features of the account leave to the next one. `isFollowed`: the next account becomes active at
 * once.
 */
const keptIn = (system: AnySystem, known: Kept, isFollowed: boolean): Kept =>
  Object.fromEntries(
    boundOf(system)
      .features.filter(({ scope }) => scope === 'account')
      .map(({ name, keeps, passes }) => {
        const context = peek(system, { name })?.context ?? known[name] ?? {}
        const keys = isFollowed ? [...keeps, ...passes] : keeps
        return [name, Object.fromEntries(keys.map((key) => [key, context[key as never]]))]
      }),
  )

export const latchkeyMachine = setup({
  types: {} as TypesOf<LatchkeyContract>,
  actors: { loader: seal<LoaderContract>()(loaderMachine), scope: seal<ScopeContract>()(scopeMachine) },
  actions: {
    startFeatures: startFeatures('root'),
    keep: assign({
      kept: ({ context, event, system }) => keptIn(system, context.kept, 'scope' in event && event.scope !== undefined),
    }),
    endScope: stopChild('scope'),
    beginScope: spawnChild('scope', {
      id: 'scope',
      systemId: 'scope',
      input: ({ context: { kept }, event }) => ({ scope: there('scope' in event ? event.scope : undefined), kept }),
    }),
    count: assign({
      crashes: ({ context }, { name, crashes }: Report) => ({ ...context.crashes, [name]: crashes }),
    }),
    emitCrashed: emit((_, { name, error, restarted }: Report) => ({
      type: 'latchkey.crashed' as const,
      name,
      error,
      restarted,
    })),
    trackCrash: track(({ name }: Report) => ({ type: 'actor.crashed', name })),
    trackReady: track((_: undefined, { configuration }: LatchkeyContract['context']) => ({
      type: 'latchkey.ready',
      configuration,
    })),
    trackTogether: track(({ namespace }: { namespace?: Namespace }) =>
      namespace === undefined ? { type: 'disconnection.together' } : undefined,
    ),
    disconnect,
  },
  guards: {
    present: (_, { scope }: { scope: Scope | undefined }) => scope !== undefined,
    faulty: ({ context }) => context.faults.length > 0,
  },
  delays: { restoring: timeout('restoringMs') },
}).createMachine({
  id: 'latchkey',
  description:
    'The root: validates the configuration, starts every feature, and starts what belongs to the active account.',
  meta: { kind: 'root', spec: ['1.1', '5.16'] },
  context: ({ input: { configuration } }) => ({
    configuration,
    faults: configurationFaults(configuration),
    crashes: {},
    kept: {},
  }),
  initial: 'checking',
  entry: 'startFeatures',
  on: {
    'latchkey.disconnect': {
      actions: [
        { type: 'trackTogether', params: ({ event }) => event },
        { type: 'disconnect', params: ({ event }) => event },
      ],
    },
    'scope.changed': [
      { guard: { type: 'present', params: ({ event }) => event }, actions: ['keep', 'endScope', 'beginScope'] },
      { actions: ['keep', 'endScope'] },
    ],
    'latchkey.report': {
      actions: [
        { type: 'count', params: ({ event }) => event },
        { type: 'emitCrashed', params: ({ event }) => event },
        { type: 'trackCrash', params: ({ event }) => event },
      ],
    },
  },
  states: {
    checking: {
      description: 'Decides whether the configuration is valid.',
      always: [{ guard: 'faulty', target: 'misconfigured' }, { target: 'restoring' }],
    },
    misconfigured: { description: 'The configuration has faults, which the context lists.' },
    restoring: {
      description: 'Waits until the state of an earlier visit is read.',
      on: { 'memory.restored': 'running' },
      after: { restoring: 'running' },
    },
    running: { description: 'The instance is running.', entry: 'trackReady' },
  },
})
