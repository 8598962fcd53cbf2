/** A working wallet: it signs with real keys, sends to the sandbox's chains, and can fail on demand. */
import { type Address, hexToString, isAddressEqual, isHex, toHex } from 'viem'
import * as z from 'zod/mini'
import { firstAccount } from '../accounts.ts'
import type { Approve } from '../approvals.ts'
import { bundleMethods, storedBundles } from './bundles.ts'
import type { SandboxChain } from './chains.ts'
import { asRpcError, callNode, isReadMethod } from './nodeRpc.ts'
import { address, paramsOf, parseParams, readTypedData } from './params.ts'
import { grantMethods, storedGrants } from './permissions.ts'
import { ProviderRpcError, rpcCodes } from '../providerRpcError.ts'
import { describeTransaction, type WalletChain, type WalletQuestion } from './questions.ts'
import { type WalletAccount, walletAccounts } from './walletAccounts.ts'

const storageKey = 'sandbox-wallet'
const disconnectDelayMs = 300

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
  subscribe(listener: () => void): () => void
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
  bundles: z._default(storedBundles, {}),
  grants: z._default(storedGrants, []),
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

const garbage: Record<string, unknown> = {
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
  const { chains, approve, storage, knows: supportedChainIds = [31337], accounts = walletAccounts } = options
  const origin = options.origin ?? globalThis.location?.origin ?? 'http://localhost'
  const subscribers = new Set<() => void>()
  const listeners = new Map<string, Set<(payload: unknown) => void>>()

  let state: WalletState = restore(storage?.getItem(storageKey)) ?? {
    connected: false,
    account: firstAccount.address,
    chainId: supportedChainIds[0] ?? ethereum.chainId,
    added: [],
    failures: failureSwitches.parse({}),
    bundles: {},
    grants: [],
  }

  const findSandboxChain = (chainId: number) => chains.find((chain) => chain.chainId === chainId)
  // A restarted sandbox chain has another port, so a running chain takes precedence over an added one.
  const supportedChains = (): WalletChain[] => [
    ...chains.filter(({ chainId }) => supportedChainIds.includes(chainId)),
    ...state.added.map((chain) => findSandboxChain(chain.chainId) ?? { ...chain, tokens: [] }),
    ethereum,
  ]
  const findChain = (chainId: number) => supportedChains().find((chain) => chain.chainId === chainId)
  const activeChain = () => findChain(state.chainId) ?? ethereum
  const findAccount = (address: Address) => accounts.find((account) => isAddressEqual(account.address, address))
  const siteAccounts = () => {
    if (!state.connected || state.failures.locked) return []
    // A site sees either the smart account alone, or the accounts with private keys together.
    const isSmart = findAccount(state.account)?.isSmart ?? false
    const others = accounts.filter((account) => !isSmart && !account.isSmart).map((account) => account.address)
    return [state.account, ...others.filter((account) => account !== state.account)]
  }
  const emit = (event: string, payload: unknown) => listeners.get(event)?.forEach((listener) => listener(payload))

  /** Every change goes through here. It is saved, and emitted to the site and the panel. */
  const change = (changes: Partial<WalletState>) => {
    const [account] = siteAccounts()
    const { chainId } = state
    state = { ...state, ...changes }
    storage?.setItem(storageKey, JSON.stringify(state))
    if (siteAccounts()[0] !== account) emit('accountsChanged', siteAccounts())
    if (state.chainId !== chainId) emit('chainChanged', toHex(state.chainId))
    subscribers.forEach((subscriber) => subscriber())
  }

  const subscribe = (listener: () => void) => {
    subscribers.add(listener)
    return () => void subscribers.delete(listener)
  }

  const rejectedError = () => new ProviderRpcError(rpcCodes.rejected, 'User rejected the request.')

  const requestApproval = async (request: WalletQuestion) => {
    if (state.failures.silent) return new Promise<never>(() => undefined)
    // oxlint-disable-next-line no-throw-literal
    if (state.failures.throwsStrings) throw 'Popup closed'
    if (state.failures.reject) throw rejectedError()
    if (!(await approve({ ...request, origin }))) throw rejectedError()
  }

  const unsupportedError = (method: string) =>
    new ProviderRpcError(rpcCodes.unsupported, `The wallet doesn't support ${method}.`)

  const waitUntilUnlocked = () =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (state.failures.locked) return
        stop()
        resolve()
      }
      const stop = subscribe(check)
      check()
    })

  const disconnect = () => change({ connected: false })

  const disconnectWithEvent = () => {
    if (!state.connected) return
    disconnect()
    emit('disconnect', new ProviderRpcError(rpcCodes.disconnected, 'The wallet disconnected.'))
  }

  const changeAccount = () => {
    const other = accounts.find((account) => account.address !== state.account)
    if (other) change({ account: other.address })
  }

  let connecting: Promise<void> | undefined
  /** A second request during a pending prompt waits for the same result. */
  const connect = () => {
    if (state.failures.silent) return requestApproval({ kind: 'connect', details: { account: state.account } })
    connecting ??= requestApproval({ kind: 'connect', details: { account: state.account } })
      .then(() => {
        change({ connected: true })
        emit('connect', { chainId: toHex(state.chainId) })
        if (state.failures.otherAccount) setTimeout(changeAccount)
        if (state.failures.disconnects) setTimeout(disconnectWithEvent, disconnectDelayMs)
      })
      .finally(() => (connecting = undefined))
    return connecting
  }

  const requireSigner = (from: Address = state.account) => {
    const account = findAccount(from)
    if (account && siteAccounts().includes(account.address)) return account
    throw new ProviderRpcError(rpcCodes.unauthorized, `The site is not connected to ${from}.`)
  }

  const requireActive = (chainId: number | undefined) => {
    if (chainId === undefined || chainId === state.chainId) return
    const message = `Chain ${chainId} was meant, but the wallet is on chain ${state.chainId}.`
    throw new ProviderRpcError(rpcCodes.invalidParams, message)
  }

  const permissions = () =>
    [siteAccounts()]
      .filter((value) => value.length > 0)
      .map((value) => ({
        parentCapability: 'eth_accounts',
        invoker: origin,
        caveats: [{ type: 'restrictReturnedAccounts', value }],
      }))

  const bundles = bundleMethods({
    requestApproval,
    requireSigner,
    requireActive,
    activeChain,
    chains: supportedChains,
    failures: () => state.failures,
    storedBundles: () => state.bundles,
    storeBundles: (bundles) => change({ bundles }),
  })
  const grants = grantMethods({
    requestApproval,
    requireSigner,
    requireActive,
    activeChain,
    chains: supportedChains,
    isFailing: () => state.failures.noPermissions,
    storedGrants: () => state.grants,
    storeGrants: (grants) => change({ grants }),
  })

  const methods: Record<string, (params: unknown) => unknown> = {
    eth_accounts: siteAccounts,
    eth_chainId: () => toHex(state.chainId),
    wallet_getPermissions: permissions,
    ...bundles.methods,
    wallet_getCapabilities(params) {
      const [account] = parseParams(paramsOf.wallet_getCapabilities, params)
      if (!siteAccounts().some((siteAccount) => isAddressEqual(siteAccount, account))) return {}
      const bundleCapabilities = bundles.capabilities(params)
      const grantCapabilities = grants.capabilities(params)
      const chainIds = new Set([...Object.keys(bundleCapabilities), ...Object.keys(grantCapabilities)])
      return Object.fromEntries(
        [...chainIds].map((id) => [id, { ...bundleCapabilities[id], ...grantCapabilities[id] }]),
      )
    },
    wallet_grantPermissions: grants.grant,

    async eth_requestAccounts() {
      await waitUntilUnlocked()
      if (!state.connected) await connect()
      return siteAccounts()
    },
    async wallet_requestPermissions(params) {
      parseParams(paramsOf.permissions, params)
      await waitUntilUnlocked()
      await connect()
      return permissions()
    },
    async wallet_revokePermissions(params) {
      if (grants.isRevocation(params)) return grants.revoke(params)
      parseParams(paramsOf.permissions, params)
      disconnect()
      return null
    },

    async wallet_switchEthereumChain(params) {
      const [{ chainId }] = parseParams(paramsOf.wallet_switchEthereumChain, params)
      const chain = state.failures.unknownChain ? undefined : findChain(chainId)
      if (!chain) throw new ProviderRpcError(rpcCodes.unknownChain, `Unrecognized chain ID "${toHex(chainId)}".`)
      if (chainId === state.chainId) return null
      await requestApproval({ kind: 'switch', details: { chainId, network: chain.name } })
      if (!state.failures.wrongChain) change({ chainId })
      return null
    },
    async wallet_addEthereumChain(params) {
      const [{ chainId, chainName: name, rpcUrls, nativeCurrency }] = parseParams(
        paramsOf.wallet_addEthereumChain,
        params,
      )
      const chain = { chainId, name, symbol: nativeCurrency.symbol, rpcUrl: rpcUrls[0] }
      if (findChain(chainId)) return null
      const reportedChainId = await callNode({ ...chain, tokens: [] }, 'eth_chainId')
      if (reportedChainId !== toHex(chainId)) {
        throw new ProviderRpcError(rpcCodes.invalidParams, `${chain.rpcUrl} is not chain ${chainId}.`)
      }
      await requestApproval({
        kind: 'add',
        details: { chainId, network: name, symbol: chain.symbol, rpcUrl: chain.rpcUrl },
      })
      change({ added: [...state.added, chain] })
      return null
    },

    async personal_sign(params) {
      const [data, from] = parseParams(paramsOf.personal_sign, params)
      const account = requireSigner(from)
      const chain = activeChain()
      await requestApproval({
        kind: 'sign',
        details: { account: account.address, message: isHex(data) ? hexToString(data) : data },
      })
      return account.signMessage(chain, isHex(data) ? { raw: data } : data)
    },
    async eth_signTypedData_v4(params) {
      const [from, document] = parseParams(paramsOf.eth_signTypedData_v4, params)
      const account = requireSigner(from)
      const typedData = readTypedData(document)
      requireActive(typedData.domain.chainId)
      const chain = activeChain()
      const { primaryType, message } = typedData
      await requestApproval({ kind: 'typedData', details: { account: account.address, primaryType, message } })
      return account.signTypedData(chain, typedData)
    },
    async eth_sendTransaction(params) {
      const [{ from, to, value, gas, nonce, chainId, ...rest }] = parseParams(paramsOf.eth_sendTransaction, params)
      const account = requireSigner(from)
      requireActive(chainId)
      const chain = activeChain()
      const call = { from: account.address, to: to ?? undefined, value, data: rest.data ?? rest.input }
      await requestApproval({ kind: 'transaction', details: describeTransaction(chain, call) })
      const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = rest
      return account.sendTransaction(chain, { ...call, gas, nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas })
    },
  }

  const isHidden = (method: string) =>
    state.failures.unknownBundles && ['wallet_sendCalls', 'wallet_getCallsStatus'].includes(method)

  const provider: SandboxProvider = {
    async request({ method, params }) {
      if (state.failures.garbage && Object.hasOwn(garbage, method)) return garbage[method]
      const handler = Object.hasOwn(methods, method) && !isHidden(method) ? methods[method] : undefined
      try {
        if (handler) return await handler(params)
        if (isReadMethod(method)) return await callNode(activeChain(), method, params)
      } catch (error) {
        throw asRpcError(error)
      }
      throw unsupportedError(method)
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
    if (state.failures.disconnects) disconnectWithEvent()
  }

  return {
    provider,
    get failures() {
      return state.failures
    },
    setFailure,
    selectAccount(address) {
      const account = findAccount(address)
      if (!account) throw new Error(`The wallet has no account ${address}.`)
      change({ account: account.address })
    },
    selectChain(chainId) {
      if (!findChain(chainId)) throw new Error(`The wallet knows no chain ${chainId}.`)
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
      chainId: activeChain().chainId,
      chains: supportedChains(),
      failures: state.failures,
    }),
    subscribe,
  }
}
