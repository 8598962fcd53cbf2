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
  move(networkId: NetworkId): void
  /** Notifies the listeners that the user is signed out. */
  signedOut(): void
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
const addressesOn = async (asked: ProviderDependencies) => (await accountsOn(asked)).map(({ address }) => address)

/** Whether the frame's chain id denotes this network: its number or its CAIP-2 id. */
const isChain = (chainId: string | number, networkId: NetworkId): boolean =>
  [networkId, String(chainOf(networkId))].includes(String(chainId))

async function moveTo({ ask, move }: ProviderDependencies, networkId: NetworkId): Promise<null> {
  const { chainId } = await ask({ type: 'SWITCH_NETWORK', payload: { chainId: chainOf(networkId) } })
  if (!isChain(chainId, networkId)) throw new LatchkeyError('embedded.malformed')
  move(networkId)
  return null
}

/** Calls that are answered locally, or that have their own messages in the protocol. */
const calls: Readonly<Record<string, (asked: ProviderDependencies, params: unknown) => Promise<unknown>>> = {
  async eth_requestAccounts(asked) {
    await moveTo(asked, asked.networkId)
    const addresses = await addressesOn(asked)
    if (addresses.length === 0) throw new LatchkeyError('embedded.notSignedIn')
    return addresses
  },
  eth_accounts: addressesOn,
  eth_chainId: async ({ networkId }) => hexOf(networkId),
  async wallet_switchEthereumChain(asked, params) {
    const chainId: unknown = Array.isArray(params) ? Reflect.get(Object(params[0]), 'chainId') : undefined
    return moveTo(asked, `eip155:${BigInt(String(chainId))}`)
  },
  async wallet_addEthereumChain() {
    throw Object.assign(new Error('The embedded wallet takes no other networks'), { code: 4200 })
  },
  async [LINE_CALLS.read](asked) {
    const accounts = await accountsOn(asked)
    return accounts.length === 0 ? { accounts } : { chainId: asked.networkId, accounts }
  },
  async [LINE_CALLS.move](asked, params) {
    return moveTo(asked, String(Reflect.get(Object(params), 'chainId')) as NetworkId)
  },
  async [PARTING_CALL]({ ask, signedOut }) {
    try {
      await ask({ type: 'SIGN_OUT', payload: undefined })
    } finally {
      signedOut()
    }
    return null
  },
}

/** Sends a request to the embedded wallet. The adapter of the namespace validates the response, as for any wallet. */
export async function requestEmbedded(asked: ProviderDependencies, { method, params }: Call): Promise<unknown> {
  const own = Object.hasOwn(calls, method) ? calls[method] : undefined
  if (own) return own(asked, params)
  const payload = { method, params, chainId: chainOf(asked.networkId) }
  return asked.ask({ type: 'RPC_REQUEST', payload } as never)
}
