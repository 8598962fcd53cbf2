import type { NetworkId } from './namespace.ts'

/** A token that a site lists for a network: its contract, on Solana its mint. Decimals as the chain has them. */
export interface Token {
  address: string
  symbol: string
  name: string
  decimals: number
  iconUrl?: string | undefined
}

/**
 * One thing of a collection, as its contract knows it: by ERC-721 there is one, by ERC-1155 as many as the contract says. On Solana
 * (`spl`) each is a token of its own, of which there is one.
 */
export interface NftId {
  standard: 'erc721' | 'erc1155' | 'spl'
  /** On Solana its mint. */
  contract: string
  /** Decimal text; empty on Solana, where the mint says which one it is. */
  tokenId: string
}

/** What says which NFT is meant: its contract and id, or the transactions by which it may have come in, the newest first. */
export type NftSource = Pick<NftId, 'contract' | 'tokenId'> | { hashes: readonly string[] }

/** An NFT that a network says an account holds. `name` is a stranger's text on one line, or empty. */
export interface HeldNft {
  name: string
  nft: Pick<NftId, 'contract' | 'tokenId'>
}

/** What an account holds of one token: spec 3.1. */
export interface TokenBalance {
  name: string
  symbol: string
  chainId: NetworkId
  /** Absent for the native token, else `chain id:address`. */
  address?: string
  /** In USD, where a price is known. */
  value?: number
  price?: number
  /** `decimals` and `numeric` are decimal text; `numeric` is in whole tokens, never rounded. */
  quantity: { decimals: string; numeric: string }
  iconUrl?: string
  /** Only of an NFT, whose `quantity` is a count, and whose `name` is that of its collection. */
  nft?: NftId
}

/** Tells one balance from another: the native token has no address, an NFT is one of many at an address. */
export const balanceKey = ({ chainId, address, nft }: Pick<TokenBalance, 'chainId' | 'address' | 'nft'>): string =>
  nft ? `${chainId}:${nft.contract}/${nft.tokenId}` : (address ?? chainId)

/** The address within a balance's CAIP-10 id; nothing for the native token. */
export const addressOf = ({ chainId, address }: Pick<TokenBalance, 'chainId' | 'address'>): string | undefined =>
  address?.slice(chainId.length + 1)
