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
import { message, type Asked } from './questions.ts'

const LAMPORTS = 250_000_000
const APPROVE_CHECKED = 13
const other = new PublicKey(secondSolanaAccount.address)
const answered = z.object({ result: z.object({ value: z.object({ blockhash: z.string() }) }) })

async function blockhashOf({ rpcUrls }: Network): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getLatestBlockhash' })
  const answer = await fetch(rpcUrls.default.http[0] ?? '', { method: 'POST', body })
  return answered.parse(await answer.json()).result.value.blockhash
}

/** A request to sign a transaction with one instruction. */
async function asking(method: string, { address, network }: Asked, instruction: TransactionInstruction) {
  const payerKey = new PublicKey(address)
  const recentBlockhash = await blockhashOf(network)
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions: [instruction] })
  const transaction = base64.encode(new VersionedTransaction(message.compileToV0Message()).serialize())
  return { method, params: { transaction, pubkey: address, chainId: network.caipNetworkId } }
}

export const signMessage = ({ address }: Asked): RpcCall => ({
  method: 'solana_signMessage',
  params: { message: base58.encode(new TextEncoder().encode(message)), pubkey: address },
})

export function send(asked: Asked): Promise<RpcCall> {
  const fromPubkey = new PublicKey(asked.address)
  const transfer = SystemProgram.transfer({ fromPubkey, toPubkey: other, lamports: LAMPORTS })
  return asking('solana_signAndSendTransaction', asked, transfer)
}

/** Approves another account to spend an amount of the page's token, in its smallest units. */
export function allow(asked: Asked, units: bigint): Promise<RpcCall> {
  const [{ address: mint, decimals } = { address: '', decimals: 0 }] = asked.tokens
  const data = new DataView(new ArrayBuffer(10))
  data.setUint8(0, APPROVE_CHECKED)
  data.setBigUint64(1, units, true)
  data.setUint8(9, decimals)
  const keys = [
    { pubkey: new PublicKey(solanaTokenAccount), isSigner: false, isWritable: true },
    { pubkey: new PublicKey(mint), isSigner: false, isWritable: false },
    { pubkey: other, isSigner: false, isWritable: false },
    { pubkey: new PublicKey(asked.address), isSigner: true, isWritable: false },
  ]
  const programId = new PublicKey(tokenProgram)
  // The library's type requires Node's `Buffer`, but it only reads the bytes.
  const called = new TransactionInstruction({ programId, keys, data: new Uint8Array(data.buffer) as Buffer })
  return asking('solana_signAndSendTransaction', asked, called)
}

/** A call to an address that is not a program. */
export function callProgram(asked: Asked): Promise<RpcCall> {
  const keys = [{ pubkey: new PublicKey(asked.address), isSigner: true, isWritable: true }]
  const called = new TransactionInstruction({ programId: other, keys, data: Uint8Array.of(7, 1, 2, 3) as Buffer })
  return asking('solana_signTransaction', asked, called)
}
