import type * as z from 'zod/mini'
import { connectorGroups, type Configuration } from '../entities/configuration.ts'
import { namespaceOf, type Namespace } from '../entities/namespace.ts'
import { networkSchema, type Network } from '../entities/network.ts'
import { tokenSchema } from '../entities/token.ts'
import { walletSchema } from '../entities/wallet.ts'
import { addressFault } from './addresses.ts'
import { networkOf } from './networks.ts'
import { GATEWAY_CHAINS } from './rpc.ts'

/** Namespaces that cannot do without a node; the others are a wallet's alone, or read where a server is named. */
const READ_BY_RPC: readonly Namespace[] = ['eip155', 'solana']

/** A URL of one of some protocols, such as `https:`. */
export const isUrl = (text: string, protocols: readonly string[]): boolean => {
  try {
    return protocols.includes(new URL(text).protocol)
  } catch {
    return false
  }
}

/** What is said of a chain of viem where a network is wanted. */
export const VIEM_CHAIN = 'this is a chain of viem; defineNetwork(chain) makes a network of it'

/** It has a chain's number and nodes, and not the names that a network has. */
export const isViemChain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && 'rpcUrls' in value && !('caipNetworkId' in value)

/** What a value lacks or has wrong for a schema, with where that is: what is not there is 'Required' [8.66]. */
export function schemaFaults(schema: z.ZodMiniType, value: unknown, where: string): string[] {
  const { error } = schema.safeParse(value)
  return (error?.issues ?? []).map(({ path, message }) => {
    const at = path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | undefined)?.[step], value)
    return `${where}${path.map((step) => `.${String(step)}`).join('')}: ${at === undefined ? 'Required' : message}`
  })
}

/** Every fault of a configuration, one sentence each, in the words of the option that has it. */
export function configurationFaults(configuration: Configuration): string[] {
  const { id, networks, defaultNetworkId, tokens, wallets } = configuration
  const faults: string[] = []

  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(id)) faults.push(`id: "${id}" may hold letters, digits, - and _ only, at most 64`)
  if (networks.length === 0) faults.push('networks: at least one network is needed')

  const sound: Network[] = []
  const seen = new Set<string>()
  for (const [index, network] of networks.entries()) {
    const where = `networks[${index}]`
    const broken = isViemChain(network) ? [`${where}: ${VIEM_CHAIN}`] : schemaFaults(networkSchema, network, where)
    if (broken.length > 0) {
      faults.push(...broken)
      continue
    }
    sound.push(network)
    const { caipNetworkId, chainNamespace, rpcUrls } = network
    if (seen.has(caipNetworkId)) faults.push(`${where}: ${caipNetworkId} is listed twice`)
    seen.add(caipNetworkId)
    if (namespaceOf(caipNetworkId) !== chainNamespace)
      faults.push(`${where}: ${caipNetworkId} is not of the namespace ${chainNamespace}`)
    for (const url of [...rpcUrls.default.http, ...(rpcUrls.chainDefault?.http ?? [])])
      if (!isUrl(url, ['http:', 'https:'])) faults.push(`${where}.rpcUrls: "${url}" is not an http(s) URL`)
    const served = configuration.projectId !== undefined && GATEWAY_CHAINS.includes(caipNetworkId)
    if (READ_BY_RPC.includes(chainNamespace) && rpcUrls.default.http.length === 0 && !served)
      faults.push(`${where}.rpcUrls: ${caipNetworkId} has no URL; give it one, as with defineNetwork(…, { rpcUrls })`)
  }

  if (sound.length > 0 && !networkOf(sound, defaultNetworkId))
    faults.push(`defaultNetwork: ${defaultNetworkId} is not among the networks`)

  for (const [networkId, list] of Object.entries(tokens)) {
    if (!Array.isArray(list ?? [])) faults.push(`tokens["${networkId}"]: Invalid input`)
    else
      for (const [index, token] of (list ?? []).entries()) {
        const where = `tokens["${networkId}"][${index}]`
        if (!networkOf(sound, networkId)) faults.push(`${where}: ${networkId} is not among the networks`)
        const broken = schemaFaults(tokenSchema, token, where)
        const fault = broken.length === 0 && addressFault(namespaceOf(networkId), token.address)
        faults.push(...broken, ...(fault ? [`${where}.address: ${fault.message}`] : []))
      }
  }

  const lists = ['featuredWalletIds', 'includeWalletIds', 'excludeWalletIds'] as const
  for (const name of lists) {
    if (wallets[name].length > 100)
      faults.push(`${name}: ${wallets[name].length} wallets are more than the 100 there may be`)
    if (new Set(wallets[name]).size < wallets[name].length) faults.push(`${name}: a wallet is listed twice`)
  }
  for (const wallet of wallets.featuredWalletIds)
    if (wallets.excludeWalletIds.includes(wallet)) faults.push(`featuredWalletIds: ${wallet} is excluded as well`)
  for (const [index, wallet] of wallets.customWallets.entries())
    faults.push(...schemaFaults(walletSchema, wallet, `customWallets[${index}]`))
  for (const group of wallets.connectorTypeOrder)
    if (!connectorGroups.includes(group)) faults.push(`connectorTypeOrder: there is no group "${group}"`)
  return faults
}

/** What is wrong with what a site sets for sessions with wallets on other devices [3.37]. */
export function sessionFaults(
  { networks }: Pick<Configuration, 'networks'>,
  { rpcMap = {}, defaultChains = {} }: { rpcMap?: object; defaultChains?: object },
): string[] {
  const offered = (id: unknown, family?: string): boolean =>
    networks.some(
      (network: Partial<Network> | undefined) =>
        network?.caipNetworkId === id && (family === undefined || network?.chainNamespace === family),
    )
  return [
    ...Object.entries(rpcMap).flatMap(([id, url]: [string, unknown]) => [
      ...(offered(id) ? [] : [`rpcMap: ${id} is not one of the networks`]),
      ...(typeof url === 'string' && isUrl(url, ['http:', 'https:'])
        ? []
        : [`rpcMap.${id}: "${String(url)}" is not an http(s) URL`]),
    ]),
    ...Object.entries(defaultChains).flatMap(([family, id]: [string, unknown]) =>
      offered(id, family) ? [] : [`defaultChains.${family}: ${String(id)} is not one of the networks of that family`],
    ),
  ]
}
