import { getAddress, UnauthorizedProviderError, type Address } from 'viem'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { Latchkey } from '../instance.ts'
import type { ViemChain } from '../networks.ts'
import { chainNotConfigured, valueFor } from './errors.ts'
import type { AddedChain, WagmiConnector, WagmiGround } from './shapes.ts'

/** What an app lists the connector as. */
export interface LatchkeyConnectorOptions {
  /** By which wagmi remembers it; another one for a second instance. Default `latchkey`. */
  id?: string
  /** Default `Latchkey`. */
  name?: string
  /** The URL of a picture. */
  icon?: string
}

/** On a server, where configurations come and go with requests, nothing is begun and nothing heard. */
const inPage = (): boolean => typeof window !== 'undefined'

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

/** The accounts of eip155, the active one first. */
function accountsIn(latchkey: Latchkey): readonly Address[] {
  const known = latchkey.getAccount('eip155')
  if (known.status !== 'connected') return []
  const others = known.accounts.map(({ address }) => getAddress(address))
  return [...new Set([getAddress(known.address), ...others])]
}

async function chainIdIn(latchkey: Latchkey): Promise<number> {
  const known = latchkey.getAccount('eip155')
  if (known.status === 'connected') return known.chainId
  return Number(await latchkey.getProvider('eip155').request({ method: 'eth_chainId' }))
}

/** What wagmi is told. */
const tellings = (latchkey: Latchkey, { emit }: { emit: WagmiGround<ViemChain>['emitter']['emit'] }) => ({
  onConnect() {
    const known = latchkey.getAccount('eip155')
    if (known.status === 'connected') emit('connect', { accounts: accountsIn(latchkey), chainId: known.chainId })
  },
  onAccountsChanged(accounts: readonly string[]) {
    if (accounts.length > 0) emit('change', { accounts: accounts.map((address) => getAddress(address)) })
    else emit('disconnect')
  },
  onChainChanged: (chainId: string) => emit('change', { chainId: Number(chainId) }),
  onDisconnect: () => emit('disconnect'),
})

/** Has wagmi hear of the instance, and the instance know that it is needed; each once. */
function beginnings(latchkey: Latchkey, told: ReturnType<typeof tellings>) {
  const provider = latchkey.getProvider('eip155')
  let hears = false
  let needed = false
  function listen() {
    if (hears) return
    hears = true
    provider.on('connect', told.onConnect)
    provider.on('accountsChanged', () => told.onAccountsChanged(accountsIn(latchkey)))
    provider.on('chainChanged', (chainId) => told.onChainChanged(String(chainId)))
    provider.on('disconnect', told.onDisconnect)
  }
  function begin() {
    listen()
    if (needed) return
    needed = true
    latchkey.start()
  }
  return { listen, begin }
}

/** Whether a wallet of an earlier visit is connected again, once none is looked for any more. */
async function isRestored(latchkey: Latchkey): Promise<boolean> {
  // Where an earlier visit left something, `start` has the machines loaded.
  if (latchkey.status() === 'idle') return false
  try {
    await latchkey.getProvider('eip155').request({ method: 'eth_accounts' })
  } catch {
    // Wagmi would never end its look at other connectors. Who cannot be asked is not connected.
    return false
  }
  return accountsIn(latchkey).length > 0
}

/** Has a wallet chosen, and go to a chain. Whoever does not want to go there is connected all the same, where the wallet is. */
async function choose(latchkey: Latchkey, wanted: ViemChain | undefined): Promise<void> {
  const { networkId } = valueFor('connect', await latchkey.connect({ namespace: 'eip155' }))
  if (wanted && networkId !== `eip155:${wanted.id}`) await latchkey.switchNetwork(wanted)
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
    const told = tellings(latchkey, { emit: emitter.emit.bind(emitter) })
    const { listen, begin } = beginnings(latchkey, told)
    const chainOf = (chainId: number | undefined) => chains.find((chain) => chain.id === chainId)
    return {
      id,
      name,
      type: 'latchkey',
      icon,
      ...told,
      async setup() {
        if (inPage()) listen()
      },
      async connect({ chainId, isReconnecting = false, withCapabilities = false } = {}) {
        begin()
        if (!isReconnecting) await choose(latchkey, chainOf(chainId))
        const known = latchkey.getAccount('eip155')
        if (known.status !== 'connected') throw new UnauthorizedProviderError(new LatchkeyError('wallet.disconnected'))
        const accounts = accountsIn(latchkey)
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
      getAccounts: async () => accountsIn(latchkey),
      getChainId: () => chainIdIn(latchkey),
      getProvider: async () => latchkey.getProvider('eip155'),
      async isAuthorized() {
        if (!inPage()) return false
        begin()
        return isRestored(latchkey)
      },
      async switchChain({ chainId, addEthereumChainParameter = {} }) {
        const chain = chainOf(chainId)
        if (!chain) throw chainNotConfigured()
        begin()
        valueFor('switchChain', await latchkey.switchNetwork(described(chain, addEthereumChainParameter)))
        return chain
      },
    }
  }
}
