/** Validates the app's request for permissions before it is sent to a wallet. */
import { caipAddressOf, type Connection } from '../shared/account.types.ts'
import type { PermissionRequest } from './smartSession.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { issueText, PLAIN } from '../shared/errors/schemaIssue.ts'
import { permissionRequestSchema } from './permission.schemas.ts'

/** The account that a request is for, and the time of the request. */
export interface GrantContext extends Pick<Connection, 'address' | 'networkId'> {
  nowMs: number
}

const invalid = (reason: string) => new LatchkeyError('smartSession.invalid', { params: { reason } })

/** Returns the CAIP-2 id of a hex chain id. */
export const networkIdOf = (chainId: string) => `eip155:${BigInt(chainId).toString()}` as const

/** Validates a request for permissions. Throws `smartSession.invalid`. */
export function readPermissionRequest(value: unknown, { address, networkId, nowMs }: GrantContext): PermissionRequest {
  const { data, error } = permissionRequestSchema.safeParse(value, PLAIN)
  if (error) throw invalid(issueText(error))
  if (data.expiry * 1_000 <= nowMs) throw invalid('expiry: it has to be in the future, in seconds since 1970')
  if (networkIdOf(data.chainId) !== networkId)
    throw invalid(`chainId: the wallet is on ${networkId}, and this is for ${networkIdOf(data.chainId)}`)
  if (data.address !== undefined && data.address.toLowerCase() !== address.toLowerCase())
    throw invalid(`address: the active account is ${caipAddressOf({ networkId, address })}`)
  return data
}
