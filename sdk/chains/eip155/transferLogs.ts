/** The changes for an account, from the logs of the token standards (ERC-20, ERC-721, ERC-1155). */
import { decodeEventLog, parseAbi, type Hex } from 'viem'

/** The address under which a simulation logs transfers of the native token. */
export const NATIVE = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
/** The maximum number of logs that are read. */
const MAX_LOGS = 1_000

const FUNGIBLE = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])
const UNIQUE = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 indexed id)'])
const MANY = parseAbi([
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
  'event TransferBatch(address indexed operator, address indexed from, address indexed to, uint256[] ids, uint256[] values)',
])

/** Approvals of tokens, and of Permit2, which manages allowances for other contracts. */
const ALLOWANCES = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'event ApprovalForAll(address indexed owner, address indexed operator, bool approved)',
])
const OTHER_ALLOWANCES = parseAbi([
  'event Approval(address indexed owner, address indexed spender, uint256 indexed id)',
  'event Approval(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration)',
  'event Permit(address indexed owner, address indexed token, address indexed spender, uint160 amount, uint48 expiration, uint48 nonce)',
])

export interface Log {
  address: string
  topics: readonly string[]
  data: string
}

/** The change of the account's amount of an asset. `id` is the id of an NFT. */
export interface Change {
  /** In lowercase. */
  asset: Hex
  id?: bigint
  units: bigint
}

interface Movement extends Change {
  from: string
  to: string
}

/** The transfers in a log; empty for any other log. */
function movementsIn({ address, topics, data }: Log): Movement[] {
  const asset = address.toLowerCase() as Hex
  const log = { topics: topics as [Hex, ...Hex[]], data: data as Hex, strict: true } as const
  try {
    if (topics.length === 3) {
      const { from, to, value } = decodeEventLog({ abi: FUNGIBLE, ...log }).args
      return [{ asset, from, to, units: value }]
    }
    const { args } = decodeEventLog({ abi: [...UNIQUE, ...MANY], ...log })
    const { from, to } = args
    if ('ids' in args) return args.ids.map((id, index) => ({ asset, from, to, id, units: args.values[index] ?? 0n }))
    return [{ asset, from, to, id: args.id, units: 'value' in args ? args.value : 1n }]
  } catch {
    return []
  }
}

/** An allowance of an account; addresses are lowercase. */
export interface Grant {
  /** The contract that manages the allowance: the token, or Permit2. */
  asset: Hex
  token: Hex
  spender: Hex
  /** The amount of a token; `undefined` for an NFT, or for everything. */
  units: bigint | undefined
  /** The id of the NFT. */
  id?: bigint
}

/**
 * The allowance that a log grants, and its owner. No units or the zero address as spender revoke it. `undefined` for any other
 * log.
 */
function grantIn({ address, topics, data }: Log): { owner: string; grant: Grant } | undefined {
  const log = { topics: topics as [Hex, ...Hex[]], data: data as Hex, strict: true } as const
  const asset = address.toLowerCase() as Hex
  const toGrant = (owner: Hex, spender: Hex, fields: Partial<Grant>) => ({
    owner: owner.toLowerCase(),
    grant: { asset, token: asset, spender: spender.toLowerCase() as Hex, units: undefined, ...fields },
  })
  try {
    if (topics.length === 3) {
      const { args } = decodeEventLog({ abi: ALLOWANCES, ...log })
      if ('value' in args) return toGrant(args.owner, args.spender, { units: args.value })
      return toGrant(args.owner, args.operator, args.approved ? {} : { units: 0n })
    }
    const { args } = decodeEventLog({ abi: OTHER_ALLOWANCES, ...log })
    if ('id' in args) return toGrant(args.owner, args.spender, { id: args.id })
    return toGrant(args.owner, args.spender, { units: args.amount, token: args.token.toLowerCase() as Hex })
  } catch {
    return undefined
  }
}

/** The allowances of an account after these logs, as far as the logs show. */
export function grantsOf(logs: readonly Log[], account: string): Grant[] {
  const accountAddress = account.toLowerCase()
  const allowances = new Map<string, Grant>()
  for (const log of logs.slice(0, MAX_LOGS)) {
    const { owner, grant } = grantIn(log) ?? {}
    if (owner !== accountAddress || !grant) continue
    // Only one spender at a time can be approved for an NFT.
    const key = [grant.asset, grant.token, grant.id ?? grant.spender].join()
    if (grant.units === 0n || BigInt(grant.spender) === 0n) allowances.delete(key)
    else allowances.set(key, grant)
  }
  return [...allowances.values()]
}

/** The changes for an account, decreases first. */
export function changesOf(logs: readonly Log[], account: string): { changes: Change[]; isTruncated: boolean } {
  const accountAddress = account.toLowerCase()
  const sums = new Map<string, Change>()
  for (const { asset, id, from, to, units } of logs.slice(0, MAX_LOGS).flatMap(movementsIn)) {
    const key = `${asset}/${id}`
    const previous = sums.get(key)?.units ?? 0n
    const delta =
      (to.toLowerCase() === accountAddress ? units : 0n) - (from.toLowerCase() === accountAddress ? units : 0n)
    sums.set(key, { asset, ...(id !== undefined && { id }), units: previous + delta })
  }
  const nonZero = [...sums.values()].filter(({ units }) => units !== 0n)
  return {
    changes: [...nonZero.filter(({ units }) => units < 0n), ...nonZero.filter(({ units }) => units > 0n)],
    isTruncated: logs.length > MAX_LOGS,
  }
}
