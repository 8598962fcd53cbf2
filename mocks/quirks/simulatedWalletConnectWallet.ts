import type { WalletProvider } from '../../sdk/index.ts'
import type { RpcCall } from './quirk.ts'
import { never } from './helpers.ts'
import { rpcError } from './rpcError.ts'
import { createSimulatedWallet, type SimulatedWallet, type SimulatedWalletOptions } from './simulatedWallet.ts'

/** What a wallet approves in one namespace. */
interface Approved {
  chains: readonly string[]
  accounts: readonly string[]
  methods: readonly string[]
  events: readonly string[]
}
type Namespaces = Readonly<Record<string, Approved>>

/** What a wallet answers to a proposal: the session that it settles. `expiry` is in seconds since 1970. */
export interface SettledSession {
  topic: string
  namespaces: Namespaces
  expiry: number
  peer: { publicKey: string; metadata: { name: string; description: string; url: string; icons: readonly string[] } }
}

export interface SimulatedWalletConnectWallet extends Required<WalletProvider> {
  /** Everything that the wallet did, oldest first. */
  readonly deeds: SimulatedWallet['deeds']
  /** The accounts that the wallet shares now. The first one is active. */
  accounts(): readonly string[]
  listenerCount(): number
  /** The user selects another account in the wallet. */
  selectAccount(account: string): void
  /** The user selects the chains that apps may use, in the wallet. */
  selectChains(chainIds: readonly number[]): void
  /** The user disconnects the app in the wallet. */
  revoke(): void
  /** The wallet loses its sessions, for example because it is installed again. The app is not notified. */
  forget(): void
}

type Proposal = Record<'requiredNamespaces' | 'optionalNamespaces', Readonly<Record<string, Partial<Approved>>>>

const SESSION_SECONDS = 604_800
const NAMESPACE = 'eip155'
const peer: SettledSession['peer'] = {
  publicKey: 'wallet',
  metadata: { name: 'Phone Wallet', description: '', url: 'https://wallet.example', icons: [] },
}

/**
 * A wallet on another device, which apps reach over WalletConnect. `walletConnectDriver` connects them. It signs with real keys,
 * records what it did, and supports Ethereum accounts. Its requests are those of EIP-1193 wallets, and `wc_sessionPropose`,
 * `wc_sessionPing` and `wc_sessionDelete`. Its events are `session_update`, `session_event` and `session_delete`. It answers nothing
 * in a session that it does not know, because it cannot decrypt such messages.
 */
export function simulatedWalletConnectWallet(options: SimulatedWalletOptions = {}): SimulatedWalletConnectWallet {
  const { wallet, grant, chainIds } = createSimulatedWallet(options)
  const sessions = new Map<string, Namespaces>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let count = 0

  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const accountsOn = (chains: readonly string[]) =>
    chains.flatMap((chain) => wallet.accounts().map((account) => `${chain}:${account}`))

  async function settle(call: RpcCall): Promise<SettledSession> {
    const { requiredNamespaces, optionalNamespaces } = call.params as Proposal
    const proposed = [requiredNamespaces[NAMESPACE], optionalNamespaces[NAMESPACE]]
    const merge = (field: 'chains' | 'methods' | 'events') => [
      ...new Set(proposed.flatMap((namespace) => namespace?.[field] ?? [])),
    ]
    const known = chainIds().map((chainId) => `${NAMESPACE}:${chainId}`)
    const chains = merge('chains').filter((chain) => known.includes(chain))
    if (chains.length === 0) throw rpcError(5_100, 'Unsupported chains.')
    await grant(call)
    const accounts = accountsOn(chains)
    const namespaces = { [NAMESPACE]: { chains, accounts, methods: merge('methods'), events: merge('events') } }
    const topic = `session-${(count += 1)}`
    sessions.set(topic, namespaces)
    return { topic, namespaces, expiry: Math.floor(Date.now() / 1_000) + SESSION_SECONDS, peer }
  }

  /** Changes the chains of a session, or the order of its accounts. */
  function update(topic: string, approved: Approved, chains = approved.chains) {
    const namespaces = { [NAMESPACE]: { ...approved, chains, accounts: accountsOn(chains) } }
    sessions.set(topic, namespaces)
    emit('session_update', { topic, namespaces })
  }
  function end(topic: string) {
    sessions.delete(topic)
    if (sessions.size === 0 && wallet.accounts().length > 0) wallet.revoke()
  }

  async function answer(call: RpcCall, topic: string, approved: Approved): Promise<unknown> {
    const { chainId = '' } = call.session ?? {}
    if (!approved.chains.includes(chainId)) throw rpcError(5_100, 'Unsupported chains.')
    const isSwitch = call.method === 'wallet_switchEthereumChain' || call.method === 'wallet_addEthereumChain'
    // Each request has its own chain, which the wallet uses without a decision of the user.
    if (!isSwitch) wallet.selectChain(Number(chainId.slice(NAMESPACE.length + 1)))
    const result = await wallet.request(call)
    if (isSwitch) {
      update(topic, approved, [...new Set([...approved.chains, `${NAMESPACE}:${wallet.chainId()}`])])
      const event = { name: 'chainChanged', data: wallet.chainId() }
      emit('session_event', { topic, params: { event, chainId: `${NAMESPACE}:${wallet.chainId()}` } })
    }
    return result
  }

  return {
    deeds: wallet.deeds,
    accounts: wallet.accounts,
    listenerCount: () => [...listeners.values()].reduce((total, set) => total + set.size, 0),
    selectAccount(account) {
      wallet.selectAccount(account)
      for (const [topic, { [NAMESPACE]: approved }] of sessions) {
        if (!approved) continue
        update(topic, approved)
        const event = { name: 'accountsChanged', data: wallet.accounts() }
        emit('session_event', { topic, params: { event, chainId: approved.chains[0] } })
      }
    },
    selectChains(selected) {
      for (const [topic, { [NAMESPACE]: approved }] of sessions)
        if (approved)
          update(
            topic,
            approved,
            selected.map((chainId) => `${NAMESPACE}:${chainId}`),
          )
    },
    forget: () => sessions.clear(),
    revoke() {
      for (const topic of sessions.keys()) {
        end(topic)
        emit('session_delete', { topic })
      }
    },
    async request(call: RpcCall) {
      if (call.method === 'wc_sessionPropose') return settle(call)
      const { topic = '' } = call.session ?? {}
      const approved = sessions.get(topic)?.[NAMESPACE]
      if (!approved) return never()
      if (call.method === 'wc_sessionPing') return true
      if (call.method !== 'wc_sessionDelete') return answer(call, topic, approved)
      end(topic)
      return true
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
}
