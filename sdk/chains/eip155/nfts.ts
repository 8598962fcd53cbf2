/** NFTs (ERC-721, ERC-1155), read from their contracts. Loaded on first use. */
import { encodeFunctionData, getAddress, isAddress, parseAbi, type Address, type Client, type Hex } from 'viem'
import { getTransactionReceipt, readContract } from 'viem/actions'
import { HEX, RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { NftId, NftSource, TokenBalance } from '../../../machines/shared/token.types.ts'
import { codesOf, LatchkeyError, reasonOf } from '../../../machines/shared/errors/error.ts'
import { shortAddress } from '../../../machines/shared/addresses.rules.ts'
import { isTransactionHash } from '../../../machines/shared/hex.rules.ts'
import { toPlainText } from '../../../machines/shared/texts.rules.ts'
import { bounded } from '../../platform/abort.ts'
import { rpcClient } from '../../rpc/client.ts'
import type { SendOrder } from '../adapter.ts'
import { changesOf } from './transferLogs.ts'

const ABOUT = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function name() view returns (string)',
])
const UNIQUE = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function safeTransferFrom(address from, address to, uint256 id)',
])
const MANY = parseAbi([
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
])

/** The interface ids that contracts report (ERC-165). */
const INTERFACES = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const

/** The errors of contracts that responded, but not as their standard requires. */
const ANSWERED = [
  'ContractFunctionRevertedError',
  'ContractFunctionZeroDataError',
  'AbiDecodingDataSizeTooSmallError',
  'AbiDecodingZeroDataError',
  'InvalidBytesBooleanError',
]

/** The result of a contract call, or `undefined` if the contract does not support it. Rejects if the nodes do not respond. */
const uriText = <Value>(asking: Promise<Value>): Promise<Value | undefined> =>
  asking.catch((error: unknown) => {
    for (let each = error; each instanceof Error; each = each.cause) if (ANSWERED.includes(each.name)) return undefined
    throw error
  })

/** An NFT of a collection, from any source. */
interface Piece {
  contract: Address
  id: bigint
}

async function standardOf(client: Client, address: Address): Promise<NftId['standard'] | undefined> {
  const says = (id: Hex) =>
    uriText(readContract(client, { address, abi: ABOUT, functionName: 'supportsInterface', args: [id] }))
  const [isUnique, isMany] = await Promise.all([says(INTERFACES.erc721), says(INTERFACES.erc1155)])
  return isUnique === true ? 'erc721' : isMany === true ? 'erc1155' : undefined
}

/** How many of an NFT an account holds. */
async function heldBy(client: Client, owner: Address, { contract: address, id }: Piece, standard: NftId['standard']) {
  if (standard === 'erc1155')
    return (
      (await uriText(readContract(client, { address, abi: MANY, functionName: 'balanceOf', args: [owner, id] }))) ?? 0n
    )
  return (await uriText(readContract(client, { address, abi: UNIQUE, functionName: 'ownerOf', args: [id] }))) === owner
    ? 1n
    : 0n
}

/** Parses a contract and an id, or returns `undefined` if they are invalid. */
function pieceOf({ contract, tokenId }: Pick<NftId, 'contract' | 'tokenId'>): Piece | undefined {
  // Do not parse more digits than a 32-byte word can have.
  if (!isAddress(contract, { strict: false }) || !/^\d{1,78}$/.test(tokenId)) return undefined
  const id = BigInt(tokenId)
  return id < 1n << BigInt(HEX.wordBytes * 8) ? { contract: getAddress(contract.toLowerCase()), id } : undefined
}

/** The NFTs that a transaction transferred to an account. */
async function broughtBy(client: Client, hash: string, owner: Address): Promise<Piece[]> {
  if (!isTransactionHash(hash)) return []
  const { logs } = await getTransactionReceipt(client, { hash })
  return changesOf(logs, owner).changes.flatMap(({ asset, id, units }) =>
    id !== undefined && units > 0n ? [{ contract: getAddress(asset), id }] : [],
  )
}

/** An NFT as a balance, if the account holds it. */
async function balanceOf(client: Client, network: Network, owner: Address, piece: Piece) {
  const { contract, id } = piece
  const standard = await standardOf(client, contract)
  const held = standard ? await heldBy(client, owner, piece, standard) : 0n
  if (!standard || held === 0n) return undefined
  const name = await uriText(readContract(client, { address: contract, abi: ABOUT, functionName: 'name' }))
  const { caipNetworkId: chainId } = network
  const balance: TokenBalance = {
    name: toPlainText(name ?? '') || shortAddress(contract),
    symbol: 'NFT',
    chainId,
    address: `${chainId}:${contract}`,
    quantity: { decimals: '0', numeric: String(held) },
    nft: { standard, contract, tokenId: String(id) },
  }
  return balance
}

/**
 * Reads an NFT that an account holds. Of the NFTs that one transaction brought, exactly one must remain, because the intended one
 * is unknown otherwise. Throws `send.nftNotFound`, `send.nftNotHeld`, or the nodes' error.
 */
export async function readNft(
  { network, from, source }: { network: Network; from: string; source: NftSource },
  signal: AbortSignal,
): Promise<TokenBalance> {
  const client = rpcClient(network, signal)
  const owner = getAddress(from)
  const named = 'hashes' in source ? undefined : pieceOf(source)
  const ways = 'hashes' in source ? source.hashes : []
  if (!named && ways.length === 0) throw new LatchkeyError('send.nftNotFound')
  for (const hash of named ? [undefined] : ways) {
    const pieces = hash === undefined ? (named ? [named] : []) : await broughtBy(client, hash, owner)
    if (pieces.length > RPC.nftsAtMost) throw new LatchkeyError('send.nftNotFound')
    const balances = await Promise.all(pieces.map((piece) => balanceOf(client, network, owner, piece)))
    const [first, ...others] = balances.filter((balance) => balance !== undefined)
    if (others.length > 0) throw new LatchkeyError('send.nftNotFound')
    if (first) return first
  }
  throw new LatchkeyError('send.nftNotHeld')
}

/** Checks that an account holds the amount of an NFT to send. Throws `send.nftNotHeld`. */
export async function assertHeld(
  { network, from, amount }: Pick<SendOrder, 'network' | 'from' | 'amount'>,
  nft: NftId,
  signal: AbortSignal,
): Promise<void> {
  const bound = bounded(signal, RPC.tokenMs, () => new LatchkeyError('balance.expired'))
  try {
    const piece = pieceOf(nft)
    const held = piece && (await heldBy(rpcClient(network, bound.signal), getAddress(from), piece, nft.standard))
    if (held === undefined || held < BigInt(amount)) throw new LatchkeyError('send.nftNotHeld')
  } catch (error) {
    throw bound.signal.aborted ? bound.signal.reason : error
  } finally {
    bound.end()
  }
}

/** The transaction of an NFT transfer, in the format of JSON-RPC. A receiver that is a contract must accept it. */
export function nftTransaction({ from: sender, receiver, amount }: SendOrder, nft: NftId) {
  const [from, to, id] = [getAddress(sender), getAddress(receiver), BigInt(nft.tokenId)] as const
  const data =
    nft.standard === 'erc721'
      ? encodeFunctionData({ abi: UNIQUE, functionName: 'safeTransferFrom', args: [from, to, id] })
      : encodeFunctionData({ abi: MANY, functionName: 'safeTransferFrom', args: [from, to, id, BigInt(amount), '0x'] })
  return { from: sender, to: getAddress(nft.contract), data }
}

/** The code with which nodes report a reverted call. */
const REVERTED = 3

const isReverted = (error: unknown): boolean => codesOf(error).includes(REVERTED) || /revert/i.test(reasonOf(error))

/**
 * The reason that the fee of such a transfer cannot be estimated: the receiver or the collection rejects it, or it is unknown.
 */
export async function nftError(
  { network, receiver }: SendOrder,
  error: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const cause = error instanceof LatchkeyError ? error.cause : error
  if (signal.aborted || !isReverted(cause)) return error
  const code: unknown = await rpcClient(network, signal).request({
    method: 'eth_getCode',
    params: [getAddress(receiver), 'latest'],
  })
  const isContract = typeof code === 'string' && code !== '0x'
  return new LatchkeyError(isContract ? 'send.nftReceiver' : 'send.nftRefused', { cause })
}
