import type { NetworkId } from './namespace.types.ts'

/** A token that the app lists for a network: its contract, or its mint on Solana. The decimals are those of the chain. */
export interface Token {
  address: string
  symbol: string
  name: string
  decimals: number
  iconUrl?: string | undefined
}

/**
 * An NFT, as its contract identifies it. There is one of it in ERC-721, and as many as the contract says in ERC-1155. On Solana
 * (`spl`) each NFT is its own token, with a supply of one.
 */
export interface NftId {
  standard: 'erc721' | 'erc1155' | 'spl'
  /** On Solana the mint. */
  contract: string
  /** Decimal text; empty on Solana, where the mint identifies the NFT. */
  tokenId: string
}

/** Identifies an NFT: by its contract and id, or by the transactions that may have received it, newest first. */
export type NftSource = Pick<NftId, 'contract' | 'tokenId'> | { hashes: readonly string[] }

/** An NFT that an account holds, according to a network. `name` is untrusted text on one line, or empty. */
export interface OwnedNft {
  name: string
  nft: Pick<NftId, 'contract' | 'tokenId'>
}

/** An account's balance of one token: spec 3.1. */
export interface TokenBalance {
  name: string
  symbol: string
  chainId: NetworkId
  /** Absent for the native token, otherwise `chain id:address`. */
  address?: string
  /** In USD; absent if no price is known. */
  value?: number
  price?: number
  /** `decimals` and `numeric` are decimal text. `numeric` is in whole tokens, never rounded. */
  quantity: { decimals: string; numeric: string }
  iconUrl?: string
  /** Only for an NFT: `quantity` is then a count, and `name` is the name of its collection. */
  nft?: NftId
}

/** Returns a key that identifies a balance: the native token has no address, and many NFTs share one. */
export const balanceKey = ({ chainId, address, nft }: Pick<TokenBalance, 'chainId' | 'address' | 'nft'>): string =>
  nft ? `${chainId}:${nft.contract}/${nft.tokenId}` : (address ?? chainId)

/** Returns the address in a balance's CAIP-10 id; undefined for the native token. */
export const addressOf = ({ chainId, address }: Pick<TokenBalance, 'chainId' | 'address'>): string | undefined =>
  address?.slice(chainId.length + 1)
