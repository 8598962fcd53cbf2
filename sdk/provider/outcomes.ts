/** Converts the outcome of a request to an EIP-1193 result. */
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { ErrorCode } from '../../machines/shared/errors/catalog.ts'
import { codesOf, LatchkeyError, reasonOf } from '../../machines/shared/errors/error.ts'
import { refusalCodes } from '../../machines/calls/bundle.rules.ts'
import { CODE, ProviderRpcError } from './errors.ts'

/** The codes of Latchkey's own errors. All other errors carry the code of the wallet or the node. */
const CODES: Partial<Record<ErrorCode, number>> = {
  ...refusalCodes,
  'wallet.disconnected': CODE.unauthorized,
  'wallet.unauthorized': CODE.unauthorized,
  'wallet.namespaceMissing': CODE.unauthorized,
  'account.undefined': CODE.unauthorized,
  'send.otherAccount': CODE.unauthorized,
  'session.unauthorized': CODE.unauthorized,
  'request.notAllowed': CODE.unsupportedMethod,
  'request.tooMany': CODE.limitExceeded,
  'session.unsupported': CODE.unsupportedMethod,
  'session.callUnsupported': CODE.unsupportedMethod,
  'smartSession.methodMissing': CODE.unsupportedMethod,
  'smartSession.capabilityMissing': CODE.unsupportedMethod,
  'smartSession.permissionUnsupported': CODE.unsupportedMethod,
  'smartSession.signerUnsupported': CODE.unsupportedMethod,
  'smartSession.policyUnsupported': CODE.unsupportedMethod,
  'wallet.left': CODE.disconnected,
  'instance.notStarted': CODE.disconnected,
  'connection.clientMissing': CODE.disconnected,
  'network.clientMissing': CODE.disconnected,
  'network.missing': CODE.disconnected,
  'session.notInitialized': CODE.disconnected,
  'session.notConnected': CODE.disconnected,
  'session.namespaceMissing': CODE.disconnected,
  'send.otherNetwork': CODE.chainDisconnected,
  'network.notFound': CODE.chainUnknown,
  'request.invalid': CODE.invalidParams,
  'smartSession.invalid': CODE.invalidParams,
  'smartSession.unknown': CODE.invalidParams,
  'transaction.toRequired': CODE.invalidParams,
  'data.invalid': CODE.invalidParams,
  'amount.negative': CODE.invalidParams,
  'address.invalid': CODE.invalidParams,
  'address.length': CODE.invalidParams,
  'address.name': CODE.invalidParams,
}

/** Converts a thrown value to an EIP-1193 error. Keeps the code, message and data of the wallet or the node, if it has them. */
export function toProviderError(thrown: unknown): ProviderRpcError {
  if (thrown instanceof ProviderRpcError) return thrown
  const latchkeyError: LatchkeyError | undefined = thrown instanceof LatchkeyError ? thrown : undefined
  const source = latchkeyError?.cause ?? thrown
  const code = (latchkeyError && CODES[latchkeyError.code]) ?? codesOf(thrown)[0] ?? CODE.internal
  return new ProviderRpcError(code, messageOf(source, latchkeyError), source)
}

/** The message of the wallet or node, else Latchkey's own. */
const messageOf = (source: unknown, latchkeyError: LatchkeyError | undefined): string => {
  const reason = reasonOf(source)
  return latchkeyError && reason === reasonOf(undefined) ? latchkeyError.message : reason
}

/** Returns the value of an outcome, or throws the matching EIP-1193 error. */
export function valueOf<Value>(outcome: Outcome<Value>): Value {
  switch (outcome.status) {
    case 'done':
      return outcome.value
    case 'cancelled':
      throw new ProviderRpcError(CODE.userRejected, 'User rejected the request.')
    case 'declined': {
      const { error } = outcome
      throw new ProviderRpcError(
        CODES[error.code] ?? CODE.userRejected,
        messageOf(error.cause, error),
        error.cause ?? error,
      )
    }
    case 'expired':
    case 'failed':
      throw toProviderError(outcome.error)
  }
}
