import type { Outcome } from '../machines/entities/attempt.ts'
import { referenceOf, type NetworkId } from '../machines/entities/namespace.ts'
import type { ErrorCode } from '../machines/errors/catalogue.ts'
import { codesOf, reasonOf } from '../machines/errors/error.ts'
import type { Latchkey } from './latchkey.ts'
import type { RpcPort, WalletProvider } from './ports.ts'

/** An EIP-1193 error: a message, a code, and what the wallet said. */
export class ProviderRpcError extends Error {
  override name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.data = typeof cause === 'object' && cause !== null && 'data' in cause ? cause.data : undefined
  }
}

/** What stands for our own refusals; all else carries the wallet's code. */
const CODES: Partial<Record<ErrorCode, number>> = { 'wallet.disconnected': 4100, 'network.notFound': 4902 }

/** The value of an outcome, or the EIP-1193 error that stands for it. The wallet's own code is kept. */
function unwrap<Value>(outcome: Outcome<Value>): Value {
  switch (outcome.status) {
    case 'done':
      return outcome.value
    case 'cancelled':
      throw new ProviderRpcError(4001, 'User rejected the request.')
    case 'declined':
      throw new ProviderRpcError(4001, outcome.error.message, outcome.error)
    case 'expired':
      throw new ProviderRpcError(-32603, outcome.error.message, outcome.error)
    case 'failed': {
      const { error } = outcome
      const code = CODES[error.code] ?? codesOf(error)[0] ?? -32603
      throw new ProviderRpcError(code, reasonOf(error.cause ?? error), error.cause ?? error)
    }
  }
}

const hexChainId = (networkId: NetworkId): `0x${string}` => `0x${BigInt(referenceOf(networkId)).toString(16)}`

/** The chain id that a switch or add names, as CAIP-2. */
function networkIdIn(params: unknown): NetworkId {
  const [first] = Array.isArray(params) ? (params as unknown[]) : []
  const chainId = typeof first === 'object' && first !== null && 'chainId' in first ? first.chainId : undefined
  if (typeof chainId !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(chainId))
    throw new ProviderRpcError(-32602, 'A chainId in 0x hex is needed.')
  return `eip155:${BigInt(chainId).toString()}`
}

/**
 * An EIP-1193 provider over an instance. Accounts and networks are the machines' answers; requests for accounts open
 * the modal where nobody is connected; what asks the visitor goes through a request item; the rest goes to the wallet,
 * or to the network itself while no wallet is connected.
 */
export function createProvider(latchkey: Latchkey, rpc: RpcPort): WalletProvider {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let stop: (() => void) | undefined
  let accounts: readonly string[] = []
  let chainId = ''
  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }

  const accountsNow = (): readonly string[] => {
    const account = latchkey.getAccount('eip155')
    if (account.status !== 'connected') return []
    return [account.address, ...account.accounts.map(({ address }) => address).filter((a) => a !== account.address)]
  }
  const chainIdNow = () => {
    const account = latchkey.getAccount('eip155')
    const { networkId } = latchkey.getNetwork()
    return hexChainId(account.status === 'connected' ? account.networkId : networkId)
  }
  const compare = () => {
    const nowAccounts = accountsNow()
    const nowChainId = chainIdNow()
    const wasConnected = accounts.length > 0
    const changed = { accounts: nowAccounts.join() !== accounts.join(), chainId: nowChainId !== chainId }
    accounts = nowAccounts
    chainId = nowChainId
    if (!wasConnected && nowAccounts.length > 0) emit('connect', { chainId })
    if (changed.chainId) emit('chainChanged', chainId)
    if (changed.accounts) emit('accountsChanged', [...nowAccounts])
    if (wasConnected && nowAccounts.length === 0)
      emit('disconnect', new ProviderRpcError(4900, 'The wallet is disconnected.'))
  }

  return {
    async request({ method, params }) {
      switch (method) {
        case 'eth_accounts':
          return [...accountsNow()]
        case 'eth_requestAccounts':
          if (accountsNow().length === 0) unwrap(await latchkey.connect())
          return [...accountsNow()]
        case 'eth_chainId':
          return chainIdNow()
        case 'wallet_switchEthereumChain':
          unwrap(await latchkey.switchNetwork(networkIdIn(params)))
          return null
      }
      if (accountsNow().length > 0) return unwrap(await latchkey.request({ method, params }, { namespace: 'eip155' }))
      const { network, supported } = latchkey.getNetwork()
      if (!supported || network.chainNamespace !== 'eip155') throw new ProviderRpcError(4900, 'No network is active.')
      if (/^(wallet_|personal_|eth_sign|eth_sendTransaction)/.test(method))
        throw new ProviderRpcError(4100, 'The wallet is not connected.')
      return rpc.request(network, { method, params })
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set()
      listeners.set(event, known.add(listener))
      if (!stop) {
        accounts = accountsNow()
        chainId = chainIdNow()
        stop = latchkey.subscribe(compare)
      }
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      if ([...listeners.values()].every((set) => set.size === 0)) {
        stop?.()
        stop = undefined
      }
    },
  }
}
