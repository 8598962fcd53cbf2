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
import { type ChainTransaction, manyEvent, transferEvent } from './transactions.ts'

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
export interface AccountTransfer {
  from: Address
  to: Address
  transfer: WireTransfer
}

const getDirection = (account: Address, { from, to }: Movement): Direction | undefined => {
  const [isOutgoing, isIncoming] = [isAddressEqual(from, account), isAddressEqual(to, account)]
  if (isOutgoing && isIncoming) return 'self'
  if (isOutgoing) return 'out'
  return isIncoming ? 'in' : undefined
}

const toTransfers = (
  account: Address,
  { name, symbol, decimals }: SandboxToken,
  movement: Movement,
): AccountTransfer[] => {
  const { from, to, units } = movement
  const direction = getDirection(account, movement)
  if (!direction || units === 0n) return []
  const quantity = { numeric: formatUnits(units, decimals) }
  const fungible = { name, symbol, icon: null }
  return [
    { from, to, transfer: { fungible_info: fungible, nft_info: null, direction, quantity, value: null, price: null } },
  ]
}

const uniqueEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 indexed id)')

const toNftTransfers = (account: Address, contract: Address, id: bigint, movement: Movement): AccountTransfer[] => {
  const { from, to, units } = movement
  const direction = getDirection(account, movement)
  if (!direction) return []
  const nft_info = { name: `NFT ${getAddress(contract).slice(0, 6)} #${id}`, content: null, flags: { is_spam: false } }
  const quantity = { numeric: String(units) }
  return [{ from, to, transfer: { fungible_info: null, nft_info, direction, quantity, value: null, price: null } }]
}

/** The NFTs that moved, of both standards. */
const findNftTransfers = (account: Address, { logs }: Pick<TransactionReceipt, 'logs'>): AccountTransfer[] => [
  ...parseEventLogs({ abi: [uniqueEvent], logs, strict: true }).flatMap(({ address, args: { from, to, id } }) =>
    toNftTransfers(account, address, id, { from, to, units: 1n }),
  ),
  ...parseEventLogs({ abi: [manyEvent], logs, strict: true }).flatMap(({ address, args: { from, to, id, value } }) =>
    toNftTransfers(account, address, id, { from, to, units: value }),
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
async function readCoinMovements({ chain }: ChainReader, hash: Hash): Promise<Movement[]> {
  const parsedOperations = operations.parse(await callNode(chain, 'ots_getInternalOperations', [hash]))
  return parsedOperations.filter(({ type }) => type === 0).map(({ from, to, value }) => ({ from, to, units: value }))
}

/** Everything that moved from or to the account; empty if the transaction failed. */
export async function readTransfers(
  account: Address,
  { reader, transaction }: ChainTransaction,
  { status, logs }: TransactionReceipt,
): Promise<AccountTransfer[]> {
  if (status !== 'success') return []
  // `strict` leaves out other token standards, because their topics differ.
  const events = parseEventLogs({ abi: [transferEvent], logs, strict: true })
  const tokens = await Promise.all(
    events
      .map(({ address, args }) => ({ address, movement: { from: args.from, to: args.to, units: args.value } }))
      .filter(({ movement }) => getDirection(account, movement))
      .map(async ({ address, movement }) => toTransfers(account, await reader.token(address), movement)),
  )
  const coinMovements = await readCoinMovements(reader, transaction.hash)
  return [
    ...coinMovements.flatMap((coin) => toTransfers(account, reader.native, coin)),
    ...tokens.flat(),
    ...findNftTransfers(account, { logs }),
  ]
}
