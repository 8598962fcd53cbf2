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

const COLLECTION_ABI = parseAbi([
  'function supportsInterface(bytes4 id) view returns (bool)',
  'function name() view returns (string)',
])
const ERC721_ABI = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function safeTransferFrom(address from, address to, uint256 id)',
])
const ERC1155_ABI = parseAbi([
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 count, bytes data)',
])

/** The interface ids that contracts report (ERC-165). */
const INTERFACES = { erc721: '0x80ac58cd', erc1155: '0xd9b67a26' } as const

/** The errors of contracts that responded, but not as their standard requires. */
const CONTRACT_ERRORS = [
  'ContractFunctionRevertedError',
  'ContractFunctionZeroDataError',
  'AbiDecodingDataSizeTooSmallError',
  'AbiDecodingZeroDataError',
  'InvalidBytesBooleanError',
]

/** The result of a contract call, or `undefined` if the contract does not support it. Rejects if the nodes do not respond. */
const optionalCall = <Value>(call: Promise<Value>): Promise<Value | undefined> =>
  call.catch((error: unknown) => {
    for (let current = error; current instanceof Error; current = current.cause)
      if (CONTRACT_ERRORS.includes(current.name)) return undefined
    throw error
  })

/** An NFT of a collection, from any source. */
interface ContractNft {
  contract: Address
  id: bigint
}

async function standardOf(client: Client, address: Address): Promise<NftId['standard'] | undefined> {
  const supports = (id: Hex) =>
    optionalCall(readContract(client, { address, abi: COLLECTION_ABI, functionName: 'supportsInterface', args: [id] }))
  const [isErc721, isErc1155] = await Promise.all([supports(INTERFACES.erc721), supports(INTERFACES.erc1155)])
  return isErc721 === true ? 'erc721' : isErc1155 === true ? 'erc1155' : undefined
}

/** How many of an NFT an account holds. */
async function readOwnedCount(
  client: Client,
  owner: Address,
  { contract: address, id }: ContractNft,
  standard: NftId['standard'],
) {
  if (standard === 'erc1155')
    return (
      (await optionalCall(
        readContract(client, { address, abi: ERC1155_ABI, functionName: 'balanceOf', args: [owner, id] }),
      )) ?? 0n
    )
  return (await optionalCall(
    readContract(client, { address, abi: ERC721_ABI, functionName: 'ownerOf', args: [id] }),
  )) === owner
    ? 1n
    : 0n
}

/** Parses a contract and an id, or returns `undefined` if they are invalid. */
function parseContractNft({ contract, tokenId }: Pick<NftId, 'contract' | 'tokenId'>): ContractNft | undefined {
  // Do not parse more digits than a 32-byte word can have.
  if (!isAddress(contract, { strict: false }) || !/^\d{1,78}$/.test(tokenId)) return undefined
  const id = BigInt(tokenId)
  return id < 1n << BigInt(HEX.wordBytes * 8) ? { contract: getAddress(contract.toLowerCase()), id } : undefined
}

/** The NFTs that a transaction transferred to an account. */
async function receivedIn(client: Client, hash: string, owner: Address): Promise<ContractNft[]> {
  if (!isTransactionHash(hash)) return []
  const { logs } = await getTransactionReceipt(client, { hash })
  return changesOf(logs, owner).changes.flatMap(({ asset, id, units }) =>
    id !== undefined && units > 0n ? [{ contract: getAddress(asset), id }] : [],
  )
}

/** An NFT as a balance, if the account holds it. */
async function readNftBalance(client: Client, network: Network, owner: Address, contractNft: ContractNft) {
  const { contract, id } = contractNft
  const standard = await standardOf(client, contract)
  const count = standard ? await readOwnedCount(client, owner, contractNft, standard) : 0n
  if (!standard || count === 0n) return undefined
  const name = await optionalCall(
    readContract(client, { address: contract, abi: COLLECTION_ABI, functionName: 'name' }),
  )
  const { caipNetworkId: chainId } = network
  const balance: TokenBalance = {
    name: toPlainText(name ?? '') || shortAddress(contract),
    symbol: 'NFT',
    chainId,
    address: `${chainId}:${contract}`,
    quantity: { decimals: '0', numeric: String(count) },
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
  const requested = 'hashes' in source ? undefined : parseContractNft(source)
  const hashes = 'hashes' in source ? source.hashes : []
  if (!requested && hashes.length === 0) throw new LatchkeyError('send.nftNotFound')
  for (const hash of requested ? [undefined] : hashes) {
    const contractNfts = hash === undefined ? (requested ? [requested] : []) : await receivedIn(client, hash, owner)
    if (contractNfts.length > RPC.nftsAtMost) throw new LatchkeyError('send.nftNotFound')
    const balances = await Promise.all(
      contractNfts.map((contractNft) => readNftBalance(client, network, owner, contractNft)),
    )
    const [first, ...others] = balances.filter((balance) => balance !== undefined)
    if (others.length > 0) throw new LatchkeyError('send.nftNotFound')
    if (first) return first
  }
  throw new LatchkeyError('send.nftNotHeld')
}

/** Checks that an account holds the amount of an NFT to send. Throws `send.nftNotHeld`. */
export async function assertOwned(
  { network, from, amount }: Pick<SendOrder, 'network' | 'from' | 'amount'>,
  nft: NftId,
  signal: AbortSignal,
): Promise<void> {
  const bound = bounded(signal, RPC.tokenMs, () => new LatchkeyError('balance.expired'))
  try {
    const contractNft = parseContractNft(nft)
    const count =
      contractNft &&
      (await readOwnedCount(rpcClient(network, bound.signal), getAddress(from), contractNft, nft.standard))
    if (count === undefined || count < BigInt(amount)) throw new LatchkeyError('send.nftNotHeld')
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
      ? encodeFunctionData({ abi: ERC721_ABI, functionName: 'safeTransferFrom', args: [from, to, id] })
      : encodeFunctionData({
          abi: ERC1155_ABI,
          functionName: 'safeTransferFrom',
          args: [from, to, id, BigInt(amount), '0x'],
        })
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
