import { getAddress, UnauthorizedProviderError, type Address } from 'viem'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Latchkey } from '../instance/instance.ts'
import type { ViemChain } from '../network/networks.ts'
import { chainNotConfigured, valueFor } from './errors.ts'
import type { AddedChain, WagmiConnector, WagmiConfig } from './shapes.ts'

/** How wagmi identifies and lists the connector. */
export interface LatchkeyConnectorOptions {
  /** The id under which wagmi stores the connector; a second instance needs another one. Default `latchkey`. */
  id?: string
  /** The display name. Default `Latchkey`. */
  name?: string
  /** The URL of an icon. */
  icon?: string
}

/** On a server, where configurations are created per request, nothing is started or subscribed to. */
const isBrowser = (): boolean => typeof window !== 'undefined'

/** Applies the details of a switch request to a chain. */
function withDetails(
  chain: ViemChain,
  { chainName, nativeCurrency, rpcUrls, blockExplorerUrls }: AddedChain,
): ViemChain {
  const [explorer] = blockExplorerUrls ?? []
  return {
    ...chain,
    ...(chainName !== undefined && { name: chainName }),
    ...(nativeCurrency && { nativeCurrency }),
    ...(rpcUrls?.length && { rpcUrls: { default: { http: rpcUrls } } }),
    ...(explorer !== undefined && { blockExplorers: { default: { name: 'Explorer', url: explorer } } }),
  }
}

/** The `eip155` accounts, the active one first. */
function accountsIn(latchkey: Latchkey): readonly Address[] {
  const account = latchkey.getAccount('eip155')
  if (account.status !== 'connected') return []
  const addresses = account.accounts.map(({ address }) => getAddress(address))
  return [...new Set([getAddress(account.address), ...addresses])]
}

async function chainIdIn(latchkey: Latchkey): Promise<number> {
  const account = latchkey.getAccount('eip155')
  if (account.status === 'connected') return account.chainId
  return Number(await latchkey.getProvider('eip155').request({ method: 'eth_chainId' }))
}

/** The events that wagmi receives. */
const wagmiEvents = (latchkey: Latchkey, { emit }: { emit: WagmiConfig<ViemChain>['emitter']['emit'] }) => ({
  onConnect() {
    const account = latchkey.getAccount('eip155')
    if (account.status === 'connected') emit('connect', { accounts: accountsIn(latchkey), chainId: account.chainId })
  },
  onAccountsChanged(accounts: readonly string[]) {
    if (accounts.length > 0) emit('change', { accounts: accounts.map((address) => getAddress(address)) })
    else emit('disconnect')
  },
  onChainChanged: (chainId: string) => emit('change', { chainId: Number(chainId) }),
  onDisconnect: () => emit('disconnect'),
})

/** Subscribes wagmi to the instance, and starts the instance; each once. */
function createSubscription(latchkey: Latchkey, events: ReturnType<typeof wagmiEvents>) {
  const provider = latchkey.getProvider('eip155')
  let isListening = false
  let isStarted = false
  function listen() {
    if (isListening) return
    isListening = true
    provider.on('connect', events.onConnect)
    provider.on('accountsChanged', () => events.onAccountsChanged(accountsIn(latchkey)))
    provider.on('chainChanged', (chainId) => events.onChainChanged(String(chainId)))
    provider.on('disconnect', events.onDisconnect)
  }
  function start() {
    listen()
    if (isStarted) return
    isStarted = true
    latchkey.start()
  }
  return { listen, start }
}

/** Waits until the wallets of an earlier visit are restored, and returns whether one is connected. */
async function isRestored(latchkey: Latchkey): Promise<boolean> {
  // If an earlier visit stored state, `start` loads the machines.
  if (latchkey.status() === 'idle') return false
  try {
    await latchkey.getProvider('eip155').request({ method: 'eth_accounts' })
  } catch {
    // A rejection would stop wagmi from checking other connectors. Treat the failure as not connected.
    return false
  }
  return accountsIn(latchkey).length > 0
}

/** Connects a wallet and switches it to a chain. If the user rejects the switch, the wallet stays connected on its own chain. */
async function connectAndSwitch(latchkey: Latchkey, chain: ViemChain | undefined): Promise<void> {
  const { networkId } = valueFor('connect', await latchkey.connect({ namespace: 'eip155' }))
  if (chain && networkId !== `eip155:${chain.id}`) await latchkey.switchNetwork(chain)
}

/**
 * Creates a wagmi connector (version 2 or 3) from an instance. wagmi's hooks connect through the instance's modal, and both stay
 * in sync. It serves `eip155`, and starts the instance on wagmi's first call.
 * @param latchkey The instance.
 * @param options The id, name and icon of the connector; all optional.
 * @returns A connector for `createConfig`.
 * @example createConfig({ chains: [mainnet], connectors: [latchkeyConnector(latchkey)], multiInjectedProviderDiscovery: false, …
 * })
 */
export function latchkeyConnector(
  latchkey: Latchkey,
  { id = 'latchkey', name = 'Latchkey', icon }: LatchkeyConnectorOptions = {},
): <Chain extends ViemChain>(config: WagmiConfig<Chain>) => WagmiConnector<Chain> {
  return ({ chains, emitter }) => {
    const events = wagmiEvents(latchkey, { emit: emitter.emit.bind(emitter) })
    const { listen, start } = createSubscription(latchkey, events)
    const chainOf = (chainId: number | undefined) => chains.find((chain) => chain.id === chainId)
    return {
      id,
      name,
      type: 'latchkey',
      icon,
      ...events,
      async setup() {
        if (isBrowser()) listen()
      },
      async connect({ chainId, isReconnecting = false, withCapabilities = false } = {}) {
        start()
        if (!isReconnecting) await connectAndSwitch(latchkey, chainOf(chainId))
        const account = latchkey.getAccount('eip155')
        if (account.status !== 'connected')
          throw new UnauthorizedProviderError(new LatchkeyError('wallet.disconnected'))
        const accounts = accountsIn(latchkey)
        // The type depends on `withCapabilities`, which TypeScript cannot infer here.
        return {
          accounts: withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts,
          chainId: account.chainId,
        } as never
      },
      /** Disconnects in the app, even if the wallet reports an error. */
      async disconnect() {
        await latchkey.disconnect({ namespace: 'eip155' })
      },
      getAccounts: async () => accountsIn(latchkey),
      getChainId: () => chainIdIn(latchkey),
      getProvider: async () => latchkey.getProvider('eip155'),
      async isAuthorized() {
        if (!isBrowser()) return false
        start()
        return isRestored(latchkey)
      },
      async switchChain({ chainId, addEthereumChainParameter = {} }) {
        const chain = chainOf(chainId)
        if (!chain) throw chainNotConfigured()
        start()
        valueFor('switchChain', await latchkey.switchNetwork(withDetails(chain, addEthereumChainParameter)))
        return chain
      },
    }
  }
}
