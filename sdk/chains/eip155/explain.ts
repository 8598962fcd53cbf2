/** What a question to an EVM wallet means. */
import { hexToBytes, isAddress, type Hex } from 'viem'
import type { Explanation } from '../../../machines/entities/explanation.ts'
import type { RpcCall } from '../../../machines/entities/question.ts'
import { isContractData } from '../../../machines/rules/hex.ts'
import { explainText, explainTypedData, unknownCall } from '../../../machines/rules/explaining.ts'
import { isRecord } from '../../../machines/rules/pairing/shapes.ts'
import { explainBundle } from './explainBundle.ts'
import { explainTransaction, isElsewhere, type Ground } from './explainTransaction.ts'

/** Few pages ask for permissions. */
const permissions = () => import('./explainPermissions.ts')

/** A text that a wallet is asked to sign; bytes that are no text stay as they are. */
export function textOf(message: unknown): string {
  if (typeof message !== 'string') return ''
  if (!isContractData(message) || message === '0x') return message
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(hexToBytes(message as Hex))
  } catch {
    return message
  }
}

/** What a call asks for, on a network. Rejects never for what a page asked; a node that does not answer leaves tokens uncounted. */
export async function explainCall(
  { method, params }: RpcCall,
  ground: Ground,
  signal: AbortSignal,
): Promise<Explanation> {
  const [first, second] = (Array.isArray(params) ? params : []) as unknown[]
  switch (method) {
    case 'personal_sign': {
      // Some pages name the account first.
      const isReversed = typeof first === 'string' && isAddress(first, { strict: false }) && typeof second === 'string'
      return explainText(textOf(isReversed && !isAddress(second, { strict: false }) ? second : first), ground)
    }
    case 'eth_signTypedData_v3':
    case 'eth_signTypedData_v4':
      return explainTypedData(jsonOf(second), ground)
    case 'eth_sendTransaction':
    case 'eth_signTransaction':
    case 'wallet_sendTransaction':
      if (!isRecord(first)) return unknownCall(method, params)
      if (!isElsewhere(first, ground)) return explainTransaction({ method, params }, first, ground, signal)
      return { ...unknownCall(method, params), warnings: ['otherChain', 'unread'] }
    case 'wallet_sendCalls':
      return explainBundle({ method, params }, ground, signal)
    case 'wallet_grantPermissions':
      return (await permissions()).explainGrant({ method, params }, ground, signal)
    case 'wallet_revokePermissions':
      return (await permissions()).explainRevocation({ method, params }, ground, signal)
  }
  return unknownCall(method, params)
}

function jsonOf(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
