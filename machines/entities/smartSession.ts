/** What an account has allowed an app to do without asking again (EIP-7715). Times are seconds since 1970, amounts are base units in hex. */
import type { Explanation } from './explanation.ts'

type Hex = `0x${string}`

/** A key that may use what is granted. */
export interface SessionKey {
  type: 'secp256r1' | 'secp256k1'
  publicKey: Hex
}

/** What an argument of a call may be; `value` is the word that the contract is given. */
export interface ArgumentCondition {
  operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'
  value: Hex
}

export interface FunctionPermission {
  functionName: string
  /** One for each argument, in order. Any arguments where nothing is given. */
  args?: readonly ArgumentCondition[] | undefined
  /** The most of the native token that a call may send along. */
  valueLimit?: Hex | undefined
  /** Default `Call`. */
  operation?: 'Call' | 'DelegateCall' | undefined
}

/** So much in each period of so many seconds, from a moment on. */
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

/** What a wallet is asked to grant. */
export interface PermissionRequest {
  /** The chain that it is for, in hex: the one that the wallet is on. */
  chainId: Hex
  /** The account that it is for: the active one, also where nothing is given. */
  address?: Hex | undefined
  /** Until when, in the future. */
  expiry: number
  /** Who may use it. */
  signer: { type: 'keys'; data: { keys: readonly SessionKey[] } }
  permissions: readonly Permission[]
  /** Further rules, as the wallet knows them. */
  policies: readonly { type: string; data: Readonly<Record<string, unknown>> }[]
}

/** What a wallet granted. `context` is the id of the session (`pci`), by which it is used and revoked. */
export interface GrantedPermissions extends Pick<PermissionRequest, 'chainId' | 'expiry' | 'permissions'> {
  address: string
  context: string
}

/** What the API has made of a request: the session's id, and the key that it signs with as well. */
export interface AddedSession {
  pci: string
  key: SessionKey
}

/** Which permissions a wallet says that it can grant on a chain. */
export interface PermissionsCapability {
  supported: boolean
  permissionTypes: readonly string[]
  signerTypes: readonly string[]
  policyTypes: readonly string[]
}

/** A session, as the API keeps it. */
export interface SmartSession {
  /** Its id: the permission context identifier. */
  pci: string
  /** The app that it was granted to. */
  project?: { name?: string | undefined; url?: string | undefined; iconUrl?: string | undefined } | undefined
  expiry: number
  createdAt: number
  /** As the API has them. Those of kinds that nobody here knows may be among them. */
  permissions: readonly unknown[]
  /** The same in words, one by one. */
  explained: readonly Explanation[]
  revokedAt?: number | undefined
}

/** The groups of the list, in order. */
export const sessionGroups = ['active', 'expired', 'revoked'] as const
export type SessionGroup = (typeof sessionGroups)[number]
