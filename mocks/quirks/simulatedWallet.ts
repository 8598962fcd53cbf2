import { isHex, numberToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { WalletProvider } from '../../sdk/index.ts'
import { fakeAccounts } from '../fakes/fakeWallet.ts'
import type { RpcCall } from './quirk.ts'
import { rpcError } from './rpcError.ts'
import { simulatedChain, type SimulatedChain } from './simulatedChain.ts'
import { simulatedUser, type SimulatedUserOptions, type WalletDeed } from './simulatedUser.ts'

export interface SimulatedWalletOptions extends SimulatedUserOptions {
  /** The chains that the wallet knows. The first one is active. Default: chain 1. */
  chains?: readonly [SimulatedChain, ...SimulatedChain[]]
  /** Chains that the wallet can add if the app asks for it. */
  addableChains?: readonly SimulatedChain[]
  /** The accounts that the user shares. Default: both `fakeAccounts`. */
  accounts?: readonly string[]
}

export interface SimulatedWallet extends Required<WalletProvider> {
  /** Everything that the wallet did, oldest first. */
  readonly deeds: readonly WalletDeed[]
  /** The accounts that the wallet shares now. The first one is active. */
  accounts(): readonly string[]
  chainId(): number
  listenerCount(): number
  /** The user selects another account in the wallet. */
  selectAccount(account: string): void
  /** The user selects another chain in the wallet. */
  selectChain(chainId: number): void
  /** The user removes the app's permission in the wallet. */
  revoke(): void
}

/** The publicly known keys of `fakeAccounts`. */
const KEYS = [
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
] as const

const sameAccount = (one: string, other: unknown) => one.toLowerCase() === String(other).toLowerCase()

/**
 * A wallet that follows EIP-1193, EIP-3085, EIP-3326 and EIP-5792 to the letter, on chains in memory. It signs with real keys and
 * records what it did. Its user decides after `decisionMs`. It waits with `setTimeout`, so that fake timers control it.
 */
export const simulatedWallet = (options: SimulatedWalletOptions = {}): SimulatedWallet =>
  createSimulatedWallet(options).wallet

/** The wallet, and what a WalletConnect wallet needs of it: how it asks for the accounts, and the chains that it knows. */
export function createSimulatedWallet({
  chains = [simulatedChain({ chainId: 1 })],
  addableChains = [],
  accounts: shareable = fakeAccounts,
  ...userOptions
}: SimulatedWalletOptions = {}) {
  const deeds: WalletDeed[] = []
  const confirm = simulatedUser(userOptions, deeds)
  const known = [...chains]
  const bundles = new Map<string, { chain: SimulatedChain; hashes: readonly `0x${string}`[] }>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  let active: SimulatedChain = chains[0]
  let shared: readonly string[] = []

  const emit = (event: string, payload: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  const activate = (chain: SimulatedChain) => {
    if (chain === active) return
    active = chain
    deeds.push({ type: 'switched', chainId: chain.chainId })
    emit('chainChanged', numberToHex(chain.chainId))
  }
  const share = (accounts: readonly string[]) => {
    shared = accounts
    emit('accountsChanged', accounts)
  }

  const assertShared = (account: unknown) => {
    if (!shared.some((address) => sameAccount(address, account)))
      throw rpcError(4100, 'The requested account has not been authorized by the user.')
  }
  const signerOf = (account: unknown) => {
    assertShared(account)
    const key = KEYS[fakeAccounts.findIndex((address) => sameAccount(address, account))]
    if (!key) throw rpcError(4100, 'The wallet has no key for this account.')
    return privateKeyToAccount(key)
  }
  const chainOf = (chainId: unknown) => known.find((chain) => numberToHex(chain.chainId) === chainId)
  const signed = (method: string, signature: string) => {
    deeds.push({ type: 'signed', method, signature })
    return signature
  }

  async function send(chain: SimulatedChain, signer: Signer, { to, value = '0x0', data = '0x' }: Transaction) {
    const serialized = await signer.signTransaction({
      chainId: chain.chainId,
      nonce: chain.nonceOf(signer.address),
      to: to as `0x${string}` | undefined,
      value: BigInt(value),
      data: data as `0x${string}`,
      gas: 21_000n,
      gasPrice: 1_000_000_000n,
    })
    const hash = chain.broadcast({ from: signer.address, to: to ?? null, value: BigInt(value), data, serialized })
    deeds.push({ type: 'sent', chainId: chain.chainId, hash })
    return hash
  }

  /** Asks the user for the accounts. */
  async function grant(call: RpcCall) {
    await confirm(call)
    deeds.push({ type: 'granted', accounts: shareable })
    share(shareable)
    return shared
  }
  const requestAccounts = async (call: RpcCall) => (shared.length > 0 ? shared : grant(call))

  type Handler = (params: never, call: RpcCall) => unknown
  const methods: Record<string, Handler> = {
    eth_accounts: () => shared,
    eth_requestAccounts: (_params, call) => requestAccounts(call),
    wallet_requestPermissions: async (_params, call) => {
      await requestAccounts(call)
      return [{ parentCapability: 'eth_accounts' }]
    },
    wallet_getPermissions: () => (shared.length > 0 ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions: () => {
      deeds.push({ type: 'revoked' })
      share([])
      return null
    },
    eth_chainId: () => numberToHex(active.chainId),
    net_version: () => String(active.chainId),
    async wallet_switchEthereumChain([{ chainId }]: [{ chainId: string }], call) {
      const chain = chainOf(chainId)
      if (!chain) throw rpcError(4902, `Unrecognized chain ID "${chainId}".`)
      if (chain !== active) await confirm(call)
      activate(chain)
      return null
    },
    async wallet_addEthereumChain([{ chainId }]: [{ chainId: string }], call) {
      const chain = [...known, ...addableChains].find((one) => numberToHex(one.chainId) === chainId)
      if (!chain) throw rpcError(-32_602, 'The chain cannot be added.')
      await confirm(call)
      if (!known.includes(chain)) {
        known.push(chain)
        deeds.push({ type: 'added', chainId: chain.chainId })
      }
      activate(chain)
      return null
    },
    async personal_sign([message, account]: [string, string], call) {
      const signer = signerOf(account)
      await confirm(call)
      const raw = isHex(message) ? { raw: message } : message
      return signed('personal_sign', await signer.signMessage({ message: raw }))
    },
    async eth_signTypedData_v4([account, typedData]: [string, string], call) {
      const signer = signerOf(account)
      await confirm(call)
      return signed('eth_signTypedData_v4', await signer.signTypedData(JSON.parse(typedData)))
    },
    async eth_sendTransaction([transaction]: [Record<string, string>], call) {
      const { from = '', chainId } = transaction
      const signer = signerOf(from)
      if (chainId !== undefined && Number(chainId) !== active.chainId) throw rpcError(-32_602, 'Wrong chain.')
      const chain = active
      await confirm(call)
      return send(chain, signer, transaction)
    },
    wallet_getCapabilities: () =>
      Object.fromEntries(known.map(({ chainId }) => [numberToHex(chainId), { atomic: { status: 'supported' } }])),
    async wallet_sendCalls([{ from = shared[0], chainId, calls }]: [SentBundle], call) {
      const signer = signerOf(from)
      const chain = chainOf(chainId)
      if (!chain) throw rpcError(5710, 'The wallet does not support this chain.')
      await confirm(call)
      const hashes: `0x${string}`[] = []
      for (const transaction of calls) hashes.push(await send(chain, signer, transaction))
      const id = numberToHex(bundles.size + 1)
      bundles.set(id, { chain, hashes })
      return { id }
    },
    async wallet_getCallsStatus([id]: [string]) {
      const bundle = bundles.get(id)
      if (!bundle) throw rpcError(5730, 'The wallet does not know this bundle.')
      const receipts = await Promise.all(
        bundle.hashes.map((hash) => bundle.chain.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
      )
      const isMined = receipts.every((receipt) => receipt !== null)
      return {
        version: '2.0.0',
        id,
        chainId: numberToHex(bundle.chain.chainId),
        atomic: true,
        status: isMined ? 200 : 100,
        receipts: isMined ? receipts : [],
      }
    },
  }

  const wallet: SimulatedWallet = {
    deeds,
    accounts: () => shared,
    chainId: () => active.chainId,
    listenerCount: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
    selectAccount(account) {
      share([account, ...shared.filter((address) => !sameAccount(address, account))])
    },
    selectChain(chainId) {
      const chain = known.find((one) => one.chainId === chainId)
      if (chain) activate(chain)
    },
    revoke() {
      deeds.push({ type: 'revoked' })
      share([])
    },
    async request(call) {
      const handler = methods[call.method]
      if (handler) return handler((call.params ?? []) as never, call)
      if (/^(eth|net|web3)_/.test(call.method)) return active.request(call)
      throw rpcError(4200, `The wallet does not support ${call.method}.`)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  return { wallet, grant, chainIds: () => known.map(({ chainId }) => chainId) }
}

type Signer = ReturnType<typeof privateKeyToAccount>

interface Transaction {
  to?: string
  value?: string
  data?: string
}

interface SentBundle {
  from?: string
  chainId: string
  calls: readonly Transaction[]
}
