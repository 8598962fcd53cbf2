import type { Namespace, NetworkId } from '../machines/entities/namespace.ts'
import { referenceOf } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import { LatchkeyError, reasonOf } from '../machines/errors/error.ts'
import { isRecord } from '../machines/rules/pairing/shapes.ts'
import { networkOf, networksOf } from '../machines/rules/networks.ts'
import type { RpcCall } from '../machines/requests/request.contract.ts'
import type { Latchkey } from './instance.ts'
import type { LoggerPort, RpcPort, WalletProvider } from './ports.ts'
import { CODE, ProviderRpcError, toProviderError, valueOf } from './providerErrors.ts'

type Listener = (payload: unknown) => void

/** An EIP-1193 provider, with the methods of an emitter that libraries expect beside it. Each returns the provider. */
export interface EthereumProvider extends WalletProvider {
  on(event: string, listener: Listener): EthereumProvider
  once(event: string, listener: Listener): EthereumProvider
  off(event: string, listener: Listener): EthereumProvider
  removeListener(event: string, listener: Listener): EthereumProvider
}

/** What an EVM provider stands on. */
export interface Ground {
  latchkey: Latchkey
  rpc: RpcPort
  logger: LoggerPort
  started(): boolean
  /** Resolves once no EVM wallet of an earlier visit is looked for any more. */
  restored(): Promise<unknown>
  /** The provider of the EVM wallet that is connected. */
  wallet(): WalletProvider | undefined
  /** Hears of changes, once every machine has heard of them. */
  follow(heard: () => void): () => void
}

const FAMILY: Namespace = 'eip155'
/** What only a wallet can answer; anything else a node can, too. */
const WALLETS_ALONE =
  /^(wallet_|personal_|eth_sign|eth_send(Transaction|UserOperation)|eth_(accounts|requestAccounts)$)/

const hexChainId = (networkId: NetworkId): `0x${string}` => `0x${BigInt(referenceOf(networkId)).toString(16)}`

const firstOf = (params: unknown): unknown => (Array.isArray(params) ? (params as unknown[])[0] : undefined)

/** A request as EIP-1193 has it. */
function callOf(asked: unknown): RpcCall {
  const { method, params } = isRecord(asked) ? asked : {}
  if (typeof method !== 'string' || method === '' || (params !== undefined && typeof params !== 'object'))
    throw new ProviderRpcError(CODE.invalidRequest, 'A request is { method: string, params?: array or object }.')
  return params === undefined ? { method } : { method, params }
}

/** The chain id that a switch or add names, as CAIP-2. */
function networkIdIn(params: unknown): NetworkId {
  const first = firstOf(params)
  const chainId = isRecord(first) ? first['chainId'] : undefined
  if (typeof chainId !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(chainId))
    throw new ProviderRpcError(CODE.invalidParams, 'A chainId in 0x hex is needed.')
  return `eip155:${BigInt(chainId).toString()}`
}

const isAboutAccounts = (params: unknown): boolean => {
  const first = firstOf(params)
  return isRecord(first) && 'eth_accounts' in first
}

/** What an account that is shared means by EIP-2255. */
const permissionFor = (accounts: readonly string[]) => ({
  parentCapability: 'eth_accounts',
  caveats: [{ type: 'restrictReturnedAccounts', value: [...accounts] }],
})

/** Where an instance is among EVM networks, and whose accounts it shows. */
function placeIn(latchkey: Latchkey) {
  const account = () => latchkey.getAccount(FAMILY)
  const accountsNow = (): string[] => {
    const known = account()
    if (known.status !== 'connected') return []
    return [...new Set([known.address, ...known.accounts.map(({ address }) => address)])]
  }
  /** The EVM network that reads go to: the active one, else the site's first. */
  const networkNow = (): Network | undefined => {
    const { networks, networkId } = latchkey.actor('network').getSnapshot().context
    const offered = networksOf(networks, FAMILY)
    return networkOf(offered, networkId) ?? offered[0]
  }
  const networkIdNow = (): NetworkId | undefined => {
    const known = account()
    return known.status === 'connected' ? known.networkId : networkNow()?.caipNetworkId
  }
  const known = (): { accounts: readonly string[]; chainId: string } => {
    const networkId = networkIdNow()
    return { accounts: accountsNow(), chainId: networkId === undefined ? '' : hexChainId(networkId) }
  }
  return { accountsNow, networkNow, networkIdNow, known }
}

/** Passes on the messages of one wallet at a time: of the one that it was told last. */
function passingOn(to: Listener) {
  let heard: WalletProvider | undefined
  const passOn: Listener = (message) => {
    if (isRecord(message) && typeof message['type'] === 'string') to(message)
  }
  return (now: WalletProvider | undefined) => {
    if (now === heard) return
    heard?.removeListener?.('message', passOn)
    heard = now
    heard?.on?.('message', passOn)
  }
}

/** What calls are answered with: by the machines, by the wallet, or by the network. */
function createAnswers({ latchkey, rpc, started, restored }: Ground) {
  const { accountsNow, networkNow, networkIdNow } = placeIn(latchkey)
  /** Nobody answers for an instance that was stopped. */
  const answered: typeof valueOf = (outcome) => {
    if (outcome.status === 'cancelled' && !started()) throw toProviderError(new LatchkeyError('instance.notStarted'))
    return valueOf(outcome)
  }
  /** Has an EVM wallet chosen where none is connected. */
  const someone = async () => {
    if (accountsNow().length === 0) answered(await latchkey.connect({ namespace: FAMILY }))
  }
  const ask = async (call: RpcCall) => answered(await latchkey.request(call, { namespace: FAMILY }))

  return async (call: RpcCall): Promise<unknown> => {
    const { method, params } = call
    if (WALLETS_ALONE.test(method)) await restored()
    const connected = accountsNow().length > 0
    switch (method) {
      case 'eth_accounts':
        return accountsNow()
      case 'eth_requestAccounts':
        await someone()
        return accountsNow()
      case 'eth_chainId': {
        const networkId = networkIdNow()
        if (networkId === undefined) throw new LatchkeyError('network.missing')
        return hexChainId(networkId)
      }
      case 'wallet_switchEthereumChain':
        answered(await latchkey.switchNetwork(networkIdIn(params)))
        return null
      case 'wallet_addEthereumChain': {
        const networkId = networkIdIn(params)
        await someone()
        const answer = await ask(call)
        const { addedNetwork } = await import('./addedNetwork.ts')
        const network = addedNetwork(networkId, firstOf(params))
        if (network) latchkey.send({ type: 'network.add', network })
        return answer
      }
      case 'wallet_getPermissions':
        return connected ? ask(call) : []
      case 'wallet_requestPermissions':
        if (connected) return ask(call)
        await someone()
        return isAboutAccounts(params) ? [permissionFor(accountsNow())] : ask(call)
      case 'wallet_revokePermissions':
        if (isAboutAccounts(params)) await latchkey.disconnect({ namespace: FAMILY })
        else if (connected) return ask(call)
        return null
    }
    if (connected && WALLETS_ALONE.test(method)) (await import('./requests.ts')).judgeCall(call)
    if (connected) return ask(call)
    if (WALLETS_ALONE.test(method)) throw new LatchkeyError('wallet.disconnected')
    const network = networkNow()
    if (!network) throw new LatchkeyError('network.missing')
    return rpc.request(network, call)
  }
}

/**
 * An EIP-1193 provider over an instance. It speaks for EVM networks, whichever network the page is on. Accounts and networks are
 * the machines' answers; requests for accounts open the modal where nobody is connected; what asks the visitor goes through a
 * request item; the rest goes to the wallet, or to the network itself while no wallet is connected.
 */
export function createProvider(ground: Ground): EthereumProvider {
  const { latchkey, logger, wallet, follow } = ground
  const { known } = placeIn(latchkey)
  const answerTo = createAnswers(ground)
  const listeners = new Map<string, Set<Listener>>()
  let stop: (() => void) | undefined
  let accounts: readonly string[] = []
  let chainId = ''

  const emit = (event: string, payload: unknown) => {
    for (const listener of new Set(listeners.get(event)))
      try {
        listener(payload)
      } catch (cause) {
        logger.error(new LatchkeyError('unknown', { params: { reason: reasonOf(cause) } }).message, cause)
      }
  }
  const listenTo = passingOn((message) => emit('message', message))

  const compare = () => {
    const before = { accounts, chainId }
    ;({ accounts, chainId } = known())
    const [was, is] = [before.accounts.length > 0, accounts.length > 0]
    listenTo(listeners.get('message')?.size ? wallet() : undefined)
    if (!was && is) emit('connect', { chainId })
    if (chainId !== before.chainId) emit('chainChanged', chainId)
    if (accounts.join() !== before.accounts.join()) emit('accountsChanged', [...accounts])
    if (was && !is) emit('disconnect', new ProviderRpcError(CODE.disconnected, 'The wallet is disconnected.'))
  }

  const provider: EthereumProvider = {
    async request(asked) {
      try {
        return await answerTo(callOf(asked))
      } catch (error) {
        throw toProviderError(error)
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      if (!stop) {
        ;({ accounts, chainId } = known())
        stop = follow(compare)
      }
      if (event === 'message') listenTo(wallet())
      return provider
    },
    once(event, listener) {
      const first: Listener = (payload) => {
        provider.off(event, first)
        listener(payload)
      }
      aliases.set(listener, first)
      return provider.on(event, first)
    },
    off(event, listener) {
      const set = listeners.get(event)
      const alias = aliases.get(listener)
      set?.delete(listener)
      if (alias) set?.delete(alias)
      if (!listeners.get('message')?.size) listenTo(undefined)
      if ([...listeners.values()].every(({ size }) => size === 0)) {
        stop?.()
        stop = undefined
      }
      return provider
    },
    removeListener: (event, listener) => provider.off(event, listener),
  }
  /** What listens once in the place of a listener. */
  const aliases = new WeakMap<Listener, Listener>()
  return provider
}
