import { NAMES } from '../constants.ts'
import { namespaceOf, type Namespace } from '../entities/namespace.ts'
import { firstReasonOf } from '../errors/apiError.ts'
import { LatchkeyError } from '../errors/error.ts'

/** Namespaces in which the API registers names [9.42]. */
const NAMED: readonly Namespace[] = ['eip155']

export const hasNames = (networkId: string): boolean => NAMED.includes(namespaceOf(networkId))

/** A name that can be registered: at least 4 letters, digits and hyphens, and nothing else [5.3] [9.13]. */
export const isName = (name: string): boolean => name.length >= NAMES.minimumLength && /^[a-zA-Z0-9-]+$/.test(name)

/** The coin type of an EVM chain: its id with the high bit set (ENSIP-11) [5.4] [9.14]. */
export function coinTypeOf(chainId: number): number {
  if (!Number.isInteger(chainId) || chainId < 0 || chainId >= NAMES.chainIdLimit)
    throw new LatchkeyError('names.chainInvalid')
  return NAMES.chainIdLimit + chainId
}

/** Why a call of the name service failed: in the server's own words where it has any [8.13] to [8.16]. */
export function nameError(
  doing: 'resolve' | 'suggest' | 'reverse' | 'register',
  thrown: unknown,
  name = '',
): LatchkeyError {
  const reason = firstReasonOf(thrown)
  if (reason !== undefined) return new LatchkeyError('names.refused', { params: { reason }, cause: thrown })
  switch (doing) {
    case 'resolve':
      return new LatchkeyError('names.resolveFailed', { cause: thrown })
    case 'suggest':
      return new LatchkeyError('names.suggestFailed', { cause: thrown })
    case 'reverse':
      return new LatchkeyError('names.reverseFailed', { cause: thrown })
    case 'register':
      return new LatchkeyError('names.registerFailed', { params: { name }, cause: thrown })
  }
}
