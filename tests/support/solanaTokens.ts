/** Creates SPL tokens on the sandbox's Solana chain, with real transactions that the first account signs and pays for. */
import { base58, base64 } from '@scure/base'
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import { firstSolanaAccount } from '../../mocks/sandbox/solana/accounts.ts'

export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
export const TOKEN_PROGRAM_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const MINT_BYTES = 82
const ACCOUNT_BYTES = 165

const payer = new PublicKey(firstSolanaAccount.address)
const u64 = (value: bigint) => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** Calls a node directly. */
export function solanaNode(rpcUrl: string) {
  const ask = async (method: string, ...params: unknown[]): Promise<never> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const answer = (await (await fetch(rpcUrl, { method: 'POST', body })).json()) as {
      result: never
      error?: { message: string }
    }
    if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
    return answer.result
  }

  const send = async (instructions: TransactionInstruction[], signers: Keypair[] = []) => {
    const { value } = (await ask('getLatestBlockhash')) as { value: { blockhash: string } }
    const message = new TransactionMessage({ payerKey: payer, recentBlockhash: value.blockhash, instructions })
    const transaction = new VersionedTransaction(message.compileToV0Message())
    transaction.sign(signers)
    transaction.addSignature(payer, firstSolanaAccount.sign(transaction.message.serialize()))
    await ask('sendTransaction', base64.encode(transaction.serialize()), { encoding: 'base64' })
  }

  const create = async (space: number, program: string) => {
    const made = Keypair.generate()
    const lamports = await ask('getMinimumBalanceForRentExemption', space)
    const where = { fromPubkey: payer, newAccountPubkey: made.publicKey, programId: new PublicKey(program) }
    return { made, instruction: SystemProgram.createAccount({ ...where, lamports, space }) }
  }
  const call = (program: string, accounts: PublicKey[], ...bytes: (number | Uint8Array)[]) =>
    new TransactionInstruction({
      programId: new PublicKey(program),
      keys: accounts.map((pubkey, index) => ({ pubkey, isWritable: index < 2, isSigner: pubkey.equals(payer) })),
      data: Buffer.concat(bytes.map((part) => (typeof part === 'number' ? Uint8Array.of(part) : part))),
    })

  return {
    ask,
    /** Creates a token. The first account is its mint authority. */
    async createToken(decimals: number, program = TOKEN_PROGRAM): Promise<string> {
      const { made, instruction } = await create(MINT_BYTES, program)
      // InitializeMint2
      const initialize = call(program, [made.publicKey], 20, decimals, payer.toBytes(), 0)
      await send([instruction, initialize], [made])
      return made.publicKey.toBase58()
    },
    /** Creates a Token-2022 mint with extensions. The given instructions run before its initialization. */
    async createExtended(extraBytes: number, ...instructions: (number | Uint8Array)[][]): Promise<string> {
      const { made, instruction } = await create(ACCOUNT_BYTES + 1 + extraBytes, TOKEN_PROGRAM_2022)
      const initialize = [...instructions, [20, 6, payer.toBytes(), 1, payer.toBytes()]]
      await send(
        [instruction, ...initialize.map((bytes) => call(TOKEN_PROGRAM_2022, [made.publicKey], ...bytes))],
        [made],
      )
      return made.publicKey.toBase58()
    },
    /** Runs a command of a token's authority on a token account or a mint. */
    async command(program: string, accounts: string[], ...bytes: (number | Uint8Array)[]): Promise<void> {
      await send([call(program, [...accounts.map((text) => new PublicKey(text)), payer], ...bytes)])
    },
    /** Creates a separate token account with a balance, which is not the associated one. */
    async createHolding(
      mint: string,
      owner: string,
      amount: bigint,
      program = TOKEN_PROGRAM,
      bytes = ACCOUNT_BYTES,
    ): Promise<string> {
      const { made, instruction } = await create(bytes, program)
      const token = new PublicKey(mint)
      // InitializeAccount3, MintTo
      const initialize = call(program, [made.publicKey, token], 18, new PublicKey(owner).toBytes())
      const issue = call(program, [token, made.publicKey, payer], 7, u64(amount))
      await send([instruction, initialize, issue], [made])
      return made.publicKey.toBase58()
    },
    /** Mints an amount of a token to the owner's associated account, which is created. */
    async issue(mint: string, owner: string, amount: bigint, program = TOKEN_PROGRAM): Promise<string> {
      const token = new PublicKey(mint)
      const associated = associatedAccount(mint, owner, program)
      const accounts = [payer, associated, new PublicKey(owner), token, SystemProgram.programId, new PublicKey(program)]
      await send([
        call('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', accounts, 1),
        call(program, [token, associated, payer], 7, u64(amount)),
      ])
      return associated.toBase58()
    },
    /** Creates the owner's empty associated account of a Token-2022 token. */
    async openAccount(mint: string, owner: string): Promise<string> {
      const associated = associatedAccount(mint, owner, TOKEN_PROGRAM_2022)
      const accounts = [payer, associated, new PublicKey(owner), new PublicKey(mint), SystemProgram.programId]
      const program = new PublicKey(TOKEN_PROGRAM_2022)
      await send([call('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', [...accounts, program], 1)])
      return associated.toBase58()
    },
    /** The balance of a token account in base units; `undefined` if it does not exist. */
    async amountIn(address: string): Promise<bigint | undefined> {
      const { value } = (await ask('getAccountInfo', address, { encoding: 'base64' })) as {
        value: { data: [string] } | null
      }
      if (!value) return undefined
      const bytes = base64.decode(value.data[0])
      return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(64, true)
    },
  }
}

/** The address of an owner's associated account of a token. */
export const associatedAccount = (mint: string, owner: string, program = TOKEN_PROGRAM): PublicKey =>
  PublicKey.findProgramAddressSync(
    [owner, program, mint].map((text) => base58.decode(text)),
    new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  )[0]
