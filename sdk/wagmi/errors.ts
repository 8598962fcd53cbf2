/** Maps outcomes to the errors that wagmi's hooks expect. */
import { ResourceUnavailableRpcError, SwitchChainError, UserRejectedRequestError } from 'viem'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { LatchkeyError } from '../../machines/shared/errors/error.ts'

type ToError = (error: LatchkeyError) => Error
type FailedStatus = Exclude<Outcome<never>['status'], 'done'>

const rejected = (error: Error) => new UserRejectedRequestError(error)
/** Keeps the error, whose message names the wallet, unless an earlier request is still open in the wallet. */
const unconnected: ToError = (error) =>
  error.code === 'connect.pending' ? new ResourceUnavailableRpcError(error) : error
const notSwitched: ToError = (error) => new SwitchChainError(error)

/** The error for each unsuccessful outcome, by method. */
const ERRORS = {
  connect: { cancelled: rejected, declined: rejected, expired: unconnected, failed: unconnected },
  switchChain: { cancelled: rejected, declined: rejected, expired: notSwitched, failed: notSwitched },
} as const satisfies Record<
  string,
  { cancelled: (error: Error) => Error } & Record<Exclude<FailedStatus, 'cancelled'>, ToError>
>

/** Returns the value of an outcome, or throws the error that represents it. */
export function valueFor<Value>(method: keyof typeof ERRORS, outcome: Outcome<Value>): Value {
  const errors = ERRORS[method]
  if (outcome.status === 'done') return outcome.value
  if (outcome.status === 'cancelled')
    throw errors.cancelled(new Error('The user closed the modal, or the app cancelled the request.'))
  throw errors[outcome.status](outcome.error)
}

/** The error for a chain that is not in wagmi's configuration, with the name that wagmi uses. */
export const chainNotConfigured = (): SwitchChainError =>
  new SwitchChainError(Object.assign(new Error('Chain not configured.'), { name: 'ChainNotConfiguredError' }))
