import { getAddress, UnauthorizedProviderError, type Address } from 'viem'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { EthereumProvider } from '../ethereumProvider.ts'
import type { Latchkey } from '../instance.ts'
import type { ViemChain } from '../networks.ts'
import { chainNotConfigured, valueFor } from './errors.ts'

/** What an app lists the connector as. */
export interface LatchkeyConnectorOptions {
  /** By which wagmi remembers it; another one for a second instance. Default `latchkey`. */
  id?: string
  /** Default `Latchkey`. */
  name?: string
  /** The URL of a picture. */
  icon?: string
}

/** What wagmi hands to a connector, as far as versions 2 and 3 agree. No type of wagmi is named, so that either fits. */
export interface WagmiGround<Chain extends ViemChain> {
  chains: readonly [Chain, ...Chain[]]
  emitter: {
    emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'change', data: { accounts?: readonly Address[]; chainId?: number }): void
    emit(event: 'disconnect'): void
  }
}

/** What a switch may say of a chain that the wallet does not know (EIP-3085). */
interface AddedChain {
  chainName?: string | undefined
  nativeCurrency?: ViemChain['nativeCurrency'] | undefined
  rpcUrls?: readonly string[] | undefined
  blockExplorerUrls?: readonly string[] | undefined
}

/** A connector as wagmi calls it. No interface, which could not have the further names that wagmi's type allows. */
export type WagmiConnector<Chain extends ViemChain> = {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly icon?: string | undefined
  setup(): Promise<void>
  connect<WithCapabilities extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: WithCapabilities | boolean | undefined
  }): Promise<{
    accounts: WithCapabilities extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[]
    chainId: number
  }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<EthereumProvider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number; addEthereumChainParameter?: AddedChain | undefined }): Promise<Chain>
  onAccountsChanged(accounts: string[]): void
  onChainChanged(chainId: string): void
  onConnect(info: { chainId: string }): void
  onDisconnect(): void
}

/** A chain with what a switch says of it in its place. */
function described(chain: ViemChain, { chainName, nativeCurrency, rpcUrls, blockExplorerUrls }: AddedChain): ViemChain {
  const [explorer] = blockExplorerUrls ?? []
  return {
    ...chain,
    ...(chainName !== undefined && { name: chainName }),
    ...(nativeCurrency && { nativeCurrency }),
    ...(rpcUrls?.length && { rpcUrls: { default: { http: rpcUrls } } }),
    ...(explorer !== undefined && { blockExplorers: { default: { name: 'Explorer', url: explorer } } }),
  }
}

/**
 * An instance as a connector of wagmi, 2 or 3: hooks connect by its modal, and each side follows the other. It answers for eip155, and
 * counts as one who needs the machines (`start`) from the first question of wagmi on.
 * @example createConfig({ chains: [mainnet], connectors: [latchkeyConnector(latchkey)], multiInjectedProviderDiscovery: false, … })
 */
export function latchkeyConnector(
  latchkey: Latchkey,
  { id = 'latchkey', name = 'Latchkey', icon }: LatchkeyConnectorOptions = {},
): <Chain extends ViemChain>(ground: WagmiGround<Chain>) => WagmiConnector<Chain> {
  return ({ chains, emitter }) => {
    const provider = latchkey.getProvider('eip155')
    const account = () => latchkey.getAccount('eip155')

    /** The account that is active comes first. */
    function accountsNow(): readonly Address[] {
      const known = account()
      if (known.status !== 'connected') return []
      const others = known.accounts.map(({ address }) => getAddress(address))
      return [...new Set([getAddress(known.address), ...others])]
    }
    async function chainIdNow(): Promise<number> {
      const known = account()
      if (known.status === 'connected') return known.chainId
      return Number(await provider.request({ method: 'eth_chainId' }))
    }

    let hears = false
    function listen() {
      if (hears) return
      hears = true
      provider.on('connect', tellConnected)
      provider.on('accountsChanged', () => tellAccounts(accountsNow()))
      provider.on('chainChanged', (chainId) => emitter.emit('change', { chainId: Number(chainId) }))
      provider.on('disconnect', () => emitter.emit('disconnect'))
    }
    let needed = false
    function begin() {
      listen()
      if (needed) return
      needed = true
      latchkey.start()
    }

    function tellConnected() {
      const known = account()
      if (known.status === 'connected') emitter.emit('connect', { accounts: accountsNow(), chainId: known.chainId })
    }
    function tellAccounts(accounts: readonly Address[]) {
      if (accounts.length > 0) emitter.emit('change', { accounts })
      else emitter.emit('disconnect')
    }

    const connector: WagmiConnector<(typeof chains)[number]> = {
      id,
      name,
      type: 'latchkey',
      icon,
      /** On a server, where configurations come and go with requests, nothing is heard. */
      async setup() {
        if (typeof window !== 'undefined') listen()
      },
      /** Whoever does not want to go to `chainId` is connected all the same, where the wallet is. */
      async connect({ chainId, isReconnecting = false, withCapabilities = false } = {}) {
        begin()
        if (!isReconnecting) {
          const { networkId } = valueFor('connect', await latchkey.connect({ namespace: 'eip155' }))
          const wanted = chains.find((chain) => chain.id === chainId)
          if (wanted && networkId !== `eip155:${wanted.id}`) await latchkey.switchNetwork(wanted)
        }
        const known = account()
        if (known.status !== 'connected') throw new UnauthorizedProviderError(new LatchkeyError('wallet.disconnected'))
        const accounts = accountsNow()
        // Which of the two it is goes by `withCapabilities`, as `WithCapabilities` says and no code can.
        return {
          accounts: withCapabilities ? accounts.map((address) => ({ address, capabilities: {} })) : accounts,
          chainId: known.chainId,
        } as never
      },
      /** The page is disconnected whatever the wallet says to it. */
      async disconnect() {
        await latchkey.disconnect({ namespace: 'eip155' })
      },
      getAccounts: async () => accountsNow(),
      getChainId: chainIdNow,
      getProvider: async () => provider,
      async isAuthorized() {
        begin()
        // Where an earlier visit left something, `start` has the machines loaded.
        if (latchkey.status() === 'idle') return false
        try {
          // Answered once no wallet of an earlier visit is looked for any more.
          await provider.request({ method: 'eth_accounts' })
        } catch {
          return false
        }
        return accountsNow().length > 0
      },
      async switchChain({ chainId, addEthereumChainParameter = {} }) {
        const chain = chains.find((each) => each.id === chainId)
        if (!chain) throw chainNotConfigured()
        begin()
        valueFor('switchChain', await latchkey.switchNetwork(described(chain, addEthereumChainParameter)))
        return chain
      },
      onAccountsChanged: (accounts) => tellAccounts(accounts.map((address) => getAddress(address))),
      onChainChanged: (chainId) => emitter.emit('change', { chainId: Number(chainId) }),
      onConnect: tellConnected,
      onDisconnect: () => emitter.emit('disconnect'),
    }
    return connector
  }
}
