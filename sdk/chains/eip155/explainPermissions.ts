/** Explains requests to grant or revoke permissions (EIP-7715). */
import type { Hex } from 'viem'
import * as z from 'zod/mini'
import type { Explanation, ExplanationPart as Part } from '../../../machines/wallet-requests/explanation.types.ts'
import type { Permission } from '../../../machines/smart-sessions/smartSession.types.ts'
import type { RpcCall } from '../../../machines/wallet-requests/walletRequest.types.ts'
import {
  EXPLAINED,
  explanationOf,
  withSteps,
  explainUnknownCall,
  toText,
} from '../../../machines/wallet-requests/explanation.rules.ts'
import {
  explainPermission,
  timePart,
  unknownPermission,
  type Unit,
  type Units,
} from '../../../machines/smart-sessions/permissionTexts.rules.ts'
import { networkIdOf } from '../../../machines/smart-sessions/permissions.rules.ts'
import { displaySymbol } from '../../../machines/shared/texts.rules.ts'
import { permissionRequestSchema, permissionSchema } from '../../../machines/smart-sessions/permission.schemas.ts'
import { tokenOf, type EvmRequestContext } from './explainTransaction.ts'

const firstOf = (params: unknown): unknown => (Array.isArray(params) && params.length === 1 ? params[0] : undefined)

/** The decimals and symbols of the tokens that permissions concern, as far as the chain returns them. */
async function unitsFor(
  permissions: readonly Permission[],
  { network }: EvmRequestContext,
  signal: AbortSignal,
): Promise<Units> {
  const tokenAddresses = permissions.flatMap(({ type, data }) =>
    type === 'erc20-recurring-allowance' ? [data.token] : [],
  )
  const uniqueTokens = [...new Set(tokenAddresses.map((token) => token.toLowerCase()))].slice(0, EXPLAINED.steps)
  const entries = await Promise.all(
    uniqueTokens.map(async (token): Promise<[string, Unit | undefined]> => [
      token,
      await tokenOf(network, token as Hex, signal).catch(() => undefined),
    ]),
  )
  const { decimals, symbol } = network.nativeCurrency
  return { native: { decimals, symbol: displaySymbol(symbol) }, tokens: Object.fromEntries(entries) }
}

/**
 * Explains the permissions, their limits, their expiry and their keys. If a part of it is unknown, the whole is shown in raw
 * form.
 */
export async function explainGrant(
  { method, params }: RpcCall,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const { data: request } = permissionRequestSchema.safeParse(firstOf(params))
  if (!request) return explainUnknownCall(method, params)
  if (networkIdOf(request.chainId) !== context.networkId)
    return { ...explainUnknownCall(method, params), warnings: ['otherChain', 'unreadable'] }
  const { permissions, policies, address, expiry, signer } = request
  const { keys } = signer.data
  const rest = [...keys.slice(EXPLAINED.steps), ...permissions.slice(EXPLAINED.steps)]
  const units = await unitsFor(permissions, context, signal)
  const explanation = explanationOf(
    'permissionGrant',
    [
      timePart('expires', expiry),
      ...keys.slice(0, EXPLAINED.steps).map(({ publicKey }): Part => ({ label: 'key', value: publicKey, as: 'code' })),
      ...(rest.length === 0 ? [] : [{ label: 'data', value: toText(rest), as: 'code' } as const]),
      ...(policies.length === 0 ? [] : [{ label: 'capabilities', value: toText(policies), as: 'code' } as const]),
    ],
    [
      'noConfirmation',
      ...(address === undefined || address.toLowerCase() === context.address.toLowerCase()
        ? []
        : (['otherAccount'] as const)),
      ...(policies.length === 0 ? [] : (['unreadable'] as const)),
      ...(rest.length === 0 ? [] : (['unreadable', 'truncated'] as const)),
    ],
  )
  const steps = permissions.slice(0, EXPLAINED.steps).map((permission) => explainPermission(permission, units))
  return withSteps(explanation, steps, permissions.length)
}

/** A request to revoke a session. The account may include its chain (CAIP-10). */
const revocationSchema = z.strictObject({
  pci: z.string(),
  permissions: z.optional(z.array(z.unknown())),
  expiry: z.optional(z.int().check(z.gte(0))),
  address: z.optional(z.string()),
})

/** Explains which session ends, with its permissions. */
export async function explainRevocation(
  { method, params }: RpcCall,
  context: EvmRequestContext,
  signal: AbortSignal,
): Promise<Explanation> {
  const { data: revocation } = revocationSchema.safeParse(firstOf(params))
  if (!revocation) return explainUnknownCall(method, params)
  const { pci, expiry, permissions = [], address } = revocation
  const ownAccounts = [context.address, `${context.networkId}:${context.address}`].map((account) =>
    account.toLowerCase(),
  )
  const parsed = permissions.map((permission) => permissionSchema.safeParse(permission).data)
  const units = await unitsFor(
    parsed.flatMap((permission) => permission ?? []),
    context,
    signal,
  )
  const whole = explanationOf(
    'permissionRevocation',
    [{ label: 'session', value: pci, as: 'code' }, ...(expiry === undefined ? [] : [timePart('expires', expiry)])],
    address === undefined || ownAccounts.includes(address.toLowerCase()) ? [] : ['otherAccount'],
  )
  const steps = parsed
    .slice(0, EXPLAINED.steps)
    .map((permission, index) =>
      permission ? explainPermission(permission, units) : unknownPermission(permissions[index]),
    )
  // A revocation is not dangerous, so warnings about the granted permissions do not apply.
  const relevantSteps = steps.map((step) => ({
    ...step,
    warnings: step.warnings.filter((warning) => warning === 'invisibleCharacters' || warning === 'truncated'),
  }))
  return steps.length === 0 ? whole : withSteps(whole, relevantSteps, parsed.length)
}
