/** The sandbox's NFTs on Solana: one of each kind, all owned by the wallet's first account. */
import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import {
  deriveAddress,
  withExtensions,
  tokenAccountData,
  rentLamports,
  mintData,
  tokenProgram,
  tokenProgram2022,
} from './token.ts'
import { firstSolanaAccount } from './accounts.ts'

/** Metaplex's token metadata program. */
const metadataProgram = new PublicKey('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s')
/** Metaplex's token standards: NonFungible and ProgrammableNonFungible. */
const tokenStandards = { plain: 0, programmable: 4 }

/** The NFTs with their mints. */
export const solanaNfts = {
  /** A mint of the token program, with Metaplex metadata. */
  bird: { address: deriveAddress('latchkey sandbox solana bird'), name: 'Sandbox Bird #7' },
  /** A mint of Token-2022, with its own metadata extension. */
  fish: { address: deriveAddress('latchkey sandbox solana fish'), name: 'Sandbox Fish #9' },
  /** A programmable NFT: its token account is frozen, because a program controls transfers. */
  tied: { address: deriveAddress('latchkey sandbox solana tied'), name: 'Sandbox Dog on a lead' },
} as const

/** A Borsh string of at least `minLength` bytes. */
function encodeText(value: string, minLength = 0): Uint8Array {
  const encodedText = new TextEncoder().encode(value)
  const bytes = new Uint8Array(4 + Math.max(encodedText.length, minLength))
  new DataView(bytes.buffer).setUint32(0, bytes.length - 4, true)
  bytes.set(encodedText, 4)
  return bytes
}

/** A Metaplex metadata account: strings are padded to their maximum length. */
const encodeMetadata = (mint: string, name: string, standard: number): Uint8Array =>
  Uint8Array.from([
    4,
    ...firstSolanaAccount.publicKey,
    ...base58.decode(mint),
    ...encodeText(name, 32),
    ...encodeText('SBX', 10),
    ...encodeText('https://nfts.example/7.json', 200),
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
    data: encodeMetadata(mint, name, standard),
    lamports: 10n * rentLamports,
  }
}

/** The mint and token account of an NFT with a supply of one. */
function createPlainNft({ address }: { address: string }, tokenAccountName: string, isFrozen = false) {
  const data = tokenAccountData(address, firstSolanaAccount.publicKey, 1n)
  if (isFrozen) data[108] = 2
  return [
    { address, program: tokenProgram, data: mintData(0, 1n), lamports: rentLamports },
    { address: deriveAddress(tokenAccountName), program: tokenProgram, data, lamports: rentLamports },
  ]
}

/** The accounts in the chain's format. */
export function nftAccounts() {
  const { bird, fish, tied } = solanaNfts
  const mintKey = base58.decode(fish.address)
  const pointer = Uint8Array.from([...new Uint8Array(32), ...mintKey])
  const metadata = [
    ...new Uint8Array(32),
    ...mintKey,
    ...encodeText(fish.name),
    ...encodeText('SBX'),
    ...encodeText(''),
    0,
    0,
    0,
    0,
  ]
  return [
    ...createPlainNft(bird, 'latchkey sandbox solana nest'),
    metadataAccount(bird.address, bird.name, tokenStandards.plain),
    {
      address: fish.address,
      program: tokenProgram2022,
      data: withExtensions(mintData(0, 1n), 1, [18, pointer], [19, Uint8Array.from(metadata)]),
      lamports: 3n * rentLamports,
    },
    {
      address: deriveAddress('latchkey sandbox solana bowl'),
      program: tokenProgram2022,
      // ImmutableOwner
      data: withExtensions(tokenAccountData(fish.address, firstSolanaAccount.publicKey, 1n), 2, [7, new Uint8Array()]),
      lamports: 2n * rentLamports,
    },
    ...createPlainNft(tied, 'latchkey sandbox solana lead', true),
    metadataAccount(tied.address, tied.name, tokenStandards.programmable),
  ]
}
