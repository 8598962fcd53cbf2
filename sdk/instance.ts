/** An instance: as a page sees it, and as its actions do. */
import type { InspectionEvent } from 'xstate'
import type { ActorName, Command, Directory, LastingName, LazyName } from './directory.ts'
import type { ApprovedNetworks, ConnectionIn } from '../machines/entities/account.ts'
import type { Outcome } from '../machines/entities/attempt.ts'
import type { CallsStatus, Capabilities, SentCalls } from '../machines/entities/calls.ts'
import type { Configuration } from '../machines/entities/configuration.ts'
import type { Namespace, NetworkId } from '../machines/entities/namespace.ts'
import type { Network } from '../machines/entities/network.ts'
import type { RefOf } from '../machines/kit/contract.ts'
import type { OnEnd } from '../machines/requests/requests.contract.ts'
import type { RpcCall } from '../machines/entities/question.ts'
import type { GrantedPermissions, PermissionRequest } from '../machines/entities/smartSession.ts'
import type { PaymentRequest, PaymentResult } from '../machines/entities/payment.ts'
import type { SignInSession } from '../machines/entities/signIn.ts'
import type { SwapWish } from '../machines/entities/swap.ts'
import type { ViewName } from '../machines/entities/view.ts'
import type { AccountState } from './accounts.ts'
import type { SignInState } from './signInState.ts'
import type { NetworkChoice } from './networks.ts'
import type { Ports } from './ports.ts'
import type { EthereumProvider } from './ethereumProvider.ts'
import type { CallsRequest, TransactionRequest } from './requests.ts'

export interface NetworkState extends ApprovedNetworks {
  network: Network
  networkId: NetworkId
  /** Its number, as EVM libraries want it; nothing in other namespaces. */
  chainId: number | undefined
  /** The site offers the network that is active. */
  supported: boolean
}

export interface LatchkeyState {
  open: boolean
  /** What the modal stands for is under way: a wallet connects, the network is switched, or a transfer is sent. */
  loading: boolean
  account: AccountState
  network: NetworkState
  signIn: SignInState
}

/** Where the modal is opened, for which namespace; with the draft of a swap in its view alone. */
export type Opening<Of extends Namespace = Namespace> = { namespace?: Of } & (
  | ({ view: 'Swap' } & SwapWish)
  | ({ view?: ViewName } & { readonly [Key in keyof SwapWish]?: never })
)

/** What became of the machines' code: `idle` before anything needs it. */
export type EngineStatus = 'idle' | 'loading' | 'ready' | 'failed'

/** One wallet connection for one page. It does nothing before `start`. */
export interface Latchkey {
  readonly configuration: Configuration
  /** Starts the machines, or counts one more who needs them. Returns what undoes it. */
  start(): () => void
  /** Counts one fewer; the last one stops everything. What was pending ends as cancelled. */
  stop(): void
  /**
   * Has the machines loaded now, not when the page is idle; resolves once they are there. What is asked of an instance loads them as
   * well, and is answered in its order. Failed with `feature.notLoaded`, which may be tried again.
   */
  ready(options?: { signal?: AbortSignal }): Promise<Outcome<undefined>>
  /** Whether the machines are there. */
  status(): EngineStatus
  /** Hears that it is another one. */
  watchStatus(heard: () => void): () => void

  /** A machine by name: subscribe to it, read it, send to it. Services are always there. */
  actor<Name extends LastingName>(name: Name): RefOf<Directory[Name]>
  /** A flow or an item, which come and go; nothing while it is not there. */
  find<Name extends ActorName>(name: Name): RefOf<Directory[Name]> | undefined
  /**
   * A feature that is there only once it is asked for. Resolves to its machine; failed where its code could not be loaded, which
   * may be tried again. A command for it, and any of its views, loads it too.
   */
  load<Name extends LazyName>(name: Name, options?: { signal?: AbortSignal }): Promise<Outcome<RefOf<Directory[Name]>>>
  /** The feature that is loaded for a view; nothing for views of what is always there. */
  featureOf(view: ViewName): LazyName | undefined
  /** A machine as it is before any start: what a server renders, and a page that takes that over shows first. */
  initial<Name extends ActorName>(name: Name): RefOf<Directory[Name]> | undefined
  /** Hears of an actor: now, and whenever it comes or goes. */
  watch<Name extends ActorName>(name: Name, heard: (ref: RefOf<Directory[Name]> | undefined) => void): () => void
  /** Sends a command to the service that its first word names. */
  send(command: Command): void

  /**
   * Opens the modal; resolves when it is closed again, or at rest in its page: done when somebody is connected then. It
   * resolves before with what a wallet that the visitor chooses in it answers, and after `timeouts.chooseMs` as expired. The view `Swap`
   * alone takes a draft to begin with: tokens by symbol, name or address, and an amount as decimal text.
   */
  open<Of extends Namespace = Namespace>(options?: Opening<Of>): Promise<Outcome<ConnectionIn<Of>>>
  /** Closes the modal; where it is part of the page, it comes to rest. What locks it keeps it open. */
  close(): void
  /**
   * Connects a wallet: the named one, or whichever the visitor chooses in the modal, for a namespace where one is named.
   * The first answer of a wallet counts, a no as well; the modal may offer to try again all the same.
   */
  connect<Of extends Namespace = Namespace>(options?: {
    connectorId?: string
    namespace?: Of
    signal?: AbortSignal
  }): Promise<Outcome<ConnectionIn<Of>>>
  /** Disconnects one namespace, or all. Failed, with every reason, when wallets could not be told; the page is disconnected even so. */
  disconnect(options?: { namespace?: Namespace }): Promise<Outcome<undefined>>
  /** Makes another network the active one: by what it is, by its CAIP-2 id, or by the number of a chain of eip155. */
  switchNetwork(network: NetworkChoice, options?: { signal?: AbortSignal }): Promise<Outcome<NetworkId>>
  /**
   * Has the visitor sign in with the active account, by a signature: done at once where that has happened. Fails with
   * `feature.off` where the site has no `siwx` and no `siweConfig` [1.3].
   */
  signIn(options?: { signal?: AbortSignal }): Promise<Outcome<SignInSession>>
  /** Ends the sign-ins of this page; where they are required, the wallets are left as well. */
  signOut(options?: { signal?: AbortSignal }): Promise<Outcome<undefined>>
  /** Signs a text, or raw bytes as 0x hex, by EIP-191. Resolves to the 0x signature. */
  signMessage(
    message: string | { raw: `0x${string}` },
    options?: { signal?: AbortSignal },
  ): Promise<Outcome<`0x${string}`>>
  /** Asks the wallet to send an EVM transaction. Resolves to its hash. `value` is in wei. */
  sendTransaction(transaction: TransactionRequest, options?: { signal?: AbortSignal }): Promise<Outcome<`0x${string}`>>
  /**
   * Asks the wallet to do several EVM calls as one (EIP-5792). Resolves to the id of the bundle, whose item `calls:<id>` follows what
   * becomes of it. `value` is in wei.
   */
  sendCalls(bundle: CallsRequest, options?: { signal?: AbortSignal }): Promise<Outcome<SentCalls>>
  /** What became of such a bundle, as it is known now. */
  getCallsStatus(id: string, options?: { signal?: AbortSignal }): Promise<Outcome<CallsStatus>>
  /**
   * The end of such a bundle: done once nothing more becomes of it, whatever that is; expired after 99 looks, which take about 48
   * minutes of a page that can be seen.
   */
  waitForCalls(id: string, options?: { signal?: AbortSignal }): Promise<Outcome<CallsStatus>>
  /** What the wallet can do beside the calls of a bundle, by chain; under 0 what it can do on each. */
  getCapabilities(options?: {
    chainIds?: readonly number[]
    signal?: AbortSignal
  }): Promise<Outcome<Readonly<Record<number, Capabilities>>>>
  /**
   * Experimental, with `features: { smartSessions: true }`: has the wallet allow the page something for good (EIP-7715), within limits and
   * until a moment. Resolves to what was granted; `context` is the session's id. Nothing of it is believed unseen, and a wallet that
   * cannot grant it is not asked [1.9].
   */
  grantPermissions(request: PermissionRequest, options?: { signal?: AbortSignal }): Promise<Outcome<GrantedPermissions>>
  /** Has the wallet take such a session back, by its id. */
  revokeSession(pci: string, options?: { signal?: AbortSignal }): Promise<Outcome<undefined>>
  /**
   * With `features: { pay: true }`: asks the visitor for a payment, by the wallet that is connected or at an exchange. Done once it is
   * paid; `isVerified` says whether the chain itself was seen to say so. It ends as cancelled where the visitor closes the modal; what was
   * paid all the same is told by `pay.reported`.
   */
  pay(request: PaymentRequest, options?: { signal?: AbortSignal }): Promise<Outcome<PaymentResult>>
  /**
   * Asks the connected wallet. What the visitor decides is shown in the modal beside it; `onEnd` says where the modal goes afterwards. A
   * method that is not known, and none of the site's own `methods`, fails with `request.notAllowed` [5.20].
   */
  request(
    call: RpcCall,
    options?: { namespace?: Namespace; signal?: AbortSignal; onEnd?: OnEnd },
  ): Promise<Outcome<unknown>>
  /** An EIP-1193 provider that viem, ethers and wagmi take as it is. */
  getProvider(namespace: 'eip155'): EthereumProvider
  /** The account in a namespace, by default the active network's. With `eip155` its address and chain are as EVM libraries have them. */
  getAccount<Of extends Namespace = Namespace>(namespace?: Of): AccountState<Of>
  /** The active network, whether the site offers it, and which ones its namespace's wallet serves. */
  getNetwork(): NetworkState
  /** Whether the active account is signed in. */
  getSignIn(): SignInState
  /**
   * The URL of a network's picture: the site's own, else the API's, which is known once the API was asked for
   * anything. No picture of the API is so loaded before the visitor acts.
   */
  networkImage(network: Network): string | undefined
  /** Hears every change of the account, the network and whether the modal is open. */
  subscribe(heard: (state: LatchkeyState) => void): () => void
  /** Sees every event and state of every machine: for inspectors. */
  inspect(seen: (event: InspectionEvent) => void): () => void
}

/** What the actions of an instance are done on. */
export interface Instance extends Pick<Latchkey, 'configuration' | 'actor' | 'find' | 'watch'> {
  /** The actors of the site's namespaces. */
  readonly namespaces: readonly `namespace:${Namespace}`[]
  readonly ports: Ports
  started(): boolean
  /** A network of the site, with the API's node beside its own. */
  viaGateway(network: Network): Network
}
