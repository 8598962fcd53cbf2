/** Signing requests and their responses, by namespace. */
import * as z from 'zod/mini'
import type { Connection } from '../../machines/shared/account.types.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import { isSignedMessage } from '../../machines/shared/hex.rules.ts'
import { encodeMessage } from '../wallet-requests/encodeRequest.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { loadPart } from '../platform/loadPart.ts'

const signatureSchema = (letters: RegExp) => z.object({ signature: z.string().check(z.regex(letters)) })
/** 64 bytes in base58; a witness or 65 bytes in base64. */
const solanaSchema = signatureSchema(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/)
const bitcoinSchema = signatureSchema(/^[A-Za-z0-9+/]{4,4000}={0,2}$/)

/** The request to sign a text with the account of a connection. */
export async function signCall({ namespace, address }: Connection, message: string): Promise<RpcCall> {
  switch (namespace) {
    case 'eip155':
      return { method: 'personal_sign', params: [encodeMessage(message), address] }
    case 'solana': {
      const { base58 } = await loadPart(import('@scure/base'))
      const bytes = new TextEncoder().encode(message)
      return { method: 'solana_signMessage', params: { message: base58.encode(bytes), pubkey: address } }
    }
    case 'bip122':
      return { method: 'signMessage', params: { message, account: address } }
  }
  throw new LatchkeyError('signIn.exempt')
}

/** The signature in a wallet's response. Throws `wallet.invalidResponse`. */
export function signatureIn(namespace: Namespace, answer: unknown): string {
  const parsed =
    namespace === 'eip155'
      ? { signature: isSignedMessage(answer) ? answer : undefined }
      : (namespace === 'solana' ? solanaSchema : bitcoinSchema).safeParse(answer).data
  if (parsed?.signature === undefined) throw new LatchkeyError('wallet.invalidResponse')
  return parsed.signature
}
