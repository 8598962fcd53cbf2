/** Root: the wallet on another device that the page speaks to, as a provider. Which session it is, on which chain, and what the page hears. */
import { assign, emit, enqueueActions, setup, type AnyActorRef } from 'xstate'
import { TIMEOUTS } from '../constants.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { PairingSession, SessionEvent } from '../entities/pairing.ts'
import { LatchkeyError, toLatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect } from '../kit/effects.ts'
import { there } from '../kit/there.ts'
import { cancelled, done, expired, failed } from '../rules/outcomes.ts'
import {
  afterChange,
  afterEvent,
  lastSpoken,
  sharedOutcome,
  spokenIn,
  toldBy,
  toldOf,
  type Spoken,
} from '../rules/pairing/spoken.ts'
import { without } from '../rules/records.ts'
import type { CallContract } from './call.contract.ts'
import { callMachine } from './call.machine.ts'
import type { OfferContract } from './offer.contract.ts'
import { offerMachine } from './offer.machine.ts'
import type { Left, ProviderCommand, ProviderContract, SessionFact } from './provider.contract.ts'

type Command<Type extends ProviderCommand['type']> = Extract<ProviderCommand, { type: Type }>
type Fact<Type extends SessionFact['type']> = Extract<SessionFact, { type: Type }>
type Ended = OfferContract['output']

const settled = (id: string, outcome: Outcome<unknown>) => ({ type: 'provider.settled', id, outcome }) as const

/** The name of a child that crashed, and its caller's id in it. */
const crashOf = ({ event: { type, error } }: { event: { type: string; error: unknown } }) => {
  const child = type.slice('xstate.error.actor.'.length)
  return { child, id: child.slice(child.indexOf('.') + 1), outcome: failed(toLatchkeyError(error)) }
}
const ending = ({
  context,
  event: { output },
}: {
  context: ProviderContract['context']
  event: { output: Ended }
}) => ({
  child: `offer.${output.id}`,
  id: output.id,
  outcome: sharedOutcome(output.outcome, context.chains),
})
const unreachable = () => new LatchkeyError('pairing.unreachable')

export const providerMachine = setup({
  types: {} as TypesOf<ProviderContract>,
  actors: {
    /** Opens the pairing. Resolves once it is known which sessions of earlier visits their wallets still have. */
    look: effect<void>('provider.look'),
    /** Ends a session. Resolves to whether the wallet could be told. */
    leave: effect<Left, { id: string | undefined; topic: string }>('provider.leave'),
    offer: seal<OfferContract>()(offerMachine),
    call: seal<CallContract>()(callMachine),
  },
  actions: {
    keepSession: assign({
      sessions: ({ context }, { session }: { session: PairingSession }) => ({
        ...context.sessions,
        [session.topic]: session,
      }),
    }),
    forgetSession: assign({
      sessions: ({ context }, { topic }: { topic: string }) => without(context.sessions, topic),
    }),
    /** One session is spoken in. What others still have would come back on the next visit in its place. */
    adopt: enqueueActions(({ context, enqueue }, { spoken }: { spoken: Spoken | undefined }) => {
      if (!spoken) return
      const { topic: kept } = spoken.session
      enqueue.assign({ spoken, sessions: { [kept]: spoken.session } })
      for (const topic of Object.keys(without(context.sessions, kept)))
        enqueue.spawnChild('leave', { id: `leave.${topic}`, input: { id: undefined, topic } })
    }),
    /** The page is spoken to elsewhere from now on, and hears so. */
    move: enqueueActions(({ context, enqueue }, { spoken }: { spoken: Spoken | undefined }) => {
      enqueue.assign({ spoken })
      for (const told of toldOf(context.spoken, spoken)) enqueue.emit({ type: 'provider.told', ...told })
    }),
    passOn: enqueueActions(({ context: { spoken }, enqueue }, { event }: { event: SessionEvent }) => {
      for (const told of spoken ? toldBy(spoken, event) : []) enqueue.emit({ type: 'provider.told', ...told })
    }),
    fallSilent: assign({ spoken: undefined }),
    /** It is nobody's from now on, however long its wallet takes to hear so. */
    leave: enqueueActions(({ context, enqueue }, input: { id: string | undefined; topic: string }) => {
      enqueue.assign({ sessions: without(context.sessions, input.topic) })
      enqueue.spawnChild('leave', { id: `leave.${input.topic}`, input })
    }),

    wait: assign({ waiting: ({ context }, asked: Command<'provider.request'>) => [...context.waiting, asked] }),
    begin: enqueueActions(({ context: { waiting, spoken, site }, enqueue }, asked: Command<'provider.request'>[]) => {
      enqueue.assign({ waiting: [] })
      for (const { id, call } of [...waiting, ...asked])
        enqueue.spawnChild('call', { id: `call.${id}`, systemId: `call:${id}`, input: { id, call, spoken, site } })
    }),
    refuse: enqueueActions(({ context, enqueue }, { outcome }: { outcome: Outcome<never> }) => {
      enqueue.assign({ waiting: [] })
      for (const { id } of context.waiting) enqueue.emit(settled(id, outcome))
    }),

    offer: enqueueActions(({ context, enqueue }, { id, chains }: Command<'provider.connect'>) => {
      enqueue.assign({ attempt: id })
      const input = { id, chains, speaking: context.spoken !== undefined }
      enqueue.spawnChild('offer', { id: `offer.${id}`, systemId: `offer:${id}`, input })
    }),
    callOff: enqueueActions(({ context: { attempt }, enqueue }) => {
      if (attempt === undefined) return
      enqueue.assign({ attempt: undefined })
      enqueue.stopChild(`offer.${attempt}`)
      enqueue.emit(settled(attempt, cancelled))
    }),
    cancelCall: enqueueActions(({ context, enqueue, system }, { id }: { id: string }) => {
      const waiting = context.waiting.filter((asked) => asked.id !== id)
      if (waiting.length < context.waiting.length) enqueue.emit(settled(id, cancelled))
      enqueue.assign({ waiting })
      const call: AnyActorRef | undefined = system.get(`call:${id}`)
      if (call) enqueue.sendTo(call, { type: 'call.cancel' })
    }),
    callOffAll: enqueueActions(({ enqueue, self }) => {
      for (const id of Object.keys(self.getSnapshot().children))
        if (id.startsWith('call.')) enqueue.sendTo(id, { type: 'call.cancel' })
    }),
    tellOffer: enqueueActions(({ context: { attempt }, enqueue }, event: OfferContract['event']) => {
      if (attempt !== undefined) enqueue.sendTo(`offer.${attempt}`, event)
    }),
    leaveUseless: enqueueActions(({ context, enqueue }, { outcome }: Ended) => {
      if (outcome.status !== 'done' || !Object.hasOwn(context.sessions, outcome.value.topic)) return
      const { topic } = outcome.value
      enqueue.assign({ sessions: without(context.sessions, topic) })
      enqueue.spawnChild('leave', { id: `leave.${topic}`, input: { id: undefined, topic } })
    }),
    settle: enqueueActions(
      (
        { context, enqueue },
        { child, id, outcome }: { child: string; id: string | undefined; outcome: Outcome<unknown> },
      ) => {
        if (child === `offer.${context.attempt}`) enqueue.assign({ attempt: undefined })
        enqueue.stopChild(child)
        if (id !== undefined) enqueue.emit(settled(id, outcome))
      },
    ),
    emit: emit((_, event: ProviderContract['emitted']) => event),
  },
  guards: {
    some: ({ context: { sessions, chains } }) => lastSpoken(sessions, chains) !== undefined,
    known: ({ context }, { session }: { session: PairingSession }) => Object.hasOwn(context.sessions, session.topic),
    usable: ({ context }, { outcome }: Ended) =>
      outcome.status === 'done' && spokenIn(outcome.value, context.chains) !== undefined,
    current: ({ context }, { topic }: { topic: string }) => topic === context.spoken?.session.topic,
    emptied: ({ context: { spoken, sessions, chains } }, { session }: Fact<'session.changed'>) =>
      session.topic === spoken?.session.topic &&
      afterChange(spoken, { before: sessions[session.topic], session }, chains) === undefined,
    unwanted: ({ context: { attempt } }) => attempt === undefined,
    held: ({ context }, { topic }: { topic: string }) => Object.hasOwn(context.sessions, topic),
    ours: ({ context }, { topic, ending }: Fact<'session.ended'>) =>
      topic === context.spoken?.session.topic && (ending === 'closed' || ending === 'disconnected'),
    attempted: ({ context }, { id }: { id: string }) => id === context.attempt,
  },
  delays: { look: TIMEOUTS.startPairingMs + TIMEOUTS.exchangeMs },
}).createMachine({
  id: 'provider',
  description: 'The wallet on another device that the page speaks to.',
  meta: { kind: 'root', spec: ['8.50', '8.51', '9.17'] },
  context: ({ input }) => ({ ...input, sessions: {}, spoken: undefined, waiting: [], attempt: undefined }),
  initial: 'none',
  on: {
    'provider.connect': { actions: ['callOff', { type: 'offer', params: ({ event }) => event }] },
    'provider.cancel': [
      { guard: { type: 'attempted', params: ({ event }) => event }, actions: 'callOff' },
      { actions: { type: 'cancelCall', params: ({ event }) => event } },
    ],
    'provider.close': {
      target: '.none',
      actions: ['callOff', 'callOffAll', { type: 'refuse', params: { outcome: cancelled } }, 'fallSilent'],
    },
    'provider.leave': [
      {
        guard: { type: 'held', params: ({ event }) => event },
        actions: { type: 'leave', params: ({ event }) => event },
      },
      {
        description: 'It is left already.',
        actions: { type: 'emit', params: ({ event }) => settled(event.id, done(undefined)) },
      },
    ],
    'provider.offered': { actions: { type: 'emit', params: ({ event }) => event } },
    'session.opened': {
      actions: [
        { type: 'keepSession', params: ({ event }) => event },
        { type: 'tellOffer', params: ({ event }) => event },
      ],
    },
    'session.changed': {
      guard: { type: 'known', params: ({ event }) => event },
      actions: { type: 'keepSession', params: ({ event }) => event },
    },
    'session.ended': { actions: { type: 'forgetSession', params: ({ event }) => event } },
    'xstate.done.actor.offer.*': [
      {
        guard: { type: 'usable', params: ({ event: { output } }) => output },
        target: '.spoken',
        actions: [
          {
            type: 'adopt',
            params: ({ context: { chains }, event: { output } }) => ({
              spoken: output.outcome.status === 'done' ? spokenIn(output.outcome.value, chains) : undefined,
            }),
          },
          { type: 'settle', params: ending },
        ],
      },
      {
        description: 'It came to nothing, or to a session without an account that the page could use.',
        actions: [
          { type: 'leaveUseless', params: ({ event: { output } }) => output },
          { type: 'settle', params: ending },
        ],
      },
    ],
    'xstate.done.actor.call.*': {
      actions: { type: 'settle', params: ({ event: { output } }) => ({ child: `call.${output.id}`, ...output }) },
    },
    'xstate.done.actor.leave.*': {
      actions: {
        type: 'settle',
        params: ({ event: { type, output } }) => ({ child: type.slice('xstate.done.actor.'.length), ...output }),
      },
    },
    'xstate.error.actor.*': { actions: { type: 'settle', params: crashOf } },
  },
  states: {
    none: {
      description: 'No wallet is spoken to, or nobody has asked yet whether there is one.',
      on: {
        'provider.look': 'looking',
        'provider.request': { target: 'looking', actions: { type: 'wait', params: ({ event }) => event } },
      },
    },
    looking: {
      description: 'Which sessions are there from earlier visits?',
      tags: 'looking',
      invoke: {
        id: 'look',
        src: 'look',
        onDone: [
          {
            guard: 'some',
            target: 'spoken',
            actions: [
              {
                type: 'adopt',
                params: ({ context: { sessions, chains } }) => ({ spoken: lastSpoken(sessions, chains) }),
              },
              {
                type: 'tellOffer',
                params: ({ context: { spoken } }) => ({ type: 'offer.looked', session: spoken?.session }),
              },
            ],
          },
          {
            target: 'none',
            actions: [
              { type: 'begin', params: [] },
              { type: 'tellOffer', params: { type: 'offer.looked', session: undefined } },
            ],
          },
        ],
        onError: {
          target: 'none',
          actions: [
            { type: 'refuse', params: ({ event }) => ({ outcome: failed(toLatchkeyError(event.error)) }) },
            {
              type: 'tellOffer',
              params: ({ event }) => ({ type: 'offer.unknown', error: toLatchkeyError(event.error) }),
            },
          ],
        },
      },
      on: { 'provider.request': { actions: { type: 'wait', params: ({ event }) => event } } },
      after: {
        look: {
          target: 'none',
          actions: [
            { type: 'refuse', params: () => ({ outcome: expired(unreachable()) }) },
            { type: 'tellOffer', params: () => ({ type: 'offer.unknown', error: unreachable() }) },
          ],
        },
      },
    },
    spoken: {
      description: 'A wallet is spoken to. The page follows it to what it approved.',
      entry: { type: 'begin', params: [] },
      on: {
        'provider.look': {
          actions: {
            type: 'tellOffer',
            params: ({ context: { spoken } }) => ({ type: 'offer.looked', session: spoken?.session }),
          },
        },
        'provider.request': { actions: { type: 'begin', params: ({ event }) => [event] } },
        'provider.move': {
          actions: {
            type: 'move',
            params: ({ context, event }) => ({ spoken: { ...there(context.spoken), chainId: event.chainId } }),
          },
        },
        'provider.leave': {
          guard: { type: 'current', params: ({ event }) => event },
          target: 'none',
          actions: ['fallSilent', { type: 'leave', params: ({ event }) => event }],
        },
        'session.opened': {
          description: 'A wallet took up an offer of an earlier visit; another one is spoken to by now.',
          guard: 'unwanted',
          actions: { type: 'leave', params: ({ event }) => ({ id: undefined, topic: event.session.topic }) },
        },
        'session.changed': [
          {
            description: 'No account is left.',
            guard: { type: 'emptied', params: ({ event }) => event },
            target: 'none',
            actions: [
              { type: 'move', params: { spoken: undefined } },
              { type: 'leave', params: ({ event }) => ({ id: undefined, topic: event.session.topic }) },
            ],
          },
          {
            guard: { type: 'current', params: ({ event }) => event.session },
            actions: [
              {
                type: 'move',
                params: ({ context: { spoken, sessions, chains }, event: { session } }) => ({
                  spoken: afterChange(there(spoken), { before: sessions[session.topic], session }, chains),
                }),
              },
              { type: 'keepSession', params: ({ event }) => event },
            ],
          },
        ],
        'session.emitted': {
          guard: { type: 'current', params: ({ event }) => event },
          actions: [
            {
              type: 'move',
              params: ({ context, event }) => ({ spoken: afterEvent(there(context.spoken), event.event) }),
            },
            { type: 'passOn', params: ({ event }) => event },
          ],
        },
        'session.ended': [
          {
            description: 'The page itself ended it.',
            guard: { type: 'ours', params: ({ event }) => event },
            target: 'none',
            actions: [{ type: 'forgetSession', params: ({ event }) => event }, 'fallSilent'],
          },
          {
            guard: { type: 'current', params: ({ event }) => event },
            target: 'none',
            actions: [
              { type: 'forgetSession', params: ({ event }) => event },
              { type: 'move', params: { spoken: undefined } },
            ],
          },
        ],
      },
    },
  },
})
