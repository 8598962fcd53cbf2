/** Explains a bundle of calls (EIP-5792), call by call. */
import type { Explanation, ExplanationPart as Part } from '../../../machines/wallet-requests/explanation.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import {
  EXPLAINED,
  explanationOf,
  withSteps,
  explainUnknownCall,
  toText,
} from '../../../machines/wallet-requests/explanation.rules.ts'
import { isRecord } from '../../../machines/shared/typeGuards.rules.ts'
import { explainTransaction, isOtherChain, type EvmRequestContext } from './explainTransaction.ts'

const BUNDLE_FIELDS: readonly string[] = ['version', 'id', 'from', 'chainId', 'atomicRequired', 'calls', 'capabilities']
const CALL_FIELDS: readonly string[] = ['to', 'data', 'value', 'capabilities', 'chainId']
const METHOD = 'wallet_sendCalls'
/** The known versions of the format. */
const VERSIONS: readonly unknown[] = ['1.0', '2.0.0', undefined]

const hasOnly = (fields: Record<string, unknown>, names: readonly string[]): boolean =>
  Object.keys(fields).every((name) => names.includes(name))

/** The requested capabilities in raw form, because their fields cannot all be known. */
const capabilitiesOf = ({ capabilities }: Record<string, unknown>): Part[] =>
  capabilities === undefined || (isRecord(capabilities) && Object.keys(capabilities).length === 0)
    ? []
    : [{ label: 'capabilities', value: toText(capabilities), as: 'code' }]

/** Explains one call like a separate transaction. */
async function explainBundledCall(
  request: unknown,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const call = { method: METHOD, params: request }
  if (!isRecord(request) || !hasOnly(request, CALL_FIELDS)) return explainUnknownCall(METHOD, request)
  if (isOtherChain(request, context))
    return { ...explainUnknownCall(METHOD, request), warnings: ['otherChain', 'unreadable'] }
  const { to, data, value } = request
  const explanation = await explainTransaction(call, { to, data, value }, context, signal)
  const capabilities = capabilitiesOf(request)
  if (capabilities.length === 0) return explanation
  return explanationOf(
    explanation.kind,
    [...explanation.parts, ...capabilities],
    [...explanation.warnings, 'unreadable'],
  )
}

/** Explains a bundle. If a part of it is unknown, the whole is shown in raw form. */
export async function explainBundle(
  { method, params }: RpcCall,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const [bundle] = (Array.isArray(params) ? params : []) as unknown[]
  if (!isRecord(bundle) || !hasOnly(bundle, BUNDLE_FIELDS)) return explainUnknownCall(method, params)
  if (isOtherChain(bundle, context))
    return { ...explainUnknownCall(method, params), warnings: ['otherChain', 'unreadable'] }
  const { version, calls, from, atomicRequired: atomic } = bundle
  const isKnown = VERSIONS.includes(version) && ['boolean', 'undefined'].includes(typeof atomic)
  if (!isKnown || !Array.isArray(calls) || calls.length === 0) return explainUnknownCall(method, params)
  const capabilities = capabilitiesOf(bundle)
  const isOwn = from === undefined || (typeof from === 'string' && from.toLowerCase() === context.address.toLowerCase())
  const rest = calls.slice(EXPLAINED.steps)
  const explanation = explanationOf(
    'bundle',
    [
      ...(atomic === undefined ? [] : [{ label: 'atomic', value: atomic ? 'yes' : 'no', as: 'word' } as const]),
      ...capabilities,
      ...(rest.length === 0 ? [] : [{ label: 'data', value: toText(rest), as: 'code' } as const]),
    ],
    [
      ...(isOwn ? [] : (['otherAccount'] as const)),
      ...(capabilities.length + rest.length > 0 ? (['unreadable'] as const) : []),
    ],
  )
  const steps = await Promise.all(
    calls.slice(0, EXPLAINED.steps).map((call) => explainBundledCall(call, context, signal)),
  )
  return withSteps(explanation, steps, calls.length)
}
