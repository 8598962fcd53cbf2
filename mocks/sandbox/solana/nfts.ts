/** The sandbox's NFTs on Solana, all of the wallet's first account: one of each kind that there is. */
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import {
  addressNamed,
  extended,
  holdingData,
  holdingLamports,
  mintData,
  tokenProgram,
  tokenProgram2022,
} from './token.ts'
import { firstSolanaAccount } from './accounts.ts'

/** Metaplex's program, which says what tokens are called. */
const metadataProgram = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
/** How it calls an NFT, and one that a program decides about. */
const standards = { plain: 0, programmable: 4 }

/** By their mints. */
export const solanaNfts = {
  /** Of the token program, named by Metaplex's. */
  bird: { address: addressNamed('latchkey sandbox solana bird'), name: 'Sandbox Bird #7' },
  /** Of the program of 2022, named by itself. */
  fish: { address: addressNamed('latchkey sandbox solana fish'), name: 'Sandbox Fish #9' },
  /** A program decides who may have it: its account is frozen. */
  tied: { address: addressNamed('latchkey sandbox solana tied'), name: 'Sandbox Dog on a lead' },
} as const

/** A text as Borsh has it, in at least so many bytes. */
function text(value: string, least = 0): Uint8Array {
  const told = new TextEncoder().encode(value)
  const bytes = new Uint8Array(4 + Math.max(told.length, least))
  new DataView(bytes.buffer).setUint32(0, bytes.length - 4, true)
  bytes.set(told, 4)
  return bytes
}

/** Metadata as Metaplex's program keeps it: texts are padded to their longest. */
const metadataOf = (mint: string, name: string, standard: number): Uint8Array =>
  Uint8Array.from([
    4,
    ...firstSolanaAccount.publicKey,
    ...base58.decode(mint),
    ...text(name, 32),
    ...text('SBX', 10),
    ...text('https://nfts.example/7.json', 200),
    0,
    0,
    0,
    1,
    1,
    1,
    255,
    1,
    standard,
    ...new Uint8Array(60),
  ])

function metadataAccount(mint: string, name: string, standard: number) {
  const seeds = [new TextEncoder().encode('metadata'), metadataProgram.toBytes(), base58.decode(mint)]
  return {
    address: PublicKey.findProgramAddressSync(seeds, metadataProgram)[0].toBase58(),
    program: metadataProgram.toBase58(),
    data: metadataOf(mint, name, standard),
    lamports: 10n * holdingLamports,
  }
}

/** What one token that is all there is of it takes. */
function pieces({ address }: { address: string }, purse: string, isFrozen = false) {
  const data = holdingData(address, firstSolanaAccount.publicKey, 1n)
  if (isFrozen) data[108] = 2
  return [
    { address, program: tokenProgram, data: mintData(0, 1n), lamports: holdingLamports },
    { address: addressNamed(purse), program: tokenProgram, data, lamports: holdingLamports },
  ]
}

/** The accounts as the chain has them. */
export function nftAccounts() {
  const { bird, fish, tied } = solanaNfts
  const own = base58.decode(fish.address)
  const pointer = Uint8Array.from([...new Uint8Array(32), ...own])
  const told = [...new Uint8Array(32), ...own, ...text(fish.name), ...text('SBX'), ...text(''), 0, 0, 0, 0]
  return [
    ...pieces(bird, 'latchkey sandbox solana nest'),
    metadataAccount(bird.address, bird.name, standards.plain),
    {
      address: fish.address,
      program: tokenProgram2022,
      data: extended(mintData(0, 1n), 1, [18, pointer], [19, Uint8Array.from(told)]),
      lamports: 3n * holdingLamports,
    },
    {
      address: addressNamed('latchkey sandbox solana bowl'),
      program: tokenProgram2022,
      // ImmutableOwner
      data: extended(holdingData(fish.address, firstSolanaAccount.publicKey, 1n), 2, [7, new Uint8Array()]),
      lamports: 2n * holdingLamports,
    },
    ...pieces(tied, 'latchkey sandbox solana lead', true),
    metadataAccount(tied.address, tied.name, standards.programmable),
  ]
}
