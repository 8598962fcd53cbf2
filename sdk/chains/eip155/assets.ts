/** The balances that the wallet itself reports (EIP-7811): spec 3.2. */
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import type { Network } from '../../../machines/shared/network.types.ts'
import type { TokenBalance } from '../../../machines/shared/token.types.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { formatAmount } from '../../../machines/shared/amounts.rules.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'
import { parseAnswer } from '../parseAnswer.ts'
import { callWallet, hexChainId } from './walletState.ts'

/** The wallet's capabilities, by hex chain id (EIP-5792). */
const capabilitiesSchema = z.record(
  z.string(),
  z.object({ assetDiscovery: z.optional(z.object({ supported: z.boolean() })) }),
)
/** The wallet's assets, by hex chain id. */
const assetsSchema = z.record(
  z.string(),
  z.array(
    z.object({
      type: z.string(),
      address: z.string(),
      balance: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
      metadata: z.optional(
        z.object({
          name: z.optional(z.string()),
          symbol: z.optional(z.string()),
          decimals: z.optional(z.int().check(z.gte(0), z.lte(255))),
          price: z.optional(z.number()),
          value: z.optional(z.number()),
          iconUrl: z.optional(z.string()),
        }),
      ),
    }),
  ),
)

/**
 * Queries a wallet that supports asset discovery; otherwise returns `undefined`. Throws `wallet.capabilitiesInvalid`,
 * `wallet.invalidResponse`.
 */
export async function fetchWalletAssets(
  provider: WalletProvider,
  { network, address }: { network: Network; address: string },
  signal: AbortSignal,
): Promise<readonly TokenBalance[] | undefined> {
  const chainId = hexChainId(network.caipNetworkId)
  const capabilities = capabilitiesSchema.safeParse(
    await callWallet(provider, signal, 'wallet_getCapabilities', [address]),
  )
  if (!capabilities.success) throw new LatchkeyError('wallet.capabilitiesInvalid', { cause: capabilities.error })
  if (capabilities.data[chainId]?.assetDiscovery?.supported !== true) return undefined
  const answer = await callWallet(provider, signal, 'wallet_getAssets', [{ account: address, chainFilter: [chainId] }])
  const { nativeCurrency, caipNetworkId } = network
  return (parseAnswer(assetsSchema, answer)[chainId] ?? []).flatMap(
    ({ type, address: contract, balance, metadata = {} }) => {
      const native = type === 'NATIVE'
      const { name = '', symbol = '', decimals, ...details } = native ? { ...metadata, ...nativeCurrency } : metadata
      // Without decimals, the amount is unknown.
      if (decimals === undefined) return []
      return [
        {
          name,
          symbol,
          chainId: caipNetworkId,
          ...(!native && { address: `${caipNetworkId}:${getAddress(contract)}` as const }),
          quantity: { decimals: String(decimals), numeric: formatAmount(BigInt(balance), decimals) },
          ...(details.value !== undefined && { value: details.value }),
          ...(details.price !== undefined && { price: details.price }),
          ...(details.iconUrl !== undefined && { iconUrl: details.iconUrl }),
        },
      ]
    },
  )
}
