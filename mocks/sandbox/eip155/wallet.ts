/** A working wallet: it signs with real keys, sends to the sandbox's chains, and can fail on demand. */
import { type Address, hexToString, isAddressEqual, isHex, toHex } from 'viem'
import * as z from 'zod/mini'
import { firstAccount } from '../accounts.ts'
import type { Approve } from '../approvals.ts'
import { bundleMethods, keptBundles } from './bundles.ts'
import type { SandboxChain } from './chains.ts'
import { asRpcError, callNode, isRead } from './nodeRpc.ts'
import { address, paramsOf, read, readTypedData } from './params.ts'
import { grantMethods, keptGrants } from './permissions.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { describeTransaction, type WalletChain, type WalletQuestion } from './questions.ts'
import { type WalletAccount, walletAccounts } from './walletAccounts.ts'

const storageKey = 'sandbox-wallet'
const breakOffDelayMs = 300

const off = z._default(z.boolean(), false)
const failureSwitches = z.object({
  /** Every request is rejected with 4001. */
  reject: off,
  /** No request is ever answered. */
  silent: off,
  /** Every network switch is rejected with 4902, even after the chain was added. */
  unknownChain: off,
  /** No account is shown, and connecting waits until the wallet is unlocked. */
  locked: off,
  /** The wallet does not support bundles of calls, as many wallets do not. */
  unknownBundles: off,
  /** Every bundle of calls is rejected with 5740. */
  refusedBundles: off,
  /** A network switch succeeds without changing the chain. */
  wrongChain: off,
  /** The wallet disconnects shortly after connecting, or immediately if it is connected. */
  disconnects: off,
  /** Answers have invalid shapes. */
  garbage: off,
  /** Every request is rejected with a bare string instead of an error. */
  throwsStrings: off,
  /** Immediately after connecting, the account changes to another one. */
  otherAccount: off,
  /** The wallet does not grant permissions, nor lists the capability. */
  noPermissions: off,
})

/** A failure switch of the wallet. */
export type FailureName = keyof Failures

/** The failure switches and their states. */
export type Failures = Readonly<z.output<typeof failureSwitches>>

/** The provider that a site sees (EIP-1193). */
export interface SandboxProvider {
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: (payload: unknown) => void): void
  removeListener(event: string, listener: (payload: unknown) => void): void
}

/** The state of the wallet for the panel. */
export interface WalletSnapshot {
  connected: boolean
  account: Address
  accounts: readonly Address[]
  /** Names of some accounts, by address. */
  names: Readonly<Record<string, string>>
  chainId: number
  chains: readonly WalletChain[]
  failures: Failures
}

/** The wallet: `provider` is for the site, the rest is for the user or a test that acts as the user. */
export interface SandboxWallet {
  provider: SandboxProvider
  failures: Failures
  setFailure(name: FailureName, on: boolean): void
  selectAccount(account: Address): void
  selectChain(chainId: number): void
  lock(): void
  unlock(): void
  disconnect(): void
  snapshot(): WalletSnapshot
  subscribe(watcher: () => void): () => void
}

/** Options of the wallet. `knows` lists the sandbox chains that it supports before a site adds more. */
export interface SandboxWalletOptions {
  chains: readonly SandboxChain[]
  approve: Approve<WalletQuestion>
  storage?: Pick<Storage, 'getItem' | 'setItem'>
  knows?: readonly number[]
  /** The wallet's accounts; the first one is selected initially. */
  accounts?: readonly WalletAccount[]
  origin?: string
}

const addedChain = z.object({ chainId: z.number(), name: z.string(), symbol: z.string(), rpcUrl: z.string() })
const walletState = z.object({
  connected: z.boolean(),
  account: address,
  chainId: z.number(),
  added: z.array(addedChain),
  failures: failureSwitches,
  bundles: z._default(keptBundles, {}),
  grants: z._default(keptGrants, []),
})
type WalletState = z.output<typeof walletState>

/** The saved state; `undefined` if another version saved it in a different format. */
function restore(saved: string | null | undefined) {
  try {
    return saved ? walletState.parse(JSON.parse(saved)) : undefined
  } catch {
    return undefined
  }
}

// The user can select it, but the wallet cannot reach it: for tests with a chain that the site does not support.
const ethereum: WalletChain = { chainId: 1, name: 'Ethereum', symbol: 'ETH', tokens: [] }

const nonsense: Record<string, unknown> = {
  eth_accounts: [42],
  eth_requestAccounts: [42],
  eth_chainId: 'banana',
  personal_sign: 'ok',
  eth_signTypedData_v4: 'ok',
  eth_sendTransaction: 'ok',
  wallet_sendCalls: 42,
  wallet_getCallsStatus: 'ok',
}

/** Creates the wallet. With `storage`, its state survives a reload, as with a real extension. */
export function createSandboxWallet(options: SandboxWalletOptions): SandboxWallet {
  const { chains, approve, storage, knows = [31337], accounts = walletAccounts } = options
  const origin = options.origin ?? globalThis.location?.origin ?? 'http://localhost'
  const watchers = new Set<() => void>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()

  let state: WalletState = restore(storage?.getItem(storageKey)) ?? {
    connected: false,
    account: firstAccount.address,
    chainId: knows[0] ?? ethereum.chainId,
    added: [],
    failures: failureSwitches.parse({}),
    bundles: {},
    grants: [],
  }

  const own = (chainId: number) => chains.find((chain) => chain.chainId === chainId)
  // A restarted sandbox chain has another port, so a running chain takes precedence over an added one.
  const known = (): WalletChain[] => [
    ...chains.filter(({ chainId }) => knows.includes(chainId)),
    ...state.added.map((chain) => own(chain.chainId) ?? { ...chain, tokens: [] }),
    ethereum,
  ]
  const find = (chainId: number) => known().find((chain) => chain.chainId === chainId)
  const active = () => find(state.chainId) ?? ethereum
  const accountOf = (address: Address) => accounts.find((account) => isAddressEqual(account.address, address))
  const shown = () => {
    if (!state.connected || state.failures.locked) return []
    // A site sees either the smart account alone, or the accounts with private keys together.
    const isSmart = accountOf(state.account)?.isSmart ?? false
    const others = accounts.filter((account) => !isSmart && !account.isSmart).map((account) => account.address)
    return [state.account, ...others.filter((account) => account !== state.account)]
  }
  const emit = (event: string, payload: unknown) => listeners.get(event)?.forEach((listener) => listener(payload))

  /** Every change goes through here. It is saved, and emitted to the site and the panel. */
  const change = (next: Partial<WalletState>) => {
    const [account] = shown()
    const { chainId } = state
    state = { ...state, ...next }
    storage?.setItem(storageKey, JSON.stringify(state))
    if (shown()[0] !== account) emit('accountsChanged', shown())
    if (state.chainId !== chainId) emit('chainChanged', toHex(state.chainId))
    watchers.forEach((watcher) => watcher())
  }

  const subscribe = (watcher: () => void) => {
    watchers.add(watcher)
    return () => void watchers.delete(watcher)
  }

  const rejected = () => new ProviderRpcError(rpcCodes.rejected, 'User rejected the request.')

  const ask = async (question: WalletQuestion) => {
    if (state.failures.silent) return new Promise<never>(() => undefined)
    // oxlint-disable-next-line no-throw-literal
    if (state.failures.throwsStrings) throw 'Popup closed'
    if (state.failures.reject) throw rejected()
    if (!(await approve({ ...question, origin }))) throw rejected()
  }

  const unsupported = (method: string) =>
    new ProviderRpcError(rpcCodes.unsupported, `The wallet doesn't support ${method}.`)

  const unlocked = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (state.failures.locked) return
        stop()
        resolve()
      }
      const stop = subscribe(look)
      look()
    })

  const disconnect = () => change({ connected: false })

  const breakOff = () => {
    if (!state.connected) return
    disconnect()
    emit('disconnect', new ProviderRpcError(rpcCodes.disconnected, 'The wallet disconnected.'))
  }

  const changeAccount = () => {
    const other = accounts.find((account) => account.address !== state.account)
    if (other) change({ account: other.address })
  }

  let asking: Promise<void> | undefined
  /** A second request while the user is being asked waits for the same answer. */
  const connect = () => {
    if (state.failures.silent) return ask({ kind: 'connect', details: { account: state.account } })
    asking ??= ask({ kind: 'connect', details: { account: state.account } })
      .then(() => {
        change({ connected: true })
        emit('connect', { chainId: toHex(state.chainId) })
        if (state.failures.otherAccount) setTimeout(changeAccount)
        if (state.failures.disconnects) setTimeout(breakOff, breakOffDelayMs)
      })
      .finally(() => (asking = undefined))
    return asking
  }

  const signer = (from: Address = state.account) => {
    const account = accountOf(from)
    if (account && shown().includes(account.address)) return account
    throw new ProviderRpcError(rpcCodes.unauthorized, `The site is not connected to ${from}.`)
  }

  const requireActive = (chainId: number | undefined) => {
    if (chainId === undefined || chainId === state.chainId) return
    const message = `Chain ${chainId} was meant, but the wallet is on chain ${state.chainId}.`
    throw new ProviderRpcError(rpcCodes.invalidParams, message)
  }

  const permissions = () =>
    [shown()]
      .filter((value) => value.length > 0)
      .map((value) => ({
        parentCapability: 'eth_accounts',
        invoker: origin,
        caveats: [{ type: 'restrictReturnedAccounts', value }],
      }))

  const bundles = bundleMethods({
    ask,
    signer,
    requireActive,
    active,
    known,
    failures: () => state.failures,
    kept: () => state.bundles,
    keep: (bundles) => change({ bundles }),
  })
  const grants = grantMethods({
    ask,
    signer,
    requireActive,
    active,
    known,
    isFailing: () => state.failures.noPermissions,
    kept: () => state.grants,
    keep: (grants) => change({ grants }),
  })

  const methods: Record<string, (params: unknown) => unknown> = {
    eth_accounts: shown,
    eth_chainId: () => toHex(state.chainId),
    wallet_getPermissions: permissions,
    ...bundles.methods,
    wallet_getCapabilities(params) {
      const [account] = read(paramsOf.wallet_getCapabilities, params)
      if (!shown().some((own) => isAddressEqual(own, account))) return {}
      const bundled = bundles.capabilities(params)
      const granted = grants.capabilities(params)
      const chainIds = new Set([...Object.keys(bundled), ...Object.keys(granted)])
      return Object.fromEntries([...chainIds].map((id) => [id, { ...bundled[id], ...granted[id] }]))
    },
    wallet_grantPermissions: grants.grant,

    async eth_requestAccounts() {
      await unlocked()
      if (!state.connected) await connect()
      return shown()
    },
    async wallet_requestPermissions(params) {
      read(paramsOf.permissions, params)
      await unlocked()
      await connect()
      return permissions()
    },
    async wallet_revokePermissions(params) {
      if (grants.isRevocation(params)) return grants.revoke(params)
      read(paramsOf.permissions, params)
      disconnect()
      return null
    },

    async wallet_switchEthereumChain(params) {
      const [{ chainId }] = read(paramsOf.wallet_switchEthereumChain, params)
      const chain = state.failures.unknownChain ? undefined : find(chainId)
      if (!chain) throw new ProviderRpcError(rpcCodes.unknownChain, `Unrecognized chain ID "${toHex(chainId)}".`)
      if (chainId === state.chainId) return null
      await ask({ kind: 'switch', details: { chainId, network: chain.name } })
      if (!state.failures.wrongChain) change({ chainId })
      return null
    },
    async wallet_addEthereumChain(params) {
      const [{ chainId, chainName: name, rpcUrls, nativeCurrency }] = read(paramsOf.wallet_addEthereumChain, params)
      const chain = { chainId, name, symbol: nativeCurrency.symbol, rpcUrl: rpcUrls[0] }
      if (find(chainId)) return null
      const answered = await callNode({ ...chain, tokens: [] }, 'eth_chainId')
      if (answered !== toHex(chainId)) {
        throw new ProviderRpcError(rpcCodes.invalidParams, `${chain.rpcUrl} is not chain ${chainId}.`)
      }
      await ask({ kind: 'add', details: { chainId, network: name, symbol: chain.symbol, rpcUrl: chain.rpcUrl } })
      change({ added: [...state.added, chain] })
      return null
    },

    async personal_sign(params) {
      const [data, from] = read(paramsOf.personal_sign, params)
      const account = signer(from)
      const chain = active()
      await ask({
        kind: 'sign',
        details: { account: account.address, message: isHex(data) ? hexToString(data) : data },
      })
      return account.signMessage(chain, isHex(data) ? { raw: data } : data)
    },
    async eth_signTypedData_v4(params) {
      const [from, document] = read(paramsOf.eth_signTypedData_v4, params)
      const account = signer(from)
      const typedData = readTypedData(document)
      requireActive(typedData.domain.chainId)
      const chain = active()
      const { primaryType, message } = typedData
      await ask({ kind: 'typedData', details: { account: account.address, primaryType, message } })
      return account.signTypedData(chain, typedData)
    },
    async eth_sendTransaction(params) {
      const [{ from, to, value, gas, nonce, chainId, ...rest }] = read(paramsOf.eth_sendTransaction, params)
      const account = signer(from)
      requireActive(chainId)
      const chain = active()
      const call = { from: account.address, to: to ?? undefined, value, data: rest.data ?? rest.input }
      await ask({ kind: 'transaction', details: describeTransaction(chain, call) })
      const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = rest
      return account.sendTransaction(chain, { ...call, gas, nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas })
    },
  }

  const isUnknown = (method: string) =>
    state.failures.unknownBundles && ['wallet_sendCalls', 'wallet_getCallsStatus'].includes(method)

  const provider: SandboxProvider = {
    async request({ method, params }) {
      if (state.failures.garbage && Object.hasOwn(nonsense, method)) return nonsense[method]
      const answer = Object.hasOwn(methods, method) && !isUnknown(method) ? methods[method] : undefined
      try {
        if (answer) return await answer(params)
        if (isRead(method)) return await callNode(active(), method, params)
      } catch (error) {
        throw asRpcError(error)
      }
      throw unsupported(method)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
    },
  }

  const setFailure = (name: FailureName, on: boolean) => {
    change({ failures: { ...state.failures, [name]: on } })
    if (state.failures.disconnects) breakOff()
  }

  return {
    provider,
    get failures() {
      return state.failures
    },
    setFailure,
    selectAccount(chosen) {
      const account = accountOf(chosen)
      if (!account) throw new Error(`The wallet has no account ${chosen}.`)
      change({ account: account.address })
    },
    selectChain(chainId) {
      if (!find(chainId)) throw new Error(`The wallet knows no chain ${chainId}.`)
      change({ chainId })
    },
    lock: () => setFailure('locked', true),
    unlock: () => setFailure('locked', false),
    disconnect,
    snapshot: () => ({
      connected: state.connected,
      account: state.account,
      accounts: accounts.map((account) => account.address),
      names: Object.fromEntries(
        accounts.filter(({ isSmart }) => isSmart).map(({ address }) => [address, 'A contract']),
      ),
      chainId: active().chainId,
      chains: known(),
      failures: state.failures,
    }),
    subscribe,
  }
}
