/** The public interface of an instance, and the part of it that its actions use. */
import type { InspectionEvent } from 'xstate'
import type { ActorName, Command, Directory, AlwaysRunningName, LazyName } from './directory.ts'
import type { ApprovedNetworks, ConnectionOf } from '../../machines/shared/account.types.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { CallsStatus, Capabilities, SentCalls } from '../../machines/calls/calls.types.ts'
import type { Configuration } from '../../machines/project/configuration.types.ts'
import type { Namespace, NetworkId } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import type { RefOf } from '../../machines/core/contract.ts'
import type { AfterRequest } from '../../machines/wallet-requests/requests.contract.ts'
import type { RpcCall } from '../../machines/wallet-requests/walletRequest.types.ts'
import type { GrantedPermissions, PermissionRequest } from '../../machines/smart-sessions/smartSession.types.ts'
import type { PaymentRequest, PaymentResult } from '../../machines/pay/payment.types.ts'
import type { SignInSession } from '../../machines/sign-in/signIn.types.ts'
import type { Receipt } from '../../machines/transactions/transaction.contract.ts'
import type { SwapRequest } from '../../machines/swap/swap.types.ts'
import type { ViewName } from '../../machines/shell/view.types.ts'
import type { AccountState } from '../account/accounts.ts'
import type { SignInState } from '../sign-in/signInState.ts'
import type { IconId } from '../icons/iconStore.ts'
import type { NetworkChoice } from '../network/networks.ts'
import type { Ports } from './ports.ts'
import type { EthereumProvider } from '../provider/ethereumProvider.ts'
import type { CallsRequest, TransactionRequest } from '../wallet-requests/encodeRequest.ts'
import type { TypedData } from '../chains/eip155/typedData.ts'

export interface NetworkState extends ApprovedNetworks {
  network: Network
  networkId: NetworkId
  /** The numeric chain id that EVM libraries use; `undefined` in other namespaces. */
  chainId: number | undefined
  /** Whether the active network is one of `networks`. */
  isSupported: boolean
}

export interface LatchkeyState {
  isOpen: boolean
  /** Whether a wallet is connecting, the network is switching, or a transfer is being sent. */
  isLoading: boolean
  account: AccountState
  network: NetworkState
  signIn: SignInState
}

/** Options of `open`: the view and the namespace. The initial values of a swap are valid with the view `Swap` only. */
export type OpenOptions = { namespace?: Namespace } & (
  | ({ view: 'Swap' } & SwapRequest)
  | ({ view?: ViewName } & { readonly [Key in keyof SwapRequest]?: never })
)

export interface ConnectOptions<Of extends Namespace = Namespace> {
  /** The wallet. Without it, the modal opens and the user selects one. */
  connectorId?: string
  namespace?: Of
  /** Cancels the call. */
  signal?: AbortSignal
}

export interface WaitForTransactionReceiptOptions {
  /** The network that the transaction was sent on, as a CAIP-2 id. Default: the active network. */
  networkId?: NetworkId
  /** Cancels the call. */
  signal?: AbortSignal
}

/** The loading status of the state machines' code. `idle`: nothing has requested it yet. */
export type EngineStatus = 'idle' | 'loading' | 'ready' | 'failed'

/** Start and stop an instance, and load its state machines. */
export interface LifecycleActions {
  readonly configuration: Configuration
  /** Starts the instance, or increments its start count. Returns a function that undoes this call. */
  start(): () => void
  /** Decrements the start count. At zero, the instance stops and pending calls end as `cancelled`. */
  stop(): void
  /**
   * Loads the state machines now instead of when the page is idle, and resolves once they are loaded. Other calls load them as well, and
   * are processed in order. Fails with `feature.notLoaded`; you can then call it again.
   */
  ready(options?: { signal?: AbortSignal }): Promise<Outcome<undefined>>
  /** The loading status of the state machines. */
  status(): EngineStatus
  /** Calls the listener when the loading status changes. Returns a function that unsubscribes. */
  watchStatus(listener: () => void): () => void
}

/** Connect and disconnect wallets, with the modal or without it. */
export interface ConnectionActions {
  /**
   * Connects the wallet `connectorId`. Without it, opens the modal and connects the wallet that the user selects, in `namespace` if given.
   * The first response of a wallet settles the outcome, also a refusal, although the modal still offers a retry. Otherwise resolves when
   * the modal closes (an embedded modal: when it returns to its initial view), or after `timeouts.chooseMs` with `expired`.
   */
  connect<Of extends Namespace = Namespace>(options?: ConnectOptions<Of>): Promise<Outcome<ConnectionOf<Of>>>
  /** Disconnects one namespace, or all. The app is disconnected in any case; fails with all reasons if wallets could not be notified. */
  disconnect(options?: { namespace?: Namespace }): Promise<Outcome<undefined>>
  /**
   * Opens the modal, and resolves once it is open. To wait for a wallet, use `connect`. The view `Swap` accepts initial values: tokens by
   * symbol, name or address, and an amount as decimal text.
   */
  open(options?: OpenOptions): Promise<Outcome<undefined>>
  /** Closes the modal; an embedded modal returns to its initial view. Has no effect while a view locks the modal. */
  close(): void
}

/** Read and observe the account and the network, and switch the network. */
export interface AccountActions {
  /** Returns the account of a namespace, by default the active network's. For `eip155` it has the types of EVM libraries. */
  getAccount<Of extends Namespace = Namespace>(namespace?: Of): AccountState<Of>
  /** Returns the active network, whether it is one of `networks`, and which networks the wallet of its namespace supports. */
  getNetwork(): NetworkState
  /**
   * Calls the listener immediately, and on each change of `LatchkeyState`, such as the account or the network. Returns a function that
   * unsubscribes. An instance is therefore a valid Svelte store.
   */
  subscribe(listener: (state: LatchkeyState) => void): () => void
  /** Switches to a network, given as a network, its CAIP-2 id, or the number of an `eip155` chain. */
  switchNetwork(network: NetworkChoice, options?: { signal?: AbortSignal }): Promise<Outcome<NetworkId>>
  /**
   * Returns the URL of a network's image: your own, or else the API's. The API's is `undefined` until the first request to the API, so
   * that no image of the API is loaded before the user interacts with the modal.
   */
  networkImage(network: Network): string | undefined
}

/** Show the icons of the option `icons`. */
export interface IconActions {
  /** Returns the icon as a data URL, `null` if there is none, or `undefined` before it is loaded. Loads nothing: see `watchIcon`. */
  getIcon(id: IconId): string | null | undefined
  /** Loads the icon, and calls the listener when `getIcon` returns another value. Returns a function that unsubscribes. */
  watchIcon(id: IconId, listener: () => void): () => void
}

/** Send requests to the connected wallet. */
export interface WalletActions {
  /** Asks the wallet to sign a text, or raw bytes as 0x hex (EIP-191). Resolves to the signature as 0x hex. */
  signMessage(
    message: string | { raw: `0x${string}` },
    options?: { signal?: AbortSignal },
  ): Promise<Outcome<`0x${string}`>>
  /** Asks the wallet to sign structured data (EIP-712). Resolves to the signature as 0x hex. Fails with `request.invalid` if it is invalid. */
  signTypedData(typedData: TypedData, options?: { signal?: AbortSignal }): Promise<Outcome<`0x${string}`>>
  /** Asks the wallet to send an EVM transaction. Resolves to its hash. `value` is in wei. */
  sendTransaction(transaction: TransactionRequest, options?: { signal?: AbortSignal }): Promise<Outcome<`0x${string}`>>
  /**
   * Waits until a transaction is confirmed, on any chain. Resolves with `done` also if it was reverted or replaced: check `value.status`.
   * Resolves with `expired` if it is not confirmed within `timeouts.receiptMs`, or after 99 polls with `watchPendingTransactions`.
   */
  waitForTransactionReceipt(hash: string, options?: WaitForTransactionReceiptOptions): Promise<Outcome<Receipt>>
  /**
   * Asks the wallet to send a bundle of EVM calls (EIP-5792). Resolves to the id of the bundle; the actor `calls:<id>` tracks its status.
   * `value` is in wei.
   */
  sendCalls(bundle: CallsRequest, options?: { signal?: AbortSignal }): Promise<Outcome<SentCalls>>
  /** Returns the current status of a bundle of calls. */
  getCallsStatus(id: string, options?: { signal?: AbortSignal }): Promise<Outcome<CallsStatus>>
  /**
   * Waits for the final status of a bundle of calls, and resolves with `done` whatever that status is. Resolves with `expired` after 99
   * polls, which take about 48 minutes while the page is visible.
   */
  waitForCalls(id: string, options?: { signal?: AbortSignal }): Promise<Outcome<CallsStatus>>
  /** Returns the wallet's capabilities (EIP-5792) by chain id. The key 0 holds those of all chains. */
  getCapabilities(options?: {
    chainIds?: readonly number[]
    signal?: AbortSignal
  }): Promise<Outcome<Readonly<Record<number, Capabilities>>>>
  /**
   * Sends a JSON-RPC request to the connected wallet. The modal shows requests that need the user's approval; `onEnd` sets where the modal
   * goes afterwards. A method that is neither known nor in `methods` fails with `request.notAllowed`.
   */
  request(
    call: RpcCall,
    options?: { namespace?: Namespace; signal?: AbortSignal; onEnd?: AfterRequest },
  ): Promise<Outcome<unknown>>
  /** Returns an EIP-1193 provider, for example for viem, ethers or wagmi. */
  getProvider(namespace: 'eip155'): EthereumProvider
}

/** Sign the user in with a signature. */
export interface SignInActions {
  /**
   * Asks the user to sign in with a signature of the active account. Resolves at once if the account is already signed in. Fails with
   * `feature.off` if neither `siwx` nor `siweConfig` is set.
   */
  signIn(options?: { signal?: AbortSignal }): Promise<Outcome<SignInSession>>
  /** Signs out. If sign-in is required, also disconnects the wallets. */
  signOut(options?: { signal?: AbortSignal }): Promise<Outcome<undefined>>
  /** Returns the sign-in state of the active account. */
  getSignIn(): SignInState
}

/** Request payments, and permissions that last. */
export interface PermissionActions {
  /**
   * With `features: { pay: true }`: requests a payment from the user, with the connected wallet or at an exchange. Resolves with `done` once
   * it is paid; `isVerified` is true if the payment was verified on the chain. Resolves with `cancelled` if the user closes the modal; the
   * actor `pay` emits `pay.reported` if the payment is made nevertheless.
   */
  pay(request: PaymentRequest, options?: { signal?: AbortSignal }): Promise<Outcome<PaymentResult>>
  /**
   * Experimental, with `features: { smartSessions: true }`: asks the wallet to grant permissions to the app (EIP-7715), with limits and an
   * expiry. Resolves to the granted permissions; `context` is the session id. The grant is validated, and a wallet that does not support
   * the permissions is not asked.
   */
  grantPermissions(request: PermissionRequest, options?: { signal?: AbortSignal }): Promise<Outcome<GrantedPermissions>>
  /** Asks the wallet to revoke a smart session, by its id. */
  revokeSession(pci: string, options?: { signal?: AbortSignal }): Promise<Outcome<undefined>>
}

/** Access the actors of the state machines. */
export interface ActorActions {
  /**
   * Returns the actor of a machine that always runs, to subscribe to it, read it, or send to it. `name`: a machine, such as `theme` or
   * `namespace:eip155`. For machines that do not always run, use `find` or `watch`.
   */
  actor<Name extends AlwaysRunningName>(name: Name): RefOf<Directory[Name]>
  /**
   * Returns the actor of a machine. `name`: a machine, such as `theme`, `send` or `namespace:eip155`. Returns `undefined` while that machine
   * is not running.
   */
  find<Name extends ActorName>(name: Name): RefOf<Directory[Name]> | undefined
  /**
   * Calls the listener with the actor of a machine, now and whenever it starts or stops. `name`: a machine, such as `theme`, `send` or
   * `namespace:eip155`. The listener receives `undefined` while that machine is not running. Returns a function that unsubscribes.
   */
  watch<Name extends ActorName>(name: Name, listener: (ref: RefOf<Directory[Name]> | undefined) => void): () => void
  /**
   * Loads a feature that is not part of the initial code, and resolves to its actor. Fails if the code cannot be loaded; you can then call
   * it again. Sending a command to the feature, or opening one of its views, also loads it.
   */
  load<Name extends LazyName>(name: Name, options?: { signal?: AbortSignal }): Promise<Outcome<RefOf<Directory[Name]>>>
  /** Sends an event to the machine named by the prefix of `type`: `theme.set` goes to `theme`. Loads that machine if necessary. */
  dispatch(command: Command): void
  /** Calls the observer with the inspection events of all actors. Returns a function that unsubscribes. */
  inspect(observer: (event: InspectionEvent) => void): () => void
  /** Returns an actor in its initial state, as the server renders it and the browser first shows it during hydration. */
  initial<Name extends ActorName>(name: Name): RefOf<Directory[Name]> | undefined
  /** Returns the name of the feature that a view belongs to; `undefined` for views that need no loading. */
  featureOf(view: ViewName): LazyName | undefined
}

/** A Latchkey instance. It has no side effects before `start`. */
export interface Latchkey
  extends
    LifecycleActions,
    ConnectionActions,
    AccountActions,
    IconActions,
    WalletActions,
    SignInActions,
    PermissionActions,
    ActorActions {}

/** The part of an instance that its actions use. */
export interface Instance extends Pick<Latchkey, 'configuration' | 'actor' | 'find' | 'watch'> {
  /** The names of the namespace actors. */
  readonly namespaces: readonly `namespace:${Namespace}`[]
  readonly ports: Ports
  started(): boolean
  /** Returns the network with the API's RPC node added. */
  viaGateway(network: Network): Network
}
