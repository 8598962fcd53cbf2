import { EMBEDDED_NAMESPACES, NAMESPACES } from '../constants.ts'
import { connectMethods, connectorGroups, type Configuration } from './configuration.types.ts'
import { connectorTypes } from '../shared/connector.types.ts'
import { socials } from '../embedded/login/social.types.ts'
import { isNetworkId, namespaceOf, type Namespace } from '../shared/namespace.types.ts'
import type { Network, ViemChain } from '../shared/network.types.ts'
import { onrampParameters, type OnrampProvider } from '../onramp/onramp.types.ts'
import { isWalletName } from '../shared/wallet.types.ts'
import { validateAddress } from '../shared/addresses.rules.ts'
import { count, flag, is, isText, listOf, name, object, oneOf, optional, text } from './checks.rules.ts'
import { networkOf } from '../network/network.rules.ts'
import { isRecord } from '../shared/typeGuards.rules.ts'
import { GATEWAY_CHAINS } from '../network/rpc.rules.ts'
import { isUrl } from '../shared/links.rules.ts'

/** Namespaces that require an RPC URL. The others only use the wallet, or are read only if a server is configured. */
const READ_BY_RPC: readonly Namespace[] = ['eip155', 'solana']

/** Whether a picture may be loaded from a URL: https, this machine, a path of the app itself, or a data URL. Never a script. */
export const isPictureUrl = (text: string): boolean =>
  /^data:image\/[a-z0-9.+-]+[;,]/i.test(text) ||
  /^\/(?![/\\])/.test(text) ||
  isUrl(text, ['https:']) ||
  (isUrl(text, ['http:']) && isSecureOrigin(new URL(text).origin))
const pictureUrl = is(
  (value) => isText(value) && isPictureUrl(value),
  'This is no picture: an https URL, a path on this site, or data:image/… is one',
)

const urls = object({ http: listOf(text) })
const chain = oneOf(NAMESPACES)

const checkNetwork = object({
  id: is((value) => isText(value) || Number.isFinite(value)),
  caipNetworkId: is(isNetworkId, 'Invalid CAIP-2 network id'),
  chainNamespace: chain,
  name,
  nativeCurrency: object({ name: text, symbol: text, decimals: count() }),
  rpcUrls: object({ default: urls, chainDefault: optional(urls) }),
  assets: optional(object({ imageId: optional(text), imageUrl: optional(pictureUrl) })),
  blockExplorers: optional(object({ default: object({ name: text, url: text }) })),
  testnet: optional(flag),
  legacyFees: optional(flag),
})

/** The fields of a viem chain that a network needs. */
const checkChain = object({
  id: count(),
  name,
  nativeCurrency: object({ name: text, symbol: text, decimals: count() }),
  rpcUrls: object({ default: object({ http: listOf(text) }) }),
  blockExplorers: optional(object({ default: object({ name: text, url: text }) })),
  testnet: optional(flag),
})

/** Whether a value has a chain's id and RPC URLs, but not the fields that only a network has. */
const isLikeChain = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'id' in value && 'rpcUrls' in value && !('caipNetworkId' in value)

/** Whether a value is a valid viem chain that can become a network. */
export const isViemChain = (value: unknown): value is ViemChain =>
  isLikeChain(value) && checkChain(value, '').length === 0

/** Returns what is wrong with a network or a viem chain. */
export const networkErrors = (value: unknown, where: string): string[] =>
  isLikeChain(value) ? checkChain(value, where) : checkNetwork(value, where)

const checkToken = object({ address: text, symbol: name, name: text, decimals: count(255), iconUrl: optional(text) })

const checkWallet = object({
  id: is((value) => isText(value) && value !== '' && value.length <= 256),
  name: is(isWalletName),
  imageUrl: optional(text),
  rdns: optional(text),
  chains: listOf(text),
  certified: optional(flag),
  injected: optional(listOf(object({ namespace: text, injectedId: optional(text) }))),
})

/** Returns what is wrong with a connector that an app supplies. */
export const connectorErrors = object({
  id: name,
  name,
  type: oneOf(connectorTypes),
  chain,
  imageId: optional(text),
  imageUrl: optional(text),
  info: optional(object({ rdns: optional(text) })),
})

/** Returns everything that is wrong with a configuration, one sentence each, starting with the name of the option. */
export function configurationErrors(configuration: Configuration): string[] {
  const { id, networks, defaultNetworkId, tokens, wallets } = configuration
  const faults: string[] = []

  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(id)) faults.push(`id: "${id}" may hold letters, digits, - and _ only, at most 64`)
  if (networks.length === 0) faults.push('networks: at least one network is needed')

  const sound: Network[] = []
  const seen = new Set<string>()
  for (const [index, network] of networks.entries()) {
    const where = `networks[${index}]`
    const broken = networkErrors(network, where)
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
        const broken = checkToken(token, where)
        const fault = broken.length === 0 && validateAddress(namespaceOf(networkId), token.address)
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
    faults.push(...checkWallet(wallet, `customWallets[${index}]`))
  for (const group of wallets.connectorTypeOrder)
    if (!connectorGroups.includes(group)) faults.push(`connectorTypeOrder: there is no group "${group}"`)
  return faults
}

/** Whether a text is an origin that cannot be intercepted (https, or this machine), in the format of browsers. */
export const isSecureOrigin = (text: string): boolean =>
  isUrl(text, ['https:', 'http:']) &&
  new URL(text).origin === text &&
  /^https:|^http:\/\/(([^/:]+\.)?localhost|127\.0\.0\.1)(:\d+)?$/.test(text)

/**
 * Returns what is wrong with the sign-in methods of the embedded wallet, and with the https origin of the secure site that they
 * require.
 */
export function embeddedErrors(
  {
    features,
    namespaces,
    connectMethodsOrder = [],
    socials: offered,
  }: Pick<Configuration, 'features' | 'namespaces' | 'connectMethodsOrder' | 'socials'>,
  secureSite: string | undefined,
): string[] {
  const faults = [
    ...connectMethodsOrder
      .filter((method) => !connectMethods.includes(method))
      .map((method) => `connectMethodsOrder: there is no "${method}"`),
    ...offered.filter((social) => !socials.includes(social)).map((social) => `socials: there is no "${social}"`),
  ]
  if (new Set(offered).size < offered.length) faults.push('socials: one is listed twice')
  if (features.socials && offered.length === 0) faults.push('socials: none is listed')
  const needing = (['email', 'socials'] as const).filter((name) => features[name])
  if (secureSite === undefined) return [...faults, ...needing.map((name) => `features.${name}: secureSite is missing`)]
  if (!EMBEDDED_NAMESPACES.some((namespace) => namespaces.includes(namespace)))
    faults.push(`secureSite: embedded wallets have accounts of ${EMBEDDED_NAMESPACES.join(' and ')} only`)
  if (!isSecureOrigin(secureSite)) faults.push(`secureSite: "${secureSite}" is not the origin of an https site`)
  return faults
}

/** The namespaces for whose accounts crypto can be bought. */
export const BOUGHT_NAMESPACES: readonly Namespace[] = ['eip155', 'solana']

/** Whether crypto can be bought for accounts of a network. */
export const isBuyable = (networkId: string): boolean => BOUGHT_NAMESPACES.includes(namespaceOf(networkId))

const checkProvider = object({
  id: is((value) => isText(value) && /^[a-zA-Z0-9_-]{1,64}$/.test(value)),
  name,
  kind: oneOf(['api', 'link']),
  origins: listOf(is((value) => isText(value) && isSecureOrigin(value), 'This is not the origin of an https site')),
  namespaces: optional(listOf(oneOf(BOUGHT_NAMESPACES))),
  imageUrl: optional(text),
  fee: optional(text),
})

/** Returns what is wrong with the sellers of crypto that an app configures, each with the origins of its pages. */
export function onrampErrors({ features }: Pick<Configuration, 'features'>, providers: readonly unknown[]): string[] {
  const faults = features.onramp && providers.length === 0 ? ['features.onramp: onramp.providers is missing'] : []
  const seen = new Set<unknown>()
  for (const [index, given] of providers.entries()) {
    const where = `onramp.providers[${index}]`
    const broken = checkProvider(given, where)
    faults.push(...broken)
    if (broken.length > 0) continue
    const { id, kind, origins, url, parameters = {} } = given as OnrampProvider
    if (seen.has(id)) faults.push(`${where}: ${id} is listed twice`)
    seen.add(id)
    if (origins.length === 0) faults.push(`${where}.origins: none is listed`)
    if (kind === 'api') continue
    if (!isText(url) || !URL.canParse(url) || !origins.includes(new URL(url).origin))
      faults.push(`${where}.url: "${String(url)}" is not a page of its origins`)
    if (parameters.address === undefined) faults.push(`${where}.parameters.address: Required`)
    for (const [parameter, called] of Object.entries(parameters))
      if (!isText(called) || !(onrampParameters as readonly string[]).includes(parameter))
        faults.push(`${where}.parameters: there is no "${parameter}"`)
  }
  return faults
}

/** Returns what is wrong with the contract ABIs that an app configures. */
export const abiErrors = ({ networks }: Pick<Configuration, 'networks'>, abis: object): string[] =>
  Object.entries(abis).flatMap(([networkId, contracts]: [string, unknown]) => {
    const where = `abis["${networkId}"]`
    const known = networks.some((network: Partial<Network> | undefined) => network?.caipNetworkId === networkId)
    if (!known) return [`${where}: ${networkId} is not among the networks`]
    if (!networkId.startsWith('eip155:')) return [`${where}: only contracts of eip155 have ABIs`]
    if (!isRecord(contracts)) return [`${where}: this is not a record of ABIs by address`]
    return Object.entries(contracts).flatMap(([address, abi]) => [
      ...(/^0x[0-9a-f]{40}$/i.test(address) ? [] : [`${where}: "${address}" is not an address`]),
      ...(Array.isArray(abi) && abi.every(isRecord) ? [] : [`${where}["${address}"]: this is not an ABI`]),
    ])
  })

/** Returns what is wrong with the options for sessions with wallets on other devices [3.37]. */
export function sessionErrors(
  { networks }: Pick<Configuration, 'networks'>,
  { rpcMap = {}, defaultChains = {} }: { rpcMap?: object; defaultChains?: object },
): string[] {
  const offered = (id: unknown, namespace?: string): boolean =>
    networks.some(
      (network: Partial<Network> | undefined) =>
        network?.caipNetworkId === id && (namespace === undefined || network?.chainNamespace === namespace),
    )
  return [
    ...Object.entries(rpcMap).flatMap(([id, url]: [string, unknown]) => [
      ...(offered(id) ? [] : [`rpcMap: ${id} is not one of the networks`]),
      ...(typeof url === 'string' && isUrl(url, ['http:', 'https:'])
        ? []
        : [`rpcMap.${id}: "${String(url)}" is not an http(s) URL`]),
    ]),
    ...Object.entries(defaultChains).flatMap(([namespace, id]: [string, unknown]) =>
      offered(id, namespace)
        ? []
        : [`defaultChains.${namespace}: ${String(id)} is not one of the networks of that namespace`],
    ),
  ]
}
