import { connectorGroups, type Configuration } from '../entities/configuration.ts'
import { namespaceOf, type Namespace } from '../entities/namespace.ts'
import { networkSchema } from '../entities/network.ts'
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

/** Every fault of a configuration, one sentence each, in the words of the option that has it. */
export function configurationFaults(configuration: Configuration): string[] {
  const { id, networks, defaultNetworkId, tokens, wallets } = configuration
  const faults: string[] = []

  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(id)) faults.push(`id: "${id}" may hold letters, digits, - and _ only, at most 64`)
  if (networks.length === 0) faults.push('networks: at least one network is needed')

  const seen = new Set<string>()
  for (const [index, network] of networks.entries()) {
    const where = `networks[${index}]`
    const parsed = networkSchema.safeParse(network)
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues)
        faults.push(`${where}${path.map((step) => `.${String(step)}`).join('')}: ${message}`)
      continue
    }
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

  if (networks.length > 0 && !networkOf(networks, defaultNetworkId))
    faults.push(`defaultNetwork: ${defaultNetworkId} is not among the networks`)

  for (const [networkId, list] of Object.entries(tokens))
    for (const [index, token] of (list ?? []).entries()) {
      const where = `tokens["${networkId}"][${index}]`
      if (!networkOf(networks, networkId)) faults.push(`${where}: ${networkId} is not among the networks`)
      const parsed = tokenSchema.safeParse(token)
      if (!parsed.success)
        for (const { path, message } of parsed.error.issues) faults.push(`${where}.${path.join('.')}: ${message}`)
      else {
        const fault = addressFault(namespaceOf(networkId), token.address)
        if (fault) faults.push(`${where}.address: ${fault.message}`)
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
  for (const [index, wallet] of wallets.customWallets.entries()) {
    const parsed = walletSchema.safeParse(wallet)
    if (!parsed.success)
      for (const { path, message } of parsed.error.issues)
        faults.push(`customWallets[${index}].${path.join('.')}: ${message}`)
  }
  for (const group of wallets.connectorTypeOrder)
    if (!connectorGroups.includes(group)) faults.push(`connectorTypeOrder: there is no group "${group}"`)
  return faults
}
