/** What a page asks a wallet to grant, judged before anybody is asked. */
import type * as z from 'zod/mini'
import { caipAddressOf, type Connection } from '../entities/account.ts'
import type { PermissionRequest } from '../entities/smartSession.ts'
import { LatchkeyError } from '../errors/error.ts'
import { permissionRequestSchema } from '../schemas/permission.ts'

/** Whom a grant is for, and when it is asked for. */
export interface Asking extends Pick<Connection, 'address' | 'networkId'> {
  nowMs: number
}

const invalid = (reason: string) => new LatchkeyError('smartSession.invalid', { params: { reason } })

/** The first thing that is wrong, by the field that it is in. */
function faultOf({ issues: [issue] }: z.core.$ZodError): string {
  const place = (issue?.path ?? []).map(String).join('.')
  const keys = issue?.code === 'unrecognized_keys' ? ` (${issue.keys.join(', ')})` : ''
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? 'Invalid input'}${keys}`
}

/** A chain id in hex, as CAIP-2. */
export const networkIdOf = (chainId: string) => `eip155:${BigInt(chainId).toString()}` as const

/** A request that can be asked for as it is. Throws `smartSession.invalid`. */
export function readPermissionRequest(given: unknown, { address, networkId, nowMs }: Asking): PermissionRequest {
  const { data, error } = permissionRequestSchema.safeParse(given)
  if (error) throw invalid(faultOf(error))
  if (data.expiry * 1_000 <= nowMs) throw invalid('expiry: it has to be in the future, in seconds since 1970')
  if (networkIdOf(data.chainId) !== networkId)
    throw invalid(`chainId: the wallet is on ${networkId}, and this is for ${networkIdOf(data.chainId)}`)
  if (data.address !== undefined && data.address.toLowerCase() !== address.toLowerCase())
    throw invalid(`address: the active account is ${caipAddressOf({ networkId, address })}`)
  return data
}
