import { useSelector } from '@xstate/react'
import { createContext, useCallback, useContext, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  type AccountState,
  type ActorName,
  type BalanceStatus,
  type Command,
  type Connector,
  type Directory,
  type EngineStatus,
  type LazyName,
  type Latchkey,
  type LatchkeyError,
  type Namespace,
  type Network,
  type NetworkId,
  type NetworkState,
  type Outcome,
  type RefOf,
  type SentCalls,
  type ServiceName,
  type SignInState,
  type SnapshotOf,
  type TokenBalance,
  type ViewName,
} from '../../sdk/index.ts'
import {
  accountOf,
  approvedBy,
  balanceStatusOf,
  chainIdOf,
  networkOrUnsupported,
  signInStateOf,
} from '../../sdk/skin.ts'

/** Holds the instance of `<LatchkeyProvider>`. */
export const LatchkeyContext = createContext<Latchkey | undefined>(undefined)

/** A running actor by name. Always defined for a service; `undefined` while a flow or an item does not run. */
export type LiveRef<Name extends ActorName> = Name extends ServiceName
  ? RefOf<Directory[Name]>
  : RefOf<Directory[Name]> | undefined

/** The snapshot of an actor. Always defined for a service; `undefined` while a flow or an item does not run. */
export type LiveSnapshot<Name extends ActorName> = Name extends ServiceName
  ? SnapshotOf<Directory[Name]>
  : SnapshotOf<Directory[Name]> | undefined

/**
 * Returns the instance of the nearest `<LatchkeyProvider>`.
 * @returns The instance.
 * @throws Error if there is no provider above the component [8.45].
 */
export function useLatchkey(): Latchkey {
  const latchkey = useContext(LatchkeyContext)
  if (!latchkey) throw new Error('Please render <LatchkeyProvider> before using useLatchkey hook')
  return latchkey
}

/** Whether the machines of the instance are loaded; they are loaded on first use. */
export function useEngine(): EngineStatus {
  const { watchStatus, status } = useLatchkey()
  return useSyncExternalStore(watchStatus, status, notLoaded)
}
/** The status on a server and during hydration. */
const notLoaded = () => 'idle' as const

/**
 * Returns the running actor with a name, to send events to it or subscribe to it. Renders again when the instance stops or
 * starts, and when a flow starts or ends. On a server and during hydration, the actor is in its initial state.
 * @param name The name of a service, a flow or an item.
 * @returns The actor; `undefined` while a flow or an item does not run.
 */
export function useActor<Name extends ActorName>(name: Name): LiveRef<Name> {
  const latchkey = useLatchkey()
  const subscribe = useCallback((changed: () => void) => latchkey.watch(name, changed), [latchkey, name])
  const find = () => latchkey.find(name)
  // `find` always returns a service, but one signature for all names cannot express that.
  return useSyncExternalStore(subscribe, find, () => latchkey.initial(name)) as LiveRef<Name>
}

/**
 * Selects a value from an actor's state. Renders again only when the value changes.
 * @param name The name of the actor.
 * @param selector Returns the value for a snapshot, which is `undefined` while a flow or an item does not run.
 * @param compare Whether two values are equal; by default with `===`.
 * @returns The selected value.
 */
export function useSelect<Name extends ActorName, Selected>(
  name: Name,
  selector: (snapshot: LiveSnapshot<Name>) => Selected,
  compare?: (before: Selected, now: Selected) => boolean,
): Selected {
  return useSelector(useActor<ActorName>(name), selector as (snapshot: unknown) => Selected, compare)
}

/** Selects a value from a feature's state, in components that are rendered only after the feature is loaded. Throws otherwise. */
export const useFeature = <Name extends LazyName, Selected>(
  name: Name,
  selector: (snapshot: SnapshotOf<Directory[Name]>) => Selected,
): Selected =>
  useSelect<ActorName, Selected>(name, (snapshot) => {
    if (!snapshot) throw new Error(`The feature ${name} is not loaded`)
    return selector(snapshot as SnapshotOf<Directory[Name]>)
  })

/** The namespace of the connection attempt that is shown: the current one, or the last one. */
export const useAttempted = (): `namespace:${Namespace}` =>
  useSelect('connectors', ({ context }) => `namespace:${context.attempted}` as const)

/** The namespace of the active network. */
export const useActive = (): `namespace:${Namespace}` => `namespace:${useNetwork().network.chainNamespace}`

/**
 * Returns a function that sends a command to the service that the command's first word names.
 * @returns `latchkey.dispatch`.
 */
export function useDispatch(): (command: Command) => void {
  return useLatchkey().dispatch
}

/**
 * Returns the active network and switches it.
 * @returns The network, whether the app has it (`supported`), the networks that its wallet approved, whether a switch is in
 * progress (`switching`), and `switchNetwork`.
 */
export function useNetwork(): NetworkState & {
  switching: boolean
  switchNetwork: Latchkey['switchNetwork']
} {
  const { switchNetwork } = useLatchkey()
  const networks = useSelect('network', ({ context }) => context.networks)
  const networkId = useSelect('network', ({ context }) => context.networkId)
  const supported = useSelect('network', ({ context }) =>
    context.networks.some(({ caipNetworkId }) => caipNetworkId === context.networkId),
  )
  const switching = useSelect('network', (snapshot) => snapshot.hasTag('busy'))
  const network = useMemo(() => networkOrUnsupported(networks, networkId), [networks, networkId])
  const connection = useSelect('network', ({ context }) => context.connections[network.chainNamespace])
  const chainId = chainIdOf(networkId)
  return { network, networkId, chainId, supported, ...approvedBy(connection), switching, switchNetwork }
}

/**
 * Returns the URL of a network's image. An image of the API is available after the first API call, so it makes no request itself.
 * @param network The network.
 * @returns The URL, or `undefined` if there is none yet.
 */
export function useNetworkImage(network: Network): string | undefined {
  const { networkImage } = useLatchkey()
  return useSelect('project', ({ value }) => (value === 'idle' ? network.assets?.imageUrl : networkImage(network)))
}

const same = (before: AccountState, now: AccountState): boolean => JSON.stringify(before) === JSON.stringify(now)

/**
 * Returns the account in a namespace.
 * @param namespace By default that of the active network.
 * @returns The connected account, or the status `connecting` or `disconnected`.
 */
export function useAccount<Of extends Namespace = Namespace>(namespace?: Of): AccountState<Of> {
  const { chainNamespace } = useNetwork().network
  const select = useCallback((snapshot: NamespaceSnapshot) => accountOf(snapshot, namespace), [namespace])
  return useSelect(`namespace:${namespace ?? chainNamespace}`, select, same)
}
type NamespaceSnapshot = LiveSnapshot<`namespace:${Namespace}`>

/**
 * Returns the available wallets and connects one of them.
 * @returns The connectors, whether a connection attempt is in progress, and `connect`. Without a `connectorId`, `connect` opens
 * the modal.
 */
export function useConnect(): {
  connectors: readonly Connector[]
  connecting: boolean
  connect: Latchkey['connect']
} {
  const { connect } = useLatchkey()
  const connectors = useSelect('connectors', ({ context }) => context.connectors)
  const connecting = useAccount().status === 'connecting'
  return { connectors, connecting, connect }
}

/**
 * Returns a function that disconnects one namespace, or all.
 * @returns `disconnect`.
 */
export function useDisconnect(): { disconnect: Latchkey['disconnect'] } {
  const { disconnect } = useLatchkey()
  return { disconnect }
}

/**
 * Returns whether the active account is signed in, and functions to sign in and out.
 * @returns The sign-in state with its session, `signIn` and `signOut`.
 */
export function useSignIn(): SignInState & Pick<Latchkey, 'signIn' | 'signOut'> {
  const { signIn, signOut } = useLatchkey()
  const status = useSelect('signIn', (snapshot) => signInStateOf(snapshot).status)
  const session = useSelect('signIn', (snapshot) => snapshot?.context.session)
  return session
    ? { status: 'signedIn', session, signIn, signOut }
    : { status: status === 'signedIn' ? 'pending' : status, signIn, signOut }
}

/**
 * Returns the balances of the active account.
 * @returns The tokens, native token first, and empty if no account is connected. The status `failed` means that some balances
 * could not be read. `refresh` reads them again.
 */
export function useBalance(): {
  status: 'disconnected' | BalanceStatus
  native: TokenBalance | undefined
  tokens: readonly TokenBalance[]
  error: LatchkeyError | undefined
  refresh: () => void
} {
  const { dispatch } = useLatchkey()
  const tokens = useSelect('balance', (snapshot) => snapshot?.context.tokens ?? none)
  const error = useSelect('balance', (snapshot) => snapshot?.context.error)
  const known = useSelect('balance', balanceStatusOf)
  const status = useAccount().status === 'connected' ? known : 'disconnected'
  const refresh = useCallback(() => dispatch({ type: 'balance.refresh' }), [dispatch])
  return { status, native: tokens.find(({ address }) => address === undefined), tokens, error, refresh }
}
const none: readonly TokenBalance[] = []

/** The state of a hook's last call. `outcome` is set when the call has settled. If calls overlap, only the last one counts. */
export interface Asked<Value> {
  pending: boolean
  outcome: Outcome<Value> | undefined
}

function useAsked<Given extends unknown[], Value>(ask: (...given: Given) => Promise<Outcome<Value>>) {
  const [asked, setAsked] = useState<Asked<Value>>({ pending: false, outcome: undefined })
  const last = useRef(0)
  const put = useCallback(
    async (...given: Given) => {
      last.current += 1
      const mine = last.current
      setAsked({ pending: true, outcome: undefined })
      const outcome = await ask(...given)
      if (last.current === mine) setAsked({ pending: false, outcome })
      return outcome
    },
    [ask],
  )
  return [asked, put] as const
}

/**
 * Asks the wallet to send an EVM transaction.
 * @returns `sendTransaction`, whose `value` is in wei and whose outcome is the transaction hash, and the state of its last call.
 */
export function useSendTransaction(): Asked<`0x${string}`> & Pick<Latchkey, 'sendTransaction'> {
  const [asked, sendTransaction] = useAsked(useLatchkey().sendTransaction)
  return { ...asked, sendTransaction }
}

/**
 * Asks the wallet to sign a text (EIP-191).
 * @returns `signMessage`, whose outcome is the signature as 0x hex, and the state of its last call.
 */
export function useSignMessage(): Asked<`0x${string}`> & Pick<Latchkey, 'signMessage'> {
  const [asked, signMessage] = useAsked(useLatchkey().signMessage)
  return { ...asked, signMessage }
}

/**
 * Asks the wallet to send several EVM calls as one bundle (EIP-5792).
 * @returns `sendCalls`, whose outcome is the id of the bundle, and the state of its last call.
 */
export function useSendCalls(): Asked<SentCalls> & Pick<Latchkey, 'sendCalls'> {
  const [asked, sendCalls] = useAsked(useLatchkey().sendCalls)
  return { ...asked, sendCalls }
}

/**
 * Returns the app's networks and switches the active one.
 * @returns All networks, the active network, `switchNetwork`, and the state of its last call.
 */
export function useSwitchNetwork(): Asked<NetworkId> &
  Pick<Latchkey, 'switchNetwork'> & { networks: readonly Network[]; network: Network } {
  const { network } = useNetwork()
  const networks = useSelect('network', ({ context }) => context.networks)
  const [asked, switchNetwork] = useAsked(useLatchkey().switchNetwork)
  return { ...asked, networks, network, switchNetwork }
}

/**
 * Returns the state of the modal and opens or closes it.
 * @returns Whether it is open, its current view, `openModal` with an optional view, and `close`.
 */
export function useModal(): { open: boolean; view: ViewName; openModal: (view?: ViewName) => void; close: () => void } {
  const { dispatch, close } = useLatchkey()
  const open = useSelect('modal', (snapshot) => snapshot.hasTag('open'))
  const view = useView()
  const openModal = useCallback(
    (wanted?: ViewName) => dispatch({ type: 'modal.open', ...(wanted && { view: wanted }) }),
    [dispatch],
  )
  return { open, view, openModal, close }
}

/** The current view. */
export const useView = (): ViewName =>
  useSelect('view', ({ context: { stack } }) => stack[stack.length - 1] ?? stack[0])

/** The color scheme, for the `data-scheme` attribute of a root element. */
export const useScheme = (): 'light' | 'dark' =>
  useSelect('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
