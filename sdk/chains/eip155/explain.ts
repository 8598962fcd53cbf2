/** Explains requests to an EVM wallet. */
import { hexToBytes, isAddress } from 'viem'
import type { Explanation } from '../../../machines/wallet-requests/explanation.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import { isContractData } from '../../../machines/shared/hex.rules.ts'
import {
  explainText,
  explainTypedData,
  explainUnknownCall,
  withWarnings,
} from '../../../machines/wallet-requests/explanation.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { explainBundle } from './explainBundle.ts'
import { explainTransaction, isOtherChain, type EvmRequestContext } from './explainTransaction.ts'

/** Loaded on demand: few apps request permissions. */
const loadPermissions = () => import('./explainPermissions.ts')

/** Hex with or without prefix: some wallets sign the decoded bytes, others the text. */
const HEX = /^(?:0x)?[0-9a-f]+$/i

/** The text that hex encodes, or `undefined` if it is not valid text. */
function decodeHexText(hex: string): string | undefined {
  const digits = hex.replace(/^0x/i, '')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(`0x${digits}`))
  } catch {
    return undefined
  }
}

/** Explains a message to sign. Bytes that are not text could be any hash. Hex without a prefix is ambiguous. */
function explainMessage(message: string, context: EvmRequestContext): Explanation {
  if (!HEX.test(message)) return explainText(message, context)
  const text = decodeHexText(message)
  const explanation = text === undefined ? undefined : explainText(text, context)
  if (explanation && isContractData(message)) return explanation
  return withWarnings(explanation?.kind === 'signIn' ? explanation : explainText(message, context), 'unreadable')
}

/** Warns if the request names an account other than the active one. Without an account it means the active one. */
const forAccount = (explanation: Explanation, account: unknown, { address }: EvmRequestContext): Explanation =>
  account === undefined || (typeof account === 'string' && account.toLowerCase() === address.toLowerCase())
    ? explanation
    : withWarnings(explanation, 'otherAccount')

const isAccount = (value: unknown): boolean => typeof value === 'string' && isAddress(value, { strict: false })

/**
 * Explains a call on a network. Never rejects because of the call's content. Without a response from a node, tokens are shown
 * without decimals.
 */
export async function explainCall(
  { method, params }: RpcCall,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const [first, second] = (Array.isArray(params) ? params : []) as unknown[]
  switch (method) {
    case 'personal_sign': {
      // Some apps pass the account first.
      const [message, account] =
        isAccount(first) && typeof second === 'string' && !isAccount(second) ? [second, first] : [first, second]
      if (typeof message !== 'string') return explainUnknownCall(method, params)
      return forAccount(explainMessage(message, context), account, context)
    }
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4': {
      const explanation = explainTypedData(parseJson(second), context)
      return explanation ? forAccount(explanation, first, context) : explainUnknownCall(method, params)
    }
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
    case 'wallet_sendTransaction':
      if (!isRecord(first)) return explainUnknownCall(method, params)
      if (!isOtherChain(first, context)) return explainTransaction({ method, params }, first, context, signal)
      return { ...explainUnknownCall(method, params), warnings: ['otherChain', 'unreadable'] }
    case 'wallet_sendCalls':
      return explainBundle({ method, params }, context, signal)
    case 'wallet_grantPermissions':
      return (await loadPermissions()).explainGrant({ method, params }, context, signal)
    case 'wallet_revokePermissions':
      return (await loadPermissions()).explainRevocation({ method, params }, context, signal)
  }
  return explainUnknownCall(method, params)
}

function parseJson(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
