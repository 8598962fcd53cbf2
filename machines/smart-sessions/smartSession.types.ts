/**
 * What an account allowed an app to do without another confirmation (EIP-7715). Times are seconds since 1970, amounts are base
 * units in hex.
 */
import type { Explanation } from '../wallet-requests/explanation.types.ts'

type Hex = `0x${string}`

/** A key that may use the granted permissions. */
export interface SessionKey {
  type: 'secp256r1' | 'secp256k1'
  publicKey: Hex
}

/** A condition on an argument of a call. `value` is the word that is passed to the contract. */
export interface ArgumentCondition {
  operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'
  value: Hex
}

export interface FunctionPermission {
  functionName: string
  /** One condition per argument, in order. If absent, any arguments are allowed. */
  args?: readonly ArgumentCondition[] | undefined
  /** The maximum amount of the native token that a call may send. */
  valueLimit?: Hex | undefined
  /** Default: `Call`. */
  operation?: 'Call' | 'DelegateCall' | undefined
}

/** An allowance per period of `period` seconds, from `start` on. */
export interface RecurringAllowance {
  allowance: Hex
  start: number
  period: number
}

export type Permission =
  | {
      type: 'contract-call'
      data: {
        address: Hex
        abi: readonly Readonly<Record<string, unknown>>[]
        functions: readonly FunctionPermission[]
      }
    }
  | { type: 'native-token-recurring-allowance'; data: RecurringAllowance }
  | { type: 'erc20-recurring-allowance'; data: RecurringAllowance & { token: Hex } }

/** The permissions that a wallet is requested to grant. */
export interface PermissionRequest {
  /** The chain id in hex. It must be the chain that the wallet is on. */
  chainId: Hex
  /** The account that grants the permissions: the active account, which is also the default. */
  address?: Hex | undefined
  /** When the permissions expire. It must be in the future. */
  expiry: number
  /** The keys that may use the permissions. */
  signer: { type: 'keys'; data: { keys: readonly SessionKey[] } }
  permissions: readonly Permission[]
  /** Further rules, as the wallet defines them. */
  policies: readonly { type: string; data: Readonly<Record<string, unknown>> }[]
}

/** The permissions that a wallet granted. `context` is the id of the session (`pci`), which is used to call and revoke it. */
export interface GrantedPermissions extends Pick<PermissionRequest, 'chainId' | 'expiry' | 'permissions'> {
  address: string
  context: string
}

/** The session that the API created for a request: its id, and the key with which the API co-signs. */
export interface AddedSession {
  pci: string
  key: SessionKey
}

/** The permissions that a wallet reports to support on a chain. */
export interface PermissionsCapability {
  supported: boolean
  permissionTypes: readonly string[]
  signerTypes: readonly string[]
  policyTypes: readonly string[]
}

/** A session, as the API stores it. */
export interface SmartSession {
  /** The id of the session: the permission context identifier. */
  pci: string
  /** The app that the session was granted to. */
  project?: { name?: string | undefined; url?: string | undefined; iconUrl?: string | undefined } | undefined
  expiry: number
  createdAt: number
  /** The permissions, as the API returns them. Unknown kinds may be among them. */
  permissions: readonly unknown[]
  /** The explanation of each permission. */
  explained: readonly Explanation[]
  revokedAt?: number | undefined
}

/** The groups of the list, in order. */
export const sessionGroups = ['active', 'expired', 'revoked'] as const
export type SessionGroup = (typeof sessionGroups)[number]
