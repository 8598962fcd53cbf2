/** Transitions for the end of provider commands, and for commands without an active session. */
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { failed } from '../shared/outcome.rules.ts'
import { sharedOutcome } from './rules/sharedSession.ts'
import type { CallContract } from './call.contract.ts'
import type { OfferContract } from './offer.contract.ts'
import type { Left, ProviderCommand, ProviderContract } from './provider.contract.ts'

export type Ended = OfferContract['output']

/** The event that settles a caller's command. */
export const settled = (id: string, outcome: Outcome<unknown>) => ({ type: 'provider.settled', id, outcome }) as const

/** The name of a child that crashed, and the caller's id that it contains. */
export const crashOf = ({ event: { type, error } }: { event: { type: string; error: unknown } }) => {
  const child = type.slice('xstate.error.actor.'.length)
  return { child, id: child.slice(child.indexOf('.') + 1), outcome: failed(toLatchkeyError(error)) }
}
/** The end of an attempt to connect, and the name of its child. */
export const ending = ({
  context,
  event: { output },
}: {
  context: ProviderContract['context']
  event: { output: Ended }
}) => ({
  child: `offer.${output.id}`,
  id: output.id,
  outcome: sharedOutcome(output.outcome, { ...output, chains: context.chains }),
})

export type News<Type extends ProviderContract['event']['type']> = Extract<ProviderContract['event'], { type: Type }>
const news = {
  'provider.networks': {
    actions: { type: 'setNetworks', params: ({ event }: { event: News<'provider.networks'> }) => event },
  },
  'provider.learnt': {
    actions: { type: 'setLearnt', params: ({ event }: { event: News<'provider.learnt'> }) => event },
  },
} as const

type Child<Output> = { event: { type: string; output: Output } }
const endings = {
  'xstate.done.actor.call.*': {
    actions: {
      type: 'settle',
      params: ({ event: { output } }: Child<CallContract['output']>) => ({ child: `call.${output.id}`, ...output }),
    },
  },
  'xstate.done.actor.leave.*': {
    actions: {
      type: 'settle',
      params: ({ event: { type, output } }: Child<Left>) => ({
        child: type.slice('xstate.done.actor.'.length),
        ...output,
      }),
    },
  },
  'xstate.error.actor.*': { actions: { type: 'settle', params: crashOf } },
} as const

/** The transitions of every state: news, and the end or crash of a call or a disconnection. */
export const anywhere = { ...news, ...endings }

type Request = { event: Extract<ProviderCommand, { type: 'provider.request' }> }
const look = { target: 'looking', actions: { type: 'enqueue', params: ({ event }: Request) => event } } as const

/** Without an active session, a call starts a search for sessions of earlier visits. */
export const unspoken = {
  'provider.look': {
    target: 'looking',
    actions: { type: 'setPlaces', params: ({ event }: { event: News<'provider.look'> }) => event },
  },
  'provider.request': look,
} as const

/** The same before the first search. A call that only a wallet could answer is rejected without a search [8.50]. */
export const unopened = {
  ...unspoken,
  'provider.request': [
    {
      guard: { type: 'isForWallet', params: ({ event }: Request) => event },
      actions: {
        type: 'emit',
        params: ({ event: { id } }: Request) => settled(id, failed(new LatchkeyError('session.notInitialized'))),
      },
    },
    look,
  ],
} as const
