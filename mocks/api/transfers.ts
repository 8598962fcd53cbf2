/** What a transaction moved, as one account sees it. */
import {
  type Address,
  formatUnits,
  getAddress,
  type Hash,
  isAddressEqual,
  parseAbiItem,
  parseEventLogs,
  type TransactionReceipt,
} from 'viem'
import * as z from 'zod/mini'
import type { SandboxToken } from '../sandbox/eip155/chain.ts'
import { callNode } from '../sandbox/eip155/nodeRpc.ts'
import { evmAddress } from './caip.ts'
import type { ChainReader } from './chainReader.ts'
import { type Found, manyEvent, transferEvent } from './transactions.ts'

export type Direction = 'in' | 'out' | 'self'

/** An NFT as the API sends it, without its contract or id. */
interface WireNft {
  name: string
  content: null
  flags: { is_spam: boolean }
}

export interface WireTransfer {
  fungible_info: { name: string; symbol: string; icon: null } | null
  nft_info: WireNft | null
  direction: Direction
  quantity: { numeric: string }
  value: null
  price: null
}

/** An amount that moved between two addresses. */
interface Movement {
  from: Address
  to: Address
  units: bigint
}

/** A transfer as the API sends it, with its sender and receiver. */
export interface Moved {
  from: Address
  to: Address
  transfer: WireTransfer
}

const directionOf = (account: Address, { from, to }: Movement): Direction | undefined => {
  const [leaves, comes] = [isAddressEqual(from, account), isAddressEqual(to, account)]
  if (leaves && comes) return 'self'
  if (leaves) return 'out'
  return comes ? 'in' : undefined
}

const movedOf = (account: Address, { name, symbol, decimals }: SandboxToken, movement: Movement): Moved[] => {
  const { from, to, units } = movement
  const direction = directionOf(account, movement)
  if (!direction || units === 0n) return []
  const quantity = { numeric: formatUnits(units, decimals) }
  const fungible = { name, symbol, icon: null }
  return [
    { from, to, transfer: { fungible_info: fungible, nft_info: null, direction, quantity, value: null, price: null } },
  ]
}

const uniqueEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')

const nftMovedOf = (account: Address, contract: Address, id: bigint, movement: Movement): Moved[] => {
  const { from, to, units } = movement
  const direction = directionOf(account, movement)
  if (!direction) return []
  const nft_info = { name: `NFT ${getAddress(contract).slice(0, 6)} #${id}`, content: null, flags: { is_spam: false } }
  const quantity = { numeric: String(units) }
  return [{ from, to, transfer: { fungible_info: null, nft_info, direction, quantity, value: null, price: null } }]
}

/** The NFTs that moved, of both standards. */
const nftsMoved = (account: Address, { logs }: Pick<TransactionReceipt, 'logs'>): Moved[] => [
  ...parseEventLogs({ abi: [uniqueEvent], logs, strict: true }).flatMap(({ address, args: { from, to, id } }) =>
    nftMovedOf(account, address, id, { from, to, units: 1n }),
  ),
  ...parseEventLogs({ abi: [manyEvent], logs, strict: true }).flatMap(({ address, args: { from, to, id, value } }) =>
    nftMovedOf(account, address, id, { from, to, units: value }),
  ),
]

/** Anvil's `ots_getInternalOperations`: type 0 is a transfer of the native coin, including the transaction's own. */
const operations = z.array(
  z.object({
    type: z.number(),
    from: evmAddress,
    to: evmAddress,
    value: z.pipe(
      z.string(),
      z.transform((hex: string) => BigInt(hex)),
    ),
  }),
)

/** The native coin that the transaction and the called contracts moved. */
async function coins({ chain }: ChainReader, hash: Hash): Promise<Movement[]> {
  const all = operations.parse(await callNode(chain, 'ots_getInternalOperations', [hash]))
  return all.filter(({ type }) => type === 0).map(({ from, to, value }) => ({ from, to, units: value }))
}

/** Everything that moved from or to the account; empty if the transaction failed. */
export async function transfersOf(
  account: Address,
  { reader, transaction }: Found,
  { status, logs }: TransactionReceipt,
): Promise<Moved[]> {
  if (status !== 'success') return []
  // `strict` leaves out other token standards, because their topics differ.
  const events = parseEventLogs({ abi: [transferEvent], logs, strict: true })
  const tokens = await Promise.all(
    events
      .map(({ address, args }) => ({ address, movement: { from: args.from, to: args.to, units: args.value } }))
      .filter(({ movement }) => directionOf(account, movement))
      .map(async ({ address, movement }) => movedOf(account, await reader.token(address), movement)),
  )
  const moved = await coins(reader, transaction.hash)
  return [
    ...moved.flatMap((coin) => movedOf(account, reader.native, coin)),
    ...tokens.flat(),
    ...nftsMoved(account, { logs }),
  ]
}
