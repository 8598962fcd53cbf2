/** Service, one a feature: starts it, loads it first where it is not there, and starts it again when it stops by mistake. */
import { assign, enqueueActions, setup, type AnyActorRef, type EventObject } from 'xstate'
import { LIMITS } from '../constants.ts'
import type { Outcome } from '../entities/attempt.ts'
import { LatchkeyError } from '../errors/error.ts'
import { latchkey } from '../root/latchkey.contract.ts'
import { done, failed } from '../rules/outcomes.ts'
import { alerts } from '../shell/alerts.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { boundOf } from './bound.ts'
import type { AnySystem, TypesOf } from './contract.ts'
import { effect, timeout } from './effects.ts'
import type { SiteFeature } from './feature.ts'
import type { LoaderContract } from './loader.contract.ts'
import { stopOrphans } from './stopOrphans.ts'
import { announce, tell } from './system.ts'
import { there } from './there.ts'

type Context = LoaderContract['context']

const featureOf = (system: AnySystem, { name }: Context): SiteFeature | undefined =>
  boundOf(system).features.find((known) => known.name === name)

const notLoaded = (feature: SiteFeature | undefined, cause?: unknown) =>
  new LatchkeyError(feature?.unloaded?.error ?? 'feature.notLoaded', { cause })

export const loaderMachine = setup({
  types: {} as TypesOf<LoaderContract>,
  actors: {
    /** Loads the logic of a feature, and what its slots do; its system has both then. */
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
    /** What comes by itself was asked for by nobody. */
    sayDropped: tell(snackbar)((_: undefined, { waiting, atOnce }: Context) =>
      waiting.length > 0 && !atOnce
        ? { type: 'snackbar.show', message: { variant: 'error', code: 'feature.notLoaded' } }
        : undefined,
    ),
    forgetWaiting: assign({ waiting: [] }),
    /** The feature under its own name; what was asked of it meanwhile comes first. A loader that runs alone has none. */
    start: enqueueActions(({ context, system, enqueue }) => {
      const { name, waiting, crashes } = context
      const feature = featureOf(system, context)
      if (!feature?.logic) return
      // The chart names no feature: that its input is the one its logic takes is checked where it is made.
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
  description: 'One feature: not there, loading, running, or not to be had.',
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
      description:
        'Nobody has asked for it. Some features wait for nobody, and whoever looks at one that stopped waits for it.',
      always: { guard: 'wanted', target: 'loading' },
    },
    loading: {
      description: 'Its code is on the way, or there.',
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
      description: 'It is there, under its own name.',
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
        'It could not be loaded. What was asked of it is dropped, and that is said: it would be done later than anybody meant.',
      entry: [
        'sayDropped',
        'forgetWaiting',
        'alarm',
        { type: 'settle', params: ({ context }) => ({ outcome: failed(there(context.error)) }) },
      ],
    },
    stopped: {
      description: 'It stopped by mistake more often than it is started again.',
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
