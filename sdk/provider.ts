import type { Namespace, NetworkId } from '../machines/entities/namespace.ts'
import { referenceOf } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import { LatchkeyError, reasonOf } from '../machines/errors/error.ts'
import { isRecord } from '../machines/rules/pairing/shapes.ts'
import { networkOf, networksOf } from '../machines/rules/networks.ts'
import type { Latchkey } from './instance.ts'
import type { LoggerPort, RpcPort, WalletProvider } from './ports.ts'
import { CODE, ProviderRpcError } from './providerErrors.ts'

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
const hexChainId = (networkId: NetworkId): `0x${string}` => `0x${BigInt(referenceOf(networkId)).toString(16)}`

export type Place = ReturnType<typeof placeIn>

/** Where an instance is among EVM networks, and whose accounts it shows. The chain id is in 0x hex; empty where there is none. */
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
  const chainIdNow = (): string => {
    const known = account()
    const networkId = known.status === 'connected' ? known.networkId : networkNow()?.caipNetworkId
    return networkId === undefined ? '' : hexChainId(networkId)
  }
  const known = () => ({ accounts: accountsNow(), chainId: chainIdNow() })
  return { accountsNow, networkNow, chainIdNow, known }
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

/** What answers requests comes with the first of them. */
const loadAnswers = () =>
  import('./providerAnswers.ts').catch((cause: unknown) => {
    throw new ProviderRpcError(CODE.internal, reasonOf(cause), cause)
  })

/**
 * An EIP-1193 provider over an instance. It speaks for EVM networks, whichever network the page is on. Accounts and networks are
 * the machines' answers; requests for accounts open the modal where nobody is connected; what asks the visitor goes through a
 * request item; the rest goes to the wallet, or to the network itself while no wallet is connected.
 */
export function createProvider(ground: Ground): EthereumProvider {
  const { latchkey, logger, wallet, follow } = ground
  const place = placeIn(latchkey)
  const { known } = place
  const listeners = new Map<string, Set<Listener>>()
  let stop: (() => void) | undefined
  let { accounts, chainId }: ReturnType<typeof known> = { accounts: [], chainId: '' }

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
    request: async (asked) => (await loadAnswers()).answer(asked, ground, place),
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
