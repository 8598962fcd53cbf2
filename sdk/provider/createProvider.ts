import { loadErrorTexts } from '../platform/loadErrorTexts.ts'
import { LatchkeyError, reasonOf } from '../../machines/shared/errors/error.ts'
import { isRecord } from '../../machines/shared/typeGuards.rules.ts'
import type { WalletProvider } from './walletProvider.ts'
import type { EthereumProvider, Listener } from './ethereumProvider.ts'
import { accountsAndNetworkOf, type ProviderDependencies } from './accountsAndNetwork.ts'
import { CODE, ProviderRpcError } from './errors.ts'

/** Forwards the `message` events of one wallet at a time. Each call switches to the given wallet. */
function forwardMessages(listener: Listener) {
  let current: WalletProvider | undefined
  const forward: Listener = (message) => {
    if (isRecord(message) && typeof message['type'] === 'string') listener(message)
  }
  return (next: WalletProvider | undefined) => {
    if (next === current) return
    current?.removeListener?.('message', forward)
    current = next
    current?.on?.('message', forward)
  }
}

/** Loads the code that answers requests, and the texts of its errors, on the first request. */
const loadAnswers = () =>
  Promise.all([import('./answers.ts'), loadErrorTexts()]).then(
    ([answers]) => answers,
    (cause: unknown) => {
      throw new ProviderRpcError(CODE.internal, reasonOf(cause), cause)
    },
  )

/**
 * Creates an EIP-1193 provider for an instance. It serves EVM networks, whichever network is active in the app. Accounts and
 * networks come from the machines. Account requests open the modal if no wallet is connected, and requests that need the user's
 * approval create a request item. Other calls go to the wallet, or to the network itself while no wallet is connected.
 */
export function createProvider(dependencies: ProviderDependencies): EthereumProvider {
  const { latchkey, logger, wallet, follow } = dependencies
  const accountsAndNetwork = accountsAndNetworkOf(latchkey)
  const { readState } = accountsAndNetwork
  const listeners = new Map<string, Set<Listener>>()
  let stop: (() => void) | undefined
  let { accounts, chainId }: ReturnType<typeof readState> = { accounts: [], chainId: '' }

  const emit = (event: string, payload: unknown) => {
    for (const listener of new Set(listeners.get(event)))
      try {
        listener(payload)
      } catch (cause) {
        logger.error(new LatchkeyError('unknown', { params: { reason: reasonOf(cause) } }).message, cause)
      }
  }
  const forwardFrom = forwardMessages((message) => emit('message', message))

  const emitChanges = () => {
    const before = { accounts, chainId }
    ;({ accounts, chainId } = readState())
    const [wasConnected, isConnected] = [before.accounts.length > 0, accounts.length > 0]
    forwardFrom(listeners.get('message')?.size ? wallet() : undefined)
    if (!wasConnected && isConnected) emit('connect', { chainId })
    if (chainId !== before.chainId) emit('chainChanged', chainId)
    if (accounts.join() !== before.accounts.join()) emit('accountsChanged', [...accounts])
    if (wasConnected && !isConnected)
      emit('disconnect', new ProviderRpcError(CODE.disconnected, 'The wallet is disconnected.'))
  }

  const provider: EthereumProvider = {
    request: async (args) => (await loadAnswers()).answer(args, dependencies, accountsAndNetwork),
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      if (!stop) {
        ;({ accounts, chainId } = readState())
        stop = follow(emitChanges)
      }
      if (event === 'message') forwardFrom(wallet())
      return provider
    },
    once(event, listener) {
      const onceListener: Listener = (payload) => {
        provider.off(event, onceListener)
        listener(payload)
      }
      aliases.set(listener, onceListener)
      return provider.on(event, onceListener)
    },
    off(event, listener) {
      const eventListeners = listeners.get(event)
      const alias = aliases.get(listener)
      eventListeners?.delete(listener)
      if (alias) eventListeners?.delete(alias)
      if (!listeners.get('message')?.size) forwardFrom(undefined)
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
