import { base58, base64 } from '@scure/base'
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import * as z from 'zod/mini'
import { secondSolanaAccount } from '../../../mocks/sandbox/solana/accounts.ts'
import { solanaTokenAccount, tokenProgram } from '../../../mocks/sandbox/solana/token.ts'
import type { Network, RpcCall } from '../../../sdk/index.ts'
import { message, type RequestContext } from './requests.ts'

const LAMPORTS = 250_000_000
const APPROVE_CHECKED = 13
const secondAccount = new PublicKey(secondSolanaAccount.address)
const blockhashResponse = z.object({ result: z.object({ value: z.object({ blockhash: z.string() }) }) })

async function fetchBlockhash({ rpcUrls }: Network): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash' })
  const response = await fetch(rpcUrls.default.http[0] ?? '', { method: 'POST', body })
  return blockhashResponse.parse(await response.json()).result.value.blockhash
}

/** A request to sign a transaction with one instruction. */
async function createTransactionRequest(
  method: string,
  { address, network }: RequestContext,
  instruction: TransactionInstruction,
) {
  const payerKey = new PublicKey(address)
  const recentBlockhash = await fetchBlockhash(network)
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [instruction] })
  const transaction = base64.encode(new VersionedTransaction(message.compileToV0Message()).serialize())
  return { method, params: { transaction, pubkey: address, chainId: network.caipNetworkId } }
}

export const signMessage = ({ address }: RequestContext): RpcCall => ({
  method: 'solana_signMessage',
  params: { message: base58.encode(new TextEncoder().encode(message)), pubkey: address },
})

export function send(context: RequestContext): Promise<RpcCall> {
  const fromPubkey = new PublicKey(context.address)
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: secondAccount, lamports: LAMPORTS })
  return createTransactionRequest('solana_signAndSendTransaction', context, transfer)
}

/** Approves another account to spend an amount of the page's token, in its smallest units. */
export function approve(context: RequestContext, units: bigint): Promise<RpcCall> {
  const [{ address: mint, decimals } = { address: '', decimals: 0 }] = context.tokens
  const data = new DataView(new ArrayBuffer(10))
  data.setUint8(0, APPROVE_CHECKED)
  data.setBigUint64(1, units, true)
  data.setUint8(9, decimals)
  const keys = [
    { pubkey: new PublicKey(solanaTokenAccount), isSigner: false, isWritable: true },
    { pubkey: new PublicKey(mint), isSigner: false, isWritable: false },
    { pubkey: secondAccount, isSigner: false, isWritable: false },
    { pubkey: new PublicKey(context.address), isSigner: true, isWritable: false },
  ]
  const programId = new PublicKey(tokenProgram)
  // The library's type requires Node's `Buffer`, but it only reads the bytes.
  const instruction = new TransactionInstruction({ programId, keys, data: new Uint8Array(data.buffer) as Buffer })
  return createTransactionRequest('solana_signAndSendTransaction', context, instruction)
}

/** A call to an address that is not a program. */
export function callProgram(context: RequestContext): Promise<RpcCall> {
  const keys = [{ pubkey: new PublicKey(context.address), isSigner: true, isWritable: true }]
  const instruction = new TransactionInstruction({
    programId: secondAccount,
    keys,
    data: Uint8Array.of(7, 1, 2, 3) as Buffer,
  })
  return createTransactionRequest('solana_signTransaction', context, instruction)
}
