/** Root: validates the configuration and starts every feature. */
import { assign, emit, setup, spawnChild, stopChild } from 'xstate'
import { createAction } from './createAction.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import type { ActiveAccount } from '../shared/account.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import { systemConfigurationOf } from './implementations.ts'
import { withContract, type AnySystem, type SetupTypes } from './contract.ts'
import { configurableDelay } from './actors.ts'
import type { CarriedOver } from './feature.ts'
import type { LoaderContract } from './loader.contract.ts'
import { loaderMachine } from './loader.machine.ts'
import { startFeatures } from './startFeatures.ts'
import { getActorSnapshot, sendToActor } from './messaging.ts'
import { assertDefined } from './assertDefined.ts'
import { configurationErrors } from '../project/configuration.rules.ts'
import type { LatchkeyContract } from './latchkey.contract.ts'
import type { ActiveAccountContract } from './activeAccount.contract.ts'
import { activeAccountMachine } from './activeAccount.machine.ts'
import { trackEvent } from '../analytics/trackEvent.ts'

type Report = Omit<Extract<LatchkeyContract['event'], { type: 'latchkey.report' }>, 'type'>

/** Action: disconnect the wallet of one namespace, or all wallets. */
const disconnect = createAction<LatchkeyContract['context'], { namespace?: Namespace }>(
  ({ context, enqueue }, { namespace }) => {
    for (const item of context.configuration.namespaces)
      if (namespace === undefined || namespace === item)
        enqueue(sendToActor(namespaceItem(item))({ type: 'namespace.disconnect' }))
  },
)

/**
 * Returns the contexts that the features of the account leave to the next one. `isFollowed`: the next account becomes active at
 * once.
 */
const carriedOverIn = (system: AnySystem, carriedOver: CarriedOver, isFollowed: boolean): CarriedOver =>
  Object.fromEntries(
    systemConfigurationOf(system)
      .features.filter(({ scope }) => scope === 'account')
      .map(({ name, carryOver, carryOverOnSwitch }) => {
        const context = getActorSnapshot(system, { name })?.context ?? carriedOver[name] ?? {}
        const keys = isFollowed ? [...carryOver, ...carryOverOnSwitch] : carryOver
        return [name, Object.fromEntries(keys.map((key) => [key, context[key as never]]))]
      }),
  )

export const latchkeyMachine = setup({
  types: {} as SetupTypes<LatchkeyContract>,
  actors: {
    loader: withContract<LoaderContract>()(loaderMachine),
    activeAccount: withContract<ActiveAccountContract>()(activeAccountMachine),
  },
  actions: {
    startFeatures: startFeatures('root'),
    setCarriedOver: assign({
      carriedOver: ({ context, event, system }) =>
        carriedOverIn(system, context.carriedOver, 'activeAccount' in event && event.activeAccount !== undefined),
    }),
    stopActiveAccount: stopChild('activeAccount'),
    startActiveAccount: spawnChild('activeAccount', {
      id: 'activeAccount',
      systemId: 'activeAccount',
      input: ({ context: { carriedOver }, event }) => ({
        activeAccount: assertDefined('activeAccount' in event ? event.activeAccount : undefined),
        carriedOver,
      }),
    }),
    setCrashes: assign({
      crashes: ({ context }, { name, crashes }: Report) => ({ ...context.crashes, [name]: crashes }),
    }),
    emitCrashed: emit((_, { name, error, restarted }: Report) => ({
      type: 'latchkey.crashed' as const,
      name,
      error,
      restarted,
    })),
    trackCrash: trackEvent(({ name }: Report) => ({ type: 'actor.crashed', name })),
    trackReady: trackEvent((_: undefined, { configuration }: LatchkeyContract['context']) => ({
      type: 'latchkey.ready',
      configuration,
    })),
    trackTogether: trackEvent(({ namespace }: { namespace?: Namespace }) =>
      namespace === undefined ? { type: 'disconnection.together' } : undefined,
    ),
    disconnect,
  },
  guards: {
    /** An account is active, so its features start. Otherwise, only those of the previous account stop. */
    hasActiveAccount: (_, { activeAccount }: { activeAccount: ActiveAccount | undefined }) =>
      activeAccount !== undefined,
    /** The configuration is invalid, so the instance does not run. */
    hasFaults: ({ context }) => context.faults.length > 0,
  },
  delays: {
    /** How long to wait for the stored state of an earlier visit. */
    restoring: configurableDelay('restoringMs'),
  },
}).createMachine({
  id: 'latchkey',
  description:
    'The root: validates the configuration, starts every feature, and starts what belongs to the active account.',
  meta: { kind: 'root', spec: ['1.1', '5.16'] },
  context: ({ input: { configuration } }) => ({
    configuration,
    faults: configurationErrors(configuration),
    crashes: {},
    carriedOver: {},
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
    'activeAccount.changed': [
      {
        guard: { type: 'hasActiveAccount', params: ({ event }) => event },
        actions: ['setCarriedOver', 'stopActiveAccount', 'startActiveAccount'],
      },
      { actions: ['setCarriedOver', 'stopActiveAccount'] },
    ],
    'latchkey.report': {
      actions: [
        { type: 'setCrashes', params: ({ event }) => event },
        { type: 'emitCrashed', params: ({ event }) => event },
        { type: 'trackCrash', params: ({ event }) => event },
      ],
    },
  },
  states: {
    checking: {
      description: 'Decides whether the configuration is valid.',
      always: [{ guard: 'hasFaults', target: 'misconfigured' }, { target: 'restoring' }],
    },
    misconfigured: { description: 'The configuration has faults, which the context lists.' },
    restoring: {
      description: 'Waits until the state of an earlier visit is read.',
      on: { 'storage.restored': 'running' },
      after: { restoring: 'running' },
    },
    running: { description: 'The instance is running.', entry: 'trackReady' },
  },
})
