/** Transitions for the end of provider commands, and for commands without an active session. */
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { failed } from '../shared/outcome.rules.ts'
import { connectOutcome } from './rules/sharedSession.ts'
import type { CallContract } from './call.contract.ts'
import type { PairingAttemptContract } from './pairingAttempt.contract.ts'
import type { DisconnectResult, ProviderCommand, ProviderContract } from './provider.contract.ts'

export type PairingAttemptOutput = PairingAttemptContract['output']

/** The event that settles a caller's command. */
export const settledEvent = (id: string, outcome: Outcome<unknown>) =>
  ({ type: 'provider.settled', id, outcome }) as const

/** The name of a child that crashed, and the caller's id that it contains. */
export const crashOf = ({ event: { type, error } }: { event: { type: string; error: unknown } }) => {
  const child = type.slice('xstate.error.actor.'.length)
  return { child, id: child.slice(child.indexOf('.') + 1), outcome: failed(toLatchkeyError(error)) }
}
/** The end of an attempt to connect, and the name of its child. */
export const attemptResult = ({
  context,
  event: { output },
}: {
  context: ProviderContract['context']
  event: { output: PairingAttemptOutput }
}) => ({
  child: `pairingAttempt.${output.id}`,
  id: output.id,
  outcome: connectOutcome(output.outcome, { ...output, chains: context.chains }),
})

export type EventOf<Type extends ProviderContract['event']['type']> = Extract<ProviderContract['event'], { type: Type }>
const reportTransitions = {
  'provider.networks': {
    actions: { type: 'setNetworks', params: ({ event }: { event: EventOf<'provider.networks'> }) => event },
  },
  'provider.capabilitiesReceived': {
    actions: {
      type: 'setReceivedCapabilities',
      params: ({ event }: { event: EventOf<'provider.capabilitiesReceived'> }) => event,
    },
  },
} as const

type DoneArgs<Output> = { event: { type: string; output: Output } }
const childTransitions = {
  'xstate.done.actor.call.*': {
    actions: {
      type: 'settle',
      params: ({ event: { output } }: DoneArgs<CallContract['output']>) => ({ child: `call.${output.id}`, ...output }),
    },
  },
  'xstate.done.actor.leave.*': {
    actions: {
      type: 'settle',
      params: ({ event: { type, output } }: DoneArgs<DisconnectResult>) => ({
        child: type.slice('xstate.done.actor.'.length),
        ...output,
      }),
    },
  },
  'xstate.error.actor.*': { actions: { type: 'settle', params: crashOf } },
} as const

/** The transitions of every state: reports, and the end or crash of a call or a disconnection. */
export const commonTransitions = { ...reportTransitions, ...childTransitions }

type RequestArgs = { event: Extract<ProviderCommand, { type: 'provider.request' }> }
const searchTransition = {
  target: 'restoring',
  actions: { type: 'enqueue', params: ({ event }: RequestArgs) => event },
} as const

/** Without an active session, a call starts a search for sessions of earlier visits. */
export const noSessionTransitions = {
  'provider.restore': {
    target: 'restoring',
    actions: { type: 'setPreviousNetworks', params: ({ event }: { event: EventOf<'provider.restore'> }) => event },
  },
  'provider.request': searchTransition,
} as const

/** The transitions before the first search. A call that only a wallet could answer is rejected without a search [8.50]. */
export const idleTransitions = {
  ...noSessionTransitions,
  'provider.request': [
    {
      guard: { type: 'isForWallet', params: ({ event }: RequestArgs) => event },
      actions: {
        type: 'emit',
        params: ({ event: { id } }: RequestArgs) =>
          settledEvent(id, failed(new LatchkeyError('session.notInitialized'))),
      },
    },
    searchTransition,
  ],
} as const
