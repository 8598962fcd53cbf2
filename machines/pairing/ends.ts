/** How what is asked of the provider ends. */
import type { Outcome } from '../entities/attempt.ts'
import { toLatchkeyError } from '../errors/error.ts'
import { failed } from '../rules/outcomes.ts'
import { sharedOutcome } from '../rules/pairing/spoken.ts'
import type { OfferContract } from './offer.contract.ts'
import type { ProviderContract } from './provider.contract.ts'

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
