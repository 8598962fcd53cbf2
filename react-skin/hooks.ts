import { useSelector } from '@xstate/react'
import { createContext, useCallback, useContext, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import {
  accountOf,
  approvedBy,
  balanceStatusOf,
  chainIdOf,
  networkOrUnsupported,
  signInStateOf,
  type AccountState,
  type ActorName,
  type BalanceStatus,
  type Command,
  type Connection,
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
} from '../sdk/index.ts'

/** Where `<LatchkeyProvider>` leaves the instance. */
export const LatchkeyContext = createContext<Latchkey | undefined>(undefined)

/** A live actor: always there for a service, nothing while a flow or an item is absent. */
export type LiveRef<Name extends ActorName> = Name extends ServiceName
  ? RefOf<Directory[Name]>
  : RefOf<Directory[Name]> | undefined

/** A moment of a live actor: nothing while a flow or an item is absent. */
export type LiveSnapshot<Name extends ActorName> = Name extends ServiceName
  ? SnapshotOf<Directory[Name]>
  : SnapshotOf<Directory[Name]> | undefined

/** The instance that the nearest `<LatchkeyProvider>` holds. Throws where there is none [8.45]. */
export function useLatchkey(): Latchkey {
  const latchkey = useContext(LatchkeyContext)
  if (!latchkey) throw new Error('Please render <LatchkeyProvider> before using useLatchkey hook')
  return latchkey
}

/** Whether the machines of the instance are there: they are loaded when they are needed. */
export function useEngine(): EngineStatus {
  const { watchStatus, status } = useLatchkey()
  return useSyncExternalStore(watchStatus, status, notLoaded)
}
/** What a server renders, and a page that takes that over. */
const notLoaded = () => 'idle' as const

/**
 * The live actor of a name. It is renewed when the instance stops and starts, and when a flow comes or goes. On a server, and
 * while a page takes over what one rendered, it is the actor as it is before any start.
 */
export function useActor<Name extends ActorName>(name: Name): LiveRef<Name> {
  const latchkey = useLatchkey()
  const subscribe = useCallback((changed: () => void) => latchkey.watch(name, changed), [latchkey, name])
  const find = () => latchkey.find(name)
  // That a service is always there is the promise of `find`, which one signature for all names cannot say.
  return useSyncExternalStore(subscribe, find, () => latchkey.initial(name)) as LiveRef<Name>
}

/** What a selector makes of an actor's state; renders again only when that changes. */
export function useSelect<Name extends ActorName, Selected>(
  name: Name,
  selector: (snapshot: LiveSnapshot<Name>) => Selected,
  compare?: (before: Selected, now: Selected) => boolean,
): Selected {
  return useSelector(useActor<ActorName>(name), selector as (snapshot: unknown) => Selected, compare)
}

/** What a selector makes of a feature's state: for what is shown once the feature is there. */
export const useFeature = <Name extends LazyName, Selected>(
  name: Name,
  selector: (snapshot: SnapshotOf<Directory[Name]>) => Selected,
): Selected =>
  useSelect<ActorName, Selected>(name, (snapshot) => {
    if (!snapshot) throw new Error(`The feature ${name} is not loaded`)
    return selector(snapshot as SnapshotOf<Directory[Name]>)
  })

/** The namespace of the attempt to connect that is shown: the one under way, or the last one. */
export const useAttempted = (): `namespace:${Namespace}` =>
  useSelect('connectors', ({ context }) => `namespace:${context.attempted}` as const)

/** The namespace of the active network. */
export const useActive = (): `namespace:${Namespace}` => `namespace:${useNetwork().network.chainNamespace}`

/** Sends a command to the service that its first word names. */
export function useSend(): (command: Command) => void {
  return useLatchkey().send
}

/** The active network, whether the site offers it, and which ones its namespace's wallet serves. */
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

/** The URL of a network's picture. One of the API's is known once the API was asked for anything. */
export function useNetworkImage(network: Network): string | undefined {
  const { networkImage } = useLatchkey()
  return useSelect('project', ({ value }) => (value === 'idle' ? network.assets?.imageUrl : networkImage(network)))
}

const same = (before: AccountState, now: AccountState): boolean => JSON.stringify(before) === JSON.stringify(now)

/** The account in a namespace; of the active network's namespace where none is named. */
export function useAccount<Of extends Namespace = Namespace>(namespace?: Of): AccountState<Of> {
  const { chainNamespace } = useNetwork().network
  const select = useCallback((snapshot: NamespaceSnapshot) => accountOf(snapshot, namespace), [namespace])
  return useSelect(`namespace:${namespace ?? chainNamespace}`, select, same)
}
type NamespaceSnapshot = LiveSnapshot<`namespace:${Namespace}`>

/** The wallets of this page, and what connects one of them. */
export function useConnect(): {
  connectors: readonly Connector[]
  connecting: boolean
  connect: (options?: { connectorId?: string; signal?: AbortSignal }) => Promise<Outcome<Connection>>
} {
  const { connect } = useLatchkey()
  const connectors = useSelect('connectors', ({ context }) => context.connectors)
  const connecting = useAccount().status === 'connecting'
  return { connectors, connecting, connect }
}

/** Disconnects one namespace, or all. */
export function useDisconnect(): { disconnect: Latchkey['disconnect'] } {
  const { disconnect } = useLatchkey()
  return { disconnect }
}

/** Whether the active account is signed in with a signature, and what signs it in and out. */
export function useSignIn(): SignInState & Pick<Latchkey, 'signIn' | 'signOut'> {
  const { signIn, signOut } = useLatchkey()
  const status = useSelect('signIn', (snapshot) => signInStateOf(snapshot).status)
  const session = useSelect('signIn', (snapshot) => snapshot?.context.session)
  return session
    ? { status: 'signedIn', session, signIn, signOut }
    : { status: status === 'signedIn' ? 'pending' : status, signIn, signOut }
}

/** The balances of the active account, native token first; none where nobody is connected. `failed`: not all could be read. */
export function useBalance(): {
  status: 'disconnected' | BalanceStatus
  native: TokenBalance | undefined
  tokens: readonly TokenBalance[]
  error: LatchkeyError | undefined
  refresh: () => void
} {
  const { send } = useLatchkey()
  const tokens = useSelect('balance', (snapshot) => snapshot?.context.tokens ?? none)
  const error = useSelect('balance', (snapshot) => snapshot?.context.error)
  const known = useSelect('balance', balanceStatusOf)
  const status = useAccount().status === 'connected' ? known : 'disconnected'
  const refresh = useCallback(() => send({ type: 'balance.refresh' }), [send])
  return { status, native: tokens.find(({ address }) => address === undefined), tokens, error, refresh }
}
const none: readonly TokenBalance[] = []

/** What a component asks for. Of several questions the last one counts; `outcome` is how that ended. */
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

/** Asks the wallet to send an EVM transaction; `value` is in wei. */
export function useSendTransaction(): Asked<`0x${string}`> & Pick<Latchkey, 'sendTransaction'> {
  const [asked, sendTransaction] = useAsked(useLatchkey().sendTransaction)
  return { ...asked, sendTransaction }
}

/** Asks the wallet to sign a text, by EIP-191. */
export function useSignMessage(): Asked<`0x${string}`> & Pick<Latchkey, 'signMessage'> {
  const [asked, signMessage] = useAsked(useLatchkey().signMessage)
  return { ...asked, signMessage }
}

/** Asks the wallet to do several EVM calls as one (EIP-5792). */
export function useSendCalls(): Asked<SentCalls> & Pick<Latchkey, 'sendCalls'> {
  const [asked, sendCalls] = useAsked(useLatchkey().sendCalls)
  return { ...asked, sendCalls }
}

/** The networks of the site, the active one, and what makes another one active. */
export function useSwitchNetwork(): Asked<NetworkId> &
  Pick<Latchkey, 'switchNetwork'> & { networks: readonly Network[]; network: Network } {
  const { network } = useNetwork()
  const networks = useSelect('network', ({ context }) => context.networks)
  const [asked, switchNetwork] = useAsked(useLatchkey().switchNetwork)
  return { ...asked, networks, network, switchNetwork }
}

/** Whether the modal is open, what it shows, and what opens and closes it. */
export function useModal(): { open: boolean; view: ViewName; openModal: (view?: ViewName) => void; close: () => void } {
  const { send, close } = useLatchkey()
  const open = useSelect('modal', (snapshot) => snapshot.hasTag('open'))
  const view = useView()
  const openModal = useCallback(
    (wanted?: ViewName) => send({ type: 'modal.open', ...(wanted && { view: wanted }) }),
    [send],
  )
  return { open, view, openModal, close }
}

/** The view that is shown. */
export const useView = (): ViewName =>
  useSelect('view', ({ context: { stack } }) => stack[stack.length - 1] ?? stack[0])

/** `light` or `dark`, for the `data-scheme` of a root. */
export const useScheme = (): 'light' | 'dark' =>
  useSelect('theme', (snapshot) => (snapshot.hasTag('dark') ? 'dark' : 'light'))
