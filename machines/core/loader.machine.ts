/** Service, one per feature: loads the feature if needed, starts it, and restarts it after a crash. */
import { assign, enqueueActions, setup, type AnyActorRef, type EventObject } from 'xstate'
import { LIMITS } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { latchkey } from './latchkey.contract.ts'
import { done, failed } from '../shared/outcome.rules.ts'
import { alerts } from '../shell/alerts.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { systemConfigurationOf } from './implementations.ts'
import type { AnySystem, SetupTypes } from './contract.ts'
import { promiseActor, configurableDelay } from './actors.ts'
import type { ConfiguredFeature } from './feature.ts'
import type { LoaderContract } from './loader.contract.ts'
import { stopChildren } from './stopChildren.ts'
import { broadcast, sendToActor } from './messaging.ts'
import { assertDefined } from './assertDefined.ts'

type Context = LoaderContract['context']

const featureOf = (system: AnySystem, { name }: Context): ConfiguredFeature | undefined =>
  systemConfigurationOf(system).features.find((entry) => entry.name === name)

const notLoaded = (feature: ConfiguredFeature | undefined, cause?: unknown) =>
  new LatchkeyError(feature?.loadFailure?.error ?? 'feature.notLoaded', { cause })

export const loaderMachine = setup({
  types: {} as SetupTypes<LoaderContract>,
  actors: {
    /** Loads the logic of a feature and its implementations, and adds both to the system. */
    load: promiseActor<void, { name: string }>('loader.load'),
  },
  actions: {
    enqueue: assign({
      waiting: ({ context }, { command }: { command: EventObject }) => [...context.waiting, command],
    }),
    addRequestId: assign({
      requestIds: ({ context }, { requestId }: { requestId?: string }) =>
        requestId === undefined ? context.requestIds : [...context.requestIds, requestId],
    }),
    removeRequestId: assign({
      requestIds: ({ context }, { requestId }: { requestId: string }) =>
        context.requestIds.filter((other) => other !== requestId),
    }),
    setError: assign({
      error: ({ context, system }, { error }: { error: unknown }) => notLoaded(featureOf(system, context), error),
    }),
    openAlert: sendToActor(alerts)((_: undefined, context: Context, { system }) => {
      const code = featureOf(system, context)?.loadFailure?.alert
      return code && { type: 'alerts.open', alert: { code } }
    }),
    clearError: assign({ error: undefined }),
    /** A feature with `eager` loads without a user action, so no message is shown for it. */
    showDropped: sendToActor(snackbar)((_: undefined, { waiting, eager }: Context) =>
      waiting.length > 0 && !eager
        ? { type: 'snackbar.show', message: { variant: 'error', code: 'feature.notLoaded' } }
        : undefined,
    ),
    clearWaiting: assign({ waiting: [] }),
    /**
     * Starts the feature under its own name and sends it the queued commands. A loader that runs alone has no feature to start.
     */
    startFeature: enqueueActions(({ context, system, enqueue }) => {
      const { name, waiting, crashes } = context
      const feature = featureOf(system, context)
      if (!feature?.logic) return
      // The loader is generic, so the input is untyped here. Its type is checked where the feature is declared.
      enqueue.spawnChild(
        feature.logic as never,
        { id: name, systemId: name, input: feature.input(system, context.activeAccount, context.carriedOver) } as never,
      )
      for (const command of waiting) enqueue.sendTo(name, command as never)
      enqueue.assign({ waiting: [] })
      if (crashes > 0 && feature.onRestart) enqueue(broadcast(feature.onRestart) as never)
    }),
    setLoaded: assign({ isLoaded: true }),
    forwardCommand: enqueueActions(({ context, system, enqueue }, { command }: { command: EventObject }) => {
      const ref: AnyActorRef | undefined = system.get(context.name)
      if (ref) enqueue.sendTo(ref, command)
    }),
    stopFeature: enqueueActions(({ context, self, enqueue }) => {
      stopChildren(self.getSnapshot().children[context.name])
      enqueue.stopChild(context.name)
      enqueue.assign({ crashes: context.crashes + 1 })
    }),
    reportCrash: sendToActor(latchkey)(({ error }: { error: unknown }, { name, crashes }: Context) => ({
      type: 'latchkey.report',
      name,
      error,
      crashes,
      restarted: crashes <= LIMITS.restarts,
    })),
    settleRequests: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome<undefined> }) => {
      for (const requestId of context.requestIds) enqueue.emit({ type: 'feature.settled', requestId, outcome })
      enqueue.assign({ requestIds: [] })
    }),
  },
  guards: {
    /** The code is available already, so the feature starts without loading it. */
    isLoaded: ({ context }) => context.isLoaded,
    /** The feature loads without a command, or it crashed and has to start again. */
    isNeeded: ({ context }) => context.eager || context.crashes > 0,
    /** The feature may start again: the limit of crashes is not reached. */
    canRestart: ({ context }) => context.crashes < LIMITS.restarts,
  },
  delays: {
    /** How long to wait for the code. */
    load: configurableDelay('loadMs'),
  },
}).createMachine({
  id: 'loader',
  description: 'Loads, starts and restarts one feature.',
  meta: { kind: 'service', spec: ['2.12'] },
  context: ({ input }) => ({ carriedOver: {}, ...input, waiting: [], requestIds: [], crashes: 0, error: undefined }),
  initial: 'absent',
  on: {
    'feature.load': { target: '.loading', actions: { type: 'addRequestId', params: ({ event }) => event } },
    'feature.deliver': { target: '.loading', actions: { type: 'enqueue', params: ({ event }) => event } },
    'feature.cancel': { actions: { type: 'removeRequestId', params: ({ event }) => event } },
  },
  states: {
    absent: {
      description: 'Waits for the first command. A feature with `eager`, or one that crashed, loads immediately.',
      always: { guard: 'isNeeded', target: 'loading' },
    },
    loading: {
      description: "The feature's code is being loaded, unless it is already available.",
      tags: 'busy',
      entry: 'clearError',
      always: { guard: 'isLoaded', target: 'running', actions: 'startFeature' },
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { name } }) => ({ name }),
        onDone: {
          target: 'running',
          actions: ['setLoaded', 'startFeature'],
        },
        onError: { target: 'failed', actions: { type: 'setError', params: ({ event }) => event } },
      },
      on: {
        'feature.load': { actions: { type: 'addRequestId', params: ({ event }) => event } },
        'feature.deliver': { actions: { type: 'enqueue', params: ({ event }) => event } },
      },
      after: { load: { target: 'failed', actions: { type: 'setError', params: { error: undefined } } } },
    },
    running: {
      description: 'The feature is running under its own name.',
      entry: { type: 'settleRequests', params: () => ({ outcome: done(undefined) }) },
      on: {
        'feature.load': {
          actions: [
            { type: 'addRequestId', params: ({ event }) => event },
            { type: 'settleRequests', params: () => ({ outcome: done(undefined) }) },
          ],
        },
        'feature.deliver': { actions: { type: 'forwardCommand', params: ({ event }) => event } },
        'xstate.error.actor.*': [
          {
            guard: 'canRestart',
            target: 'absent',
            actions: ['stopFeature', { type: 'reportCrash', params: ({ event }) => event }],
          },
          { target: 'stopped', actions: ['stopFeature', { type: 'reportCrash', params: ({ event }) => event }] },
        ],
      },
    },
    failed: {
      description:
        'The feature could not be loaded. Queued commands are dropped with a message: running them later could be unwanted.',
      entry: [
        'showDropped',
        'clearWaiting',
        'openAlert',
        { type: 'settleRequests', params: ({ context }) => ({ outcome: failed(assertDefined(context.error)) }) },
      ],
    },
    stopped: {
      description: 'The feature crashed more often than it may be restarted.',
      on: {
        'feature.load': {
          actions: [
            { type: 'addRequestId', params: ({ event }) => event },
            { type: 'settleRequests', params: ({ context }) => ({ outcome: failed(gaveUp(context)) }) },
          ],
        },
        'feature.deliver': {},
      },
    },
  },
})

const gaveUp = ({ name }: Context) => new LatchkeyError('actor.crashed', { params: { name } })
