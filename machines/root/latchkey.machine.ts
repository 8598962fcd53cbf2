/** Root: checks the configuration, and starts every feature. */
import { assign, emit, enqueueActions, setup } from 'xstate'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { Namespace } from '../entities/namespace.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { boundOf } from '../kit/bound.ts'
import { timeout } from '../kit/effects.ts'
import type { LoaderContract } from '../kit/loader.contract.ts'
import { loaderMachine } from '../kit/loader.machine.ts'
import { announce, loaderName, tell } from '../kit/system.ts'
import { configurationFaults } from '../rules/configuration.ts'
import type { LatchkeyContract } from './latchkey.contract.ts'

type Report = Omit<Extract<LatchkeyContract['event'], { type: 'latchkey.report' }>, 'type'>

export const latchkeyMachine = setup({
  types: {} as TypesOf<LatchkeyContract>,
  actors: { loader: seal<LoaderContract>()(loaderMachine) },
  actions: {
    startFeatures: enqueueActions(({ system, enqueue }) => {
      for (const { name, lazy } of boundOf(system).features)
        enqueue.spawnChild('loader', {
          id: loaderName(name),
          systemId: loaderName(name),
          input: { name, lazy },
        })
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
    announceReady: announce((_: undefined, { configuration }: LatchkeyContract['context']) => ({
      type: 'latchkey.ready',
      configuration,
    })),
    announceTogether: announce(({ namespace }: { namespace?: Namespace }) =>
      namespace === undefined ? { type: 'disconnection.together' } : undefined,
    ),
    disconnect: enqueueActions(({ context, enqueue }, { namespace }: { namespace?: Namespace }) => {
      for (const known of context.configuration.namespaces)
        if (namespace === undefined || namespace === known)
          enqueue(tell(namespaceItem(known))({ type: 'namespace.disconnect' }))
    }),
  },
  guards: { faulty: ({ context }) => context.faults.length > 0 },
  delays: { restoring: timeout('restoringMs') },
}).createMachine({
  id: 'latchkey',
  description: 'The root: checks the configuration, and starts every feature.',
  meta: { kind: 'root', spec: ['1.1', '5.16'] },
  context: ({ input: { configuration } }) => ({
    configuration,
    faults: configurationFaults(configuration),
    crashes: {},
  }),
  initial: 'checking',
  entry: 'startFeatures',
  on: {
    'latchkey.disconnect': {
      actions: [
        { type: 'announceTogether', params: ({ event }) => event },
        { type: 'disconnect', params: ({ event }) => event },
      ],
    },
    'latchkey.report': {
      actions: [
        { type: 'count', params: ({ event }) => event },
        { type: 'emitCrashed', params: ({ event }) => event },
      ],
    },
  },
  states: {
    checking: {
      description: 'Passing through: is the configuration good?',
      always: [{ guard: 'faulty', target: 'misconfigured' }, { target: 'restoring' }],
    },
    misconfigured: { description: 'The configuration has faults; the context lists them.' },
    restoring: {
      description: 'What an earlier visit left is being read.',
      on: { 'memory.restored': 'running' },
      after: { restoring: 'running' },
    },
    running: { description: 'Everything works.', entry: 'announceReady' },
  },
})
