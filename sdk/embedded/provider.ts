/**
 * The embedded wallet as the provider of a namespace: translates requests to messages for its frame. Loaded on the first request.
 */
import type { NetworkId } from '../../machines/shared/namespace.types.ts'
import { namespaceOf, referenceOf } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isSameAddress } from '../../machines/shared/addresses.rules.ts'
import { hexOf, LINE_CALLS, PARTING_CALL } from '../../machines/pairing/rules/sharedSession.ts'
import type { FrameUser } from '../../machines/embedded/frame.schemas.ts'
import type { EmbeddedPort } from '../instance/ports.ts'

export interface Call {
  method: string
  params?: unknown
}

/** The dependencies of the provider. */
export interface ProviderDependencies {
  ask: EmbeddedPort['ask']
  /** The current chain in this namespace. */
  networkId: NetworkId
  setNetwork(networkId: NetworkId): void
  /** Notifies the listeners that the user is signed out. */
  notifySignedOut(): void
}

/** A chain in the format of the frame's protocol: a number for `eip155`, else the CAIP-2 id. */
const chainOf = (networkId: NetworkId): string | number =>
  networkId.startsWith('eip155:') ? Number(referenceOf(networkId)) : networkId

/** The accounts of the signed-in user on the current chain, the preferred one first. */
async function accountsOn({ ask, networkId }: ProviderDependencies): Promise<NonNullable<FrameUser['accounts']>> {
  const { isConnected } = await ask({ type: 'IS_CONNECTED', payload: undefined })
  if (!isConnected) return []
  const { address, accounts = [] } = await ask({ type: 'GET_USER', payload: { chainId: chainOf(networkId) } })
  const isFirst = (account: { address: string }) => isSameAddress(namespaceOf(networkId), account.address, address)
  const first = accounts.find(isFirst) ?? { address, type: 'eoa' }
  return [first, ...accounts.filter((account) => account !== first)]
}
const addressesOn = async (dependencies: ProviderDependencies) =>
  (await accountsOn(dependencies)).map(({ address }) => address)

/** Whether the frame's chain id denotes this network: its number or its CAIP-2 id. */
const isChain = (chainId: string | number, networkId: NetworkId): boolean =>
  [networkId, String(chainOf(networkId))].includes(String(chainId))

async function switchNetwork({ ask, setNetwork }: ProviderDependencies, networkId: NetworkId): Promise<null> {
  const { chainId } = await ask({ type: 'SWITCH_NETWORK', payload: { chainId: chainOf(networkId) } })
  if (!isChain(chainId, networkId)) throw new LatchkeyError('embedded.malformed')
  setNetwork(networkId)
  return null
}

/** Calls that are answered locally, or that have their own messages in the protocol. */
const calls: Readonly<Record<string, (dependencies: ProviderDependencies, params: unknown) => Promise<unknown>>> = {
  async eth_requestAccounts(dependencies) {
    await switchNetwork(dependencies, dependencies.networkId)
    const addresses = await addressesOn(dependencies)
    if (addresses.length === 0) throw new LatchkeyError('embedded.notSignedIn')
    return addresses
  },
  eth_accounts: addressesOn,
  eth_chainId: async ({ networkId }) => hexOf(networkId),
  async wallet_switchEthereumChain(dependencies, params) {
    const chainId: unknown = Array.isArray(params) ? Reflect.get(Object(params[0]), 'chainId') : undefined
    return switchNetwork(dependencies, `eip155:${BigInt(String(chainId))}`)
  },
  async wallet_addEthereumChain() {
    throw Object.assign(new Error('The embedded wallet takes no other networks'), { code: 4200 })
  },
  async [LINE_CALLS.read](dependencies) {
    const accounts = await accountsOn(dependencies)
    return accounts.length === 0 ? { accounts } : { chainId: dependencies.networkId, accounts }
  },
  async [LINE_CALLS.move](dependencies, params) {
    return switchNetwork(dependencies, String(Reflect.get(Object(params), 'chainId')) as NetworkId)
  },
  async [PARTING_CALL]({ ask, notifySignedOut }) {
    try {
      await ask({ type: 'SIGN_OUT', payload: undefined })
    } finally {
      notifySignedOut()
    }
    return null
  },
}

/** Sends a request to the embedded wallet. The adapter of the namespace validates the response, as for any wallet. */
export async function requestEmbedded(dependencies: ProviderDependencies, { method, params }: Call): Promise<unknown> {
  const handler = Object.hasOwn(calls, method) ? calls[method] : undefined
  if (handler) return handler(dependencies, params)
  const payload = { method, params, chainId: chainOf(dependencies.networkId) }
  return dependencies.ask({ type: 'RPC_REQUEST', payload } as never)
}
