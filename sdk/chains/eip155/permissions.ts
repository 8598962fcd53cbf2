/** The permissions that an EVM wallet can grant, and the parsing of its responses (EIP-7715; EIP-5792 for its capabilities). */
import type { Connection } from '../../../machines/shared/account.types.ts'
import type { PermissionsCapability } from '../../../machines/smart-sessions/smartSession.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { isUnsupportedMethod } from '../../../machines/shared/outcome.rules.ts'
import { networkIdOf } from '../../../machines/smart-sessions/permissions.rules.ts'
import {
  grantAnswerSchema,
  permissionsCapabilitiesSchema,
  revocationAnswerSchema,
} from '../../../machines/smart-sessions/permission.schemas.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { parseAnswer } from '../parseAnswer.ts'
import { callWallet, hexChainId } from './walletState.ts'

/** The key of the capabilities for all chains (EIP-5792). */
const EVERY_CHAIN = '0x0'

/** The wallet's permissions capability, or `undefined` if it reports none. Throws `wallet.capabilitiesInvalid`. */
export async function permissionsCapabilityOf(
  provider: WalletProvider,
  { address, networkId }: Pick<Connection, 'address' | 'networkId'>,
  signal: AbortSignal,
): Promise<PermissionsCapability | undefined> {
  const answer = await callWallet(provider, signal, 'wallet_getCapabilities', [address]).catch((error: unknown) => {
    if (isUnsupportedMethod(error)) return {}
    throw error
  })
  const { success, data, error: cause } = permissionsCapabilitiesSchema.safeParse(answer)
  if (!success) throw new LatchkeyError('wallet.capabilitiesInvalid', { cause })
  return data[hexChainId(networkId)]?.permissions ?? data[EVERY_CHAIN]?.permissions
}

/** Parses a grant, which must be for the requested chain and account. Throws `wallet.invalidResponse`. */
export function readGrant(answer: unknown, { address, networkId }: Pick<Connection, 'address' | 'networkId'>) {
  const { chainId, address: owner = address, expiry, permissions, context } = parseAnswer(grantAnswerSchema, answer)
  if (networkIdOf(chainId) !== networkId || owner.toLowerCase() !== address.toLowerCase())
    throw new LatchkeyError('wallet.invalidResponse')
  return { chainId, expiry, permissions, context }
}

/** Parses the signature with which a wallet revokes a session. Throws `wallet.invalidResponse`. */
export const readRevocation = (answer: unknown): string => parseAnswer(revocationAnswerSchema, answer)
