/** Service, one per feature: loads the feature if needed, starts it, and restarts it after a crash. */
import { assign, enqueueActions, setup, type AnyActorRef, type EventObject } from 'xstate'
import { LIMITS } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { latchkey } from './latchkey.contract.ts'
import { done, failed } from '../shared/outcome.rules.ts'
import { alerts } from '../shell/alerts.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { boundOf } from './implementations.ts'
import type { AnySystem, TypesOf } from './contract.ts'
import { effect, timeout } from './actors.ts'
import type { SiteFeature } from './feature.ts'
import type { LoaderContract } from './loader.contract.ts'
import { stopOrphans } from './stopChildren.ts'
import { announce, tell } from './messaging.ts'
import { there } from './assertDefined.ts'

type Context = LoaderContract['context']

const featureOf = (system: AnySystem, { name }: Context): SiteFeature | undefined =>
  boundOf(system).features.find((known) => known.name === name)

const notLoaded = (feature: SiteFeature | undefined, cause?: unknown) =>
  new LatchkeyError(feature?.unloaded?.error ?? 'feature.notLoaded', { cause })

export const loaderMachine = setup({
  types: {} as TypesOf<LoaderContract>,
  actors: {
    /** Loads the logic of a feature and its slot implementations, and adds both to the system. */
    load: effect<void, { name: string }>('loader.load'),
  },
  actions: {
    keep: assign({
      waiting: ({ context }, { command }: { command: EventObject }) => [...context.waiting, command],
    }),
    join: assign({
      attempts: ({ context }, { attempt }: { attempt?: string }) =>
        attempt === undefined ? context.attempts : [...context.attempts, attempt],
    }),
    leave: assign({
      attempts: ({ context }, { attempt }: { attempt: string }) =>
        context.attempts.filter((known) => known !== attempt),
    }),
    keepError: assign({
      error: ({ context, system }, { error }: { error: unknown }) => notLoaded(featureOf(system, context), error),
    }),
    alarm: tell(alerts)((_: undefined, context: Context, { system }) => {
      const code = featureOf(system, context)?.unloaded?.alert
      return code && { type: 'alerts.open', alert: { code } }
    }),
    forgetError: assign({ error: undefined }),
    /** A feature with `atOnce` loads without a user action, so no message is shown for it. */
    sayDropped: tell(snackbar)((_: undefined, { waiting, atOnce }: Context) =>
      waiting.length > 0 && !atOnce
        ? { type: 'snackbar.show', message: { variant: 'error', code: 'feature.notLoaded' } }
        : undefined,
    ),
    forgetWaiting: assign({ waiting: [] }),
    /**
     * Starts the feature under its own name and sends it the queued commands. A loader that runs alone has no feature to start.
     */
    start: enqueueActions(({ context, system, enqueue }) => {
      const { name, waiting, crashes } = context
      const feature = featureOf(system, context)
      if (!feature?.logic) return
      // The loader is generic, so the input is untyped here. Its type is checked where the feature is declared.
      enqueue.spawnChild(
        feature.logic as never,
        { id: name, systemId: name, input: feature.input(system, context.scope, context.kept) } as never,
      )
      for (const command of waiting) enqueue.sendTo(name, command as never)
      enqueue.assign({ waiting: [] })
      if (crashes > 0 && feature.restarted) enqueue(announce(feature.restarted) as never)
    }),
    markThere: assign({ there: true }),
    handOn: enqueueActions(({ context, system, enqueue }, { command }: { command: EventObject }) => {
      const ref: AnyActorRef | undefined = system.get(context.name)
      if (ref) enqueue.sendTo(ref, command)
    }),
    drop: enqueueActions(({ context, self, enqueue }) => {
      stopOrphans(self.getSnapshot().children[context.name])
      enqueue.stopChild(context.name)
      enqueue.assign({ crashes: context.crashes + 1 })
    }),
    report: tell(latchkey)(({ error }: { error: unknown }, { name, crashes }: Context) => ({
      type: 'latchkey.report',
      name,
      error,
      crashes,
      restarted: crashes <= LIMITS.restarts,
    })),
    settle: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome<undefined> }) => {
      for (const attempt of context.attempts) enqueue.emit({ type: 'feature.settled', attempt, outcome })
      enqueue.assign({ attempts: [] })
    }),
  },
  guards: {
    there: ({ context }) => context.there,
    wanted: ({ context }) => context.atOnce || context.crashes > 0,
    restartable: ({ context }) => context.crashes < LIMITS.restarts,
  },
  delays: { load: timeout('loadMs') },
}).createMachine({
  id: 'loader',
  description: 'Loads, starts and restarts one feature.',
  meta: { kind: 'service', spec: ['2.12'] },
  context: ({ input }) => ({ kept: {}, ...input, waiting: [], attempts: [], crashes: 0, error: undefined }),
  initial: 'absent',
  on: {
    'feature.load': { target: '.loading', actions: { type: 'join', params: ({ event }) => event } },
    'feature.deliver': { target: '.loading', actions: { type: 'keep', params: ({ event }) => event } },
    'feature.cancel': { actions: { type: 'leave', params: ({ event }) => event } },
  },
  states: {
    absent: {
      description: 'Waits for the first command. A feature with `atOnce`, or one that crashed, loads immediately.',
      always: { guard: 'wanted', target: 'loading' },
    },
    loading: {
      description: "The feature's code is being loaded, unless it is already available.",
      tags: 'busy',
      entry: 'forgetError',
      always: { guard: 'there', target: 'running', actions: 'start' },
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { name } }) => ({ name }),
        onDone: {
          target: 'running',
          actions: ['markThere', 'start'],
        },
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event }) => event } },
      },
      on: {
        'feature.load': { actions: { type: 'join', params: ({ event }) => event } },
        'feature.deliver': { actions: { type: 'keep', params: ({ event }) => event } },
      },
      after: { load: { target: 'failed', actions: { type: 'keepError', params: { error: undefined } } } },
    },
    running: {
      description: 'The feature is running under its own name.',
      entry: { type: 'settle', params: () => ({ outcome: done(undefined) }) },
      on: {
        'feature.load': {
          actions: [
            { type: 'join', params: ({ event }) => event },
            { type: 'settle', params: () => ({ outcome: done(undefined) }) },
          ],
        },
        'feature.deliver': { actions: { type: 'handOn', params: ({ event }) => event } },
        'xstate.error.actor.*': [
          {
            guard: 'restartable',
            target: 'absent',
            actions: ['drop', { type: 'report', params: ({ event }) => event }],
          },
          { target: 'stopped', actions: ['drop', { type: 'report', params: ({ event }) => event }] },
        ],
      },
    },
    failed: {
      description:
        'The feature could not be loaded. Queued commands are dropped with a message: running them later could be unwanted.',
      entry: [
        'sayDropped',
        'forgetWaiting',
        'alarm',
        { type: 'settle', params: ({ context }) => ({ outcome: failed(there(context.error)) }) },
      ],
    },
    stopped: {
      description: 'The feature crashed more often than it may be restarted.',
      on: {
        'feature.load': {
          actions: [
            { type: 'join', params: ({ event }) => event },
            { type: 'settle', params: ({ context }) => ({ outcome: failed(gaveUp(context)) }) },
          ],
        },
        'feature.deliver': {},
      },
    },
  },
})

const gaveUp = ({ name }: Context) => new LatchkeyError('actor.crashed', { params: { name } })
