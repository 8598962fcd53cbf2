/** The Solana wallet's key operations, which run after the user has approved. */
import * as z from 'zod/mini'
import { callNode } from '../eip155/nodeRpc.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import type { SolanaAccount } from './accounts.ts'
import { base58 } from '@scure/base'
import { readTransaction, signerIndex, withSignature, type Message } from './wire.ts'

/** Options for sending a transaction. */
export interface SendOptions {
  skipPreflight?: boolean
  preflightCommitment?: string
  maxRetries?: number
  minContextSlot?: number
}

const invalidParams = (message: string) => new ProviderRpcError(rpcCodes.invalidParams, message)

/** Parses a transaction. Throws -32602 if it is invalid or does not require the account's signature. */
export function parseForSigning(transaction: Uint8Array, { address }: SolanaAccount): Message {
  const { message } = parseTransaction(transaction)
  if (signerIndex(message, address) === -1)
    throw invalidParams(`The transaction doesn't ask for ${address}'s signature.`)
  return message
}

function parseTransaction(transaction: Uint8Array) {
  try {
    return readTransaction(transaction)
  } catch (error) {
    throw invalidParams(`The wallet can't read the transaction: ${String(error)}`)
  }
}

/** Adds the account's signature. Other signatures stay unchanged. */
export function signTransaction(transaction: Uint8Array, account: SolanaAccount): Uint8Array {
  const { message, messageBytes } = parseTransaction(transaction)
  return withSignature(transaction, signerIndex(message, account.address), account.sign(messageBytes))
}

/** Sends a signed transaction to a node. Resolves to its signature, or rejects with the node's error. */
export async function sendSigned(rpcUrl: string, signed: Uint8Array, options: SendOptions = {}): Promise<Uint8Array> {
  const { skipPreflight, preflightCommitment, maxRetries, minContextSlot } = options
  const config = { encoding: 'base64', skipPreflight, preflightCommitment, maxRetries, minContextSlot }
  // A chain in the EVM wallet's format, of which only the name and the URL are used.
  const node = { name: 'Solana', rpcUrl, chainId: 0, symbol: 'SOL', tokens: [] }
  const answer = await callNode(node, 'sendTransaction', [btoa(String.fromCharCode(...signed)), config])
  return base58.decode(z.parse(z.string(), answer))
}
