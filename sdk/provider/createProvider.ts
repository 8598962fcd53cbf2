import { LatchkeyError, reasonOf } from '../../machines/shared/errors/error.ts'
import { isRecord } from '../../machines/shared/typeGuards.rules.ts'
import type { WalletProvider } from './walletProvider.ts'
import type { EthereumProvider, Listener } from './ethereumProvider.ts'
import { accountsAndNetworkOf, type ProviderDependencies } from './place.ts'
import { CODE, ProviderRpcError } from './errors.ts'

/** Forwards the `message` events of one wallet at a time. Each call switches to the given wallet. */
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

/** Loads the code that answers requests, on the first request. */
const loadAnswers = () =>
  import('./answers.ts').catch((cause: unknown) => {
    throw new ProviderRpcError(CODE.internal, reasonOf(cause), cause)
  })

/**
 * Creates an EIP-1193 provider for an instance. It serves EVM networks, whichever network is active in the app. Accounts and
 * networks come from the machines. Account requests open the modal if no wallet is connected, and requests that need the user's
 * approval create a request item. Other calls go to the wallet, or to the network itself while no wallet is connected.
 */
export function createProvider(ground: ProviderDependencies): EthereumProvider {
  const { latchkey, logger, wallet, follow } = ground
  const place = accountsAndNetworkOf(latchkey)
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
  /** Maps a `once` listener to its wrapper. */
  const aliases = new WeakMap<Listener, Listener>()
  return provider
}
