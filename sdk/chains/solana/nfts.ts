/**
 * NFTs on Solana: tokens with a supply of one and no decimals. Names come from the chain, and no URL in the metadata is fetched.
 * The layouts: https://developers.metaplex.com/token-metadata, https://github.com/solana-program/token-2022.
 */
import { base58, base64 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import type * as z from 'zod/mini'
import { RPC } from '../../../machines/constants.ts'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { OwnedNft, NftSource, TokenBalance } from '../../../machines/shared/token.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { shortAddress } from '../../../machines/shared/addresses.rules.ts'
import { toPlainText } from '../../../machines/shared/texts.rules.ts'
import { metadataNameOf, readMint } from './extensions.ts'
import { readHoldingState } from './holdings.ts'
import { PROGRAMS } from './programs.ts'
import { tokenBalanceOf } from './tokens.ts'
import { accountsDataSchema, requestNode, COMMITMENT, isPubkey, tokenAccountsSchema } from './wire.ts'

/** The Metaplex program, which stores the names of most tokens. */
const METADATA = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
/** The type byte of its metadata accounts, and its token standards for programmable NFTs. */
const [METADATA_KIND, PROGRAMMABLE, PROGRAMMABLE_EDITION] = [4, 4, 5]
/** The maximum number of accounts that nodes return per request. */
const BATCH_SIZE = 100

type AccountInfo = z.infer<typeof accountsDataSchema>['value'][number]

async function accountsAt(network: Network, addresses: readonly string[], signal: AbortSignal): Promise<AccountInfo[]> {
  const accounts: AccountInfo[] = []
  for (let at = 0; at < addresses.length; at += BATCH_SIZE) {
    const batch = addresses.slice(at, at + BATCH_SIZE)
    const params = [batch, { ...COMMITMENT, encoding: 'base64' }]
    const { value } = await requestNode(network, accountsDataSchema, { method: 'getMultipleAccounts', params }, signal)
    if (value.length !== batch.length) throw new LatchkeyError('rpc.malformed', { cause: value.length })
    accounts.push(...value)
  }
  return accounts
}

const metadataAddress = (mint: string): string =>
  PublicKey.findProgramAddressSync(
    [new TextEncoder().encode('metadata'), METADATA.toBytes(), base58.decode(mint)],
    METADATA,
  )[0].toBase58()

/** The Metaplex metadata of a token. */
interface Metadata {
  name: string
  isProgrammable: boolean
}

/** Parses metadata. Returns `undefined` if it is invalid, truncated or belongs to another token. */
function readMetadata(account: AccountInfo | undefined, mint: string): Metadata | undefined {
  if (account?.owner !== METADATA.toBase58()) return undefined
  const bytes = base64.decode(account.data[0])
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes[0] !== METADATA_KIND || base58.encode(bytes.slice(33, 65)) !== mint) return undefined
  let at = 65
  const text = (): string => {
    const length = view.getUint32(at, true)
    if (at + 4 + length > bytes.length) throw new RangeError('The text ends too early.')
    const value = new TextDecoder().decode(bytes.slice(at + 4, at + 4 + length))
    at += 4 + length
    return value
  }
  const optional = (size: number): void => {
    at += view.getUint8(at) === 0 ? 1 : 1 + size
  }
  try {
    const [name] = [text(), text(), text()]
    at += 2
    if (view.getUint8(at) === 0) at += 1
    else at += 5 + 34 * view.getUint32(at + 1, true)
    at += 2
    optional(1)
    // Metadata older than the token standards does not contain one.
    const standard = at + 1 < bytes.length && view.getUint8(at) === 1 ? view.getUint8(at + 1) : undefined
    return {
      name: toPlainText(name ?? ''),
      isProgrammable: standard === PROGRAMMABLE || standard === PROGRAMMABLE_EDITION,
    }
  } catch {
    return undefined
  }
}

/** The supply follows the mint authority. */
const supplyOf = (bytes: Uint8Array): bigint =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getBigUint64(36, true)

/** The name of a mint, or `undefined` if it is not an NFT. */
function nameOf(account: AccountInfo | undefined, metadata: Metadata | undefined): string | undefined {
  if (!account || !PROGRAMS.includes(account.owner)) return undefined
  const bytes = base64.decode(account.data[0])
  try {
    if (readMint(account).decimals !== 0 || supplyOf(bytes) !== 1n) return undefined
    return metadata?.name || toPlainText(metadataNameOf(bytes) ?? '')
  } catch {
    return undefined
  }
}

/**
 * The NFTs that an account holds, from a limited number of its tokens. Tokens that do not match the definition of an NFT are left
 * out.
 */
export async function readNfts(
  { network, from }: { network: Network; from: string },
  signal: AbortSignal,
): Promise<readonly OwnedNft[]> {
  const accounts = await Promise.all(
    PROGRAMS.map((programId) => {
      const params = [from, { programId }, { ...COMMITMENT, encoding: 'base64' }]
      return requestNode(network, tokenAccountsSchema, { method: 'getTokenAccountsByOwner', params }, signal)
    }),
  )
  const mints = accounts
    .flatMap(({ value }) => value)
    .flatMap(({ account }) => {
      const holding = readHoldingState(account.owner, base64.decode(account.data[0]))
      return holding?.owner === from && holding.units === 1n ? [holding.mint] : []
    })
  const candidates = [...new Set(mints)].toSorted().slice(0, RPC.maxListedNfts)
  const [mintAccounts, metadata] = await Promise.all([
    accountsAt(network, candidates, signal),
    accountsAt(network, candidates.map(metadataAddress), signal),
  ])
  return candidates.flatMap((mint, index) => {
    const name = nameOf(mintAccounts[index], readMetadata(metadata[index], mint))
    return name === undefined ? [] : [{ name, nft: { contract: mint, tokenId: '' } }]
  })
}

/**
 * An NFT that an account holds. Throws `send.nftNotFound`, `send.nftNotHeld`, `send.nftCompressed`, `send.nftProgrammable`, or
 * the nodes' error.
 */
export async function readNft(
  { network, from, source }: { network: Network; from: string; source: NftSource },
  signal: AbortSignal,
): Promise<TokenBalance> {
  if ('hashes' in source || !isPubkey(source.contract)) throw new LatchkeyError('send.nftNotFound')
  const mint = source.contract
  const [mintAccount, metadataAccount] = await accountsAt(network, [mint, metadataAddress(mint)], signal)
  // A compressed NFT is a leaf of a Merkle tree and has no account.
  if (!mintAccount) throw new LatchkeyError('send.nftCompressed')
  const metadata = readMetadata(metadataAccount, mint)
  const name = nameOf(mintAccount, metadata)
  if (name === undefined) throw new LatchkeyError('send.nftNotFound')
  if (metadata?.isProgrammable) throw new LatchkeyError('send.nftProgrammable')
  if ((await tokenBalanceOf(network, from, mint, signal)) === 0n) throw new LatchkeyError('send.nftNotHeld')
  const { caipNetworkId: chainId } = network
  return {
    name: name || shortAddress(mint),
    symbol: 'NFT',
    chainId,
    address: `${chainId}:${mint}`,
    quantity: { decimals: '0', numeric: '1' },
    nft: { standard: 'spl', contract: mint, tokenId: '' },
  }
}
