/** How what is asked of the provider ends. */
import type { Outcome } from '../entities/attempt.ts'
import { toLatchkeyError } from '../errors/error.ts'
import { failed } from '../rules/outcomes.ts'
import { sharedOutcome } from '../rules/pairing/spoken.ts'
import type { CallContract } from './call.contract.ts'
import type { OfferContract } from './offer.contract.ts'
import type { Left, ProviderContract } from './provider.contract.ts'

export type Ended = OfferContract['output']

/** The end of what a caller asked for. */
export const settled = (id: string, outcome: Outcome<unknown>) => ({ type: 'provider.settled', id, outcome }) as const

/** The name of a child that crashed, and its caller's id in it. */
export const crashOf = ({ event: { type, error } }: { event: { type: string; error: unknown } }) => {
  const child = type.slice('xstate.error.actor.'.length)
  return { child, id: child.slice(child.indexOf('.') + 1), outcome: failed(toLatchkeyError(error)) }
}
/** The end of an attempt to connect, and of its child. */
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
    actions: { type: 'keepNetworks', params: ({ event }: { event: News<'provider.networks'> }) => event },
  },
  'provider.learnt': {
    actions: { type: 'keepLearnt', params: ({ event }: { event: News<'provider.learnt'> }) => event },
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

/** What is heard in every state: news, and how a call, a leave-taking or a crash of either ends. */
export const anywhere = { ...news, ...endings }
