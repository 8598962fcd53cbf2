/** What became of a question, in the errors that wagmi's hooks know. */
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { LatchkeyError } from '../../machines/errors/error.ts'

type ToError = (error: LatchkeyError) => Error
type Ending = Exclude<Outcome<never>['status'], 'done'>

const rejected = (error: Error) => new UserRejectedRequestError(error)
/** In its own words, which name the wallet, but where the wallet shows an earlier question still. */
const unconnected: ToError = (error) =>
  error.code === 'connect.pending' ? new ResourceUnavailableRpcError(error) : error
const notSwitched: ToError = (error) => new SwitchChainError(error)

/** What stands for each ending but the good one, by what was asked. */
const ERRORS = {
  connect: { cancelled: rejected, declined: rejected, expired: unconnected, failed: unconnected },
  switchChain: { cancelled: rejected, declined: rejected, expired: notSwitched, failed: notSwitched },
} as const satisfies Record<
  string,
  { cancelled: (error: Error) => Error } & Record<Exclude<Ending, 'cancelled'>, ToError>
>

/** The value of an outcome; throws the error that stands for any other. */
export function valueFor<Value>(asked: keyof typeof ERRORS, outcome: Outcome<Value>): Value {
  const errors = ERRORS[asked]
  if (outcome.status === 'done') return outcome.value
  if (outcome.status === 'cancelled') throw errors.cancelled(new Error('The question was called off.'))
  throw errors[outcome.status](outcome.error)
}

/** A chain that wagmi's configuration does not have, as wagmi names it. */
export const chainNotConfigured = (): SwitchChainError =>
  new SwitchChainError(Object.assign(new Error('Chain not configured.'), { name: 'ChainNotConfiguredError' }))
