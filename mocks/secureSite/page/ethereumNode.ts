/** The node of an EVM network, and the schemas of requests. */
import {
  createClient,
  defineChain,
  formatUnits,
  hexToBigInt,
  http,
  isAddress,
  isHex,
  type Address,
  type Hex,
} from 'viem'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { refusals } from './refusals.ts'

export const hex = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0)
export const quantity = z.pipe(
  z.custom<Hex>((value) => isHex(value) && value.length > 2),
  z.transform((value: Hex) => hexToBigInt(value)),
)
/** An address in any case; a mixed-case one needs the right checksum. */
export const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value))

/** Parses a value with a schema. Throws a refusal if it is invalid. */
export function parseParams<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  const result = schema.safeParse(value)
  if (!result.success) throw refusals.invalid(what)
  return result.data
}

export const chainIdOf = ({ networkId }: SecureSiteNetwork): number => Number(networkId.split(':')[1])

/** An amount of the native coin. */
export const amountOf = ({ symbol, decimals = 18 }: SecureSiteNetwork, units: bigint): string =>
  `${formatUnits(units, decimals)} ${symbol}`

/** A viem client for the network's node. */
export function clientOf(network: SecureSiteNetwork) {
  const { name, symbol, decimals = 18, rpcUrl } = network
  const nativeCurrency = { name: symbol, symbol, decimals }
  const chain = defineChain({ id: chainIdOf(network), name, nativeCurrency, rpcUrls: { default: { http: [rpcUrl] } } })
  return createClient({ chain, transport: http(rpcUrl, { timeout: 20_000, retryCount: 1 }) })
}
