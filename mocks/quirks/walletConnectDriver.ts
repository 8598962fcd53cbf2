import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import type { SessionNamespaces } from '../../machines/pairing/pairing.schemas.ts'
import type { PairingUri } from '../../machines/pairing/proposal.contract.ts'
import { formatPairingUri } from '../../machines/pairing/rules/uri.ts'
import type { WalletProvider } from '../../sdk/index.ts'
import { callError, createCalls } from '../../sdk/pairing/client/calls.ts'
import type { PairingDriver } from '../../sdk/pairing/port.ts'
import type { RpcCall } from './quirk.ts'
import type { SettledSession } from './simulatedWalletConnectWallet.ts'

export interface WalletConnectDriverOptions {
  /** How long the user takes to scan a pairing URI, in ms. A URI that appears while the wallet shows a proposal is not scanned. */
  scanMs?: number
}

type Proposal = Parameters<PairingDriver['propose']>[0]
type Namespaces = SessionNamespaces
interface StoredSession extends SettledSession {
  pairingTopic: string
}

const URI_SECONDS = 300
const EVENTS = ['chainChanged', 'accountsChanged']
const onlyWallets = () => Promise.reject(new Error('Only the app is simulated.'))

/** What the app's client stores in the browser, as long as a browser keeps it: it survives a reload. */
function createStore() {
  const sessions = new Map<string, StoredSession>()
  const agreed = new Map<string, Namespaces>()
  let count = 0
  return {
    sessions,
    agreed,
    nextTopic: () => (count += 1).toString(16).padStart(64, '0'),
    remove(topic: string) {
      agreed.delete(topic)
      return sessions.delete(topic)
    },
  }
}

/** The session as the official client reports it. */
const sessionOf = ({ topic, pairingTopic, namespaces, expiry, peer }: StoredSession) => ({
  topic,
  pairingTopic,
  namespaces,
  expiry,
  peer,
  controller: peer.publicKey,
  acknowledged: true,
  self: { publicKey: 'app', metadata: { name: 'App', description: '', url: 'https://app.example', icons: [] } },
  requiredNamespaces: {},
  optionalNamespaces: {},
  relay: { protocol: 'irn' },
})

/**
 * Connects an app to a wallet like `simulatedWalletConnectWallet`, without a relay and without encryption: pass the result to
 * `createLatchkey` as `ports.driver`. Its user scans each pairing URI. It calls the app's side of the official client only as far as
 * errors and aborts are concerned, and waits with `setTimeout`, so that fake timers control it.
 *
 * A quirk of the wallet sees each message to it as a request. It can also emit the event `relay`, with `relay.connected`,
 * `relay.disconnected` or `relay.failed`.
 * @example
 * const wallet = withQuirks(simulatedWalletConnectWallet())
 * const latchkey = createLatchkey({ projectId, ports: { driver: walletConnectDriver(wallet) } })
 */
export function walletConnectDriver(
  wallet: Required<WalletProvider>,
  options: WalletConnectDriverOptions = {},
): () => Promise<PairingDriver> {
  const store = createStore()
  return async () => openDriver(wallet, store, options)
}

function openDriver(
  wallet: Required<WalletProvider>,
  store: ReturnType<typeof createStore>,
  { scanMs = 1_000 }: WalletConnectDriverOptions,
): PairingDriver {
  const { sessions, agreed } = store
  const calls = createCalls()
  const watchers = new Set<(message: PairingMessage) => void>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  /** The pairings that wait for a wallet. `isSignIn`: the app also requests a sign-in. */
  const open = new Map<string, { isSignIn: boolean }>()
  /** The proposal that the wallet shows. */
  let shown: string | undefined
  let lastId = 0

  const dispatch = (message: PairingMessage) => {
    for (const watcher of watchers) watcher(message)
  }
  /** The id of a message: the time and three digits, as in the official client. */
  const nextId = () => (lastId = Math.max(lastId + 1, Date.now() * 1_000))
  const after = (ms: number, run: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      run()
    }, ms)
    timers.add(timer)
    return () => {
      timers.delete(timer)
      clearTimeout(timer)
    }
  }
  const send = (call: RpcCall) => wallet.request(call)
  const inSession = async (topic: string, call: Omit<RpcCall, 'session'>, chainId?: string) => {
    if (!sessions.has(topic)) throw new Error(`No matching key. session: ${topic}`)
    return send({ ...call, session: { topic, ...(chainId !== undefined && { chainId }) } })
  }
  /** Waits for an answer in a session until a second before the message expires, as the client does. */
  const untilExpiry = (seconds: number, answer: Promise<unknown>) =>
    new Promise<unknown>((resolve, reject) => {
      const cancel = after((seconds - 1) * 1_000, () => reject(new Error('Request expired. Please try again.')))
      answer.then(resolve, reject).finally(cancel)
    })

  function settle(pairingTopic: string, settled: SettledSession) {
    const { topic } = settled
    sessions.set(topic, { ...settled, pairingTopic })
    const pairing = open.get(pairingTopic)
    open.delete(pairingTopic)
    const session = sessionOf({ ...settled, pairingTopic })
    // The wallet does not support sign-in with the session, so it answers the ordinary proposal.
    if (pairing?.isSignIn)
      return dispatch({ type: 'authentication.answered', pairingTopic, credentials: undefined, session })
    if (pairing) return dispatch({ type: 'proposal.settled', pairingTopic, session })
    // The proposal was withdrawn, so the session is ended.
    inSession(topic, { method: 'wc_sessionDelete' }).catch(() => {})
    store.remove(topic)
  }
  async function scan(pairingTopic: string, { requiredNamespaces = {}, optionalNamespaces }: Proposal) {
    if (shown !== undefined || !open.has(pairingTopic)) return
    shown = pairingTopic
    const params = { pairingTopic, requiredNamespaces, optionalNamespaces }
    try {
      settle(pairingTopic, (await send({ method: 'wc_sessionPropose', params })) as SettledSession)
    } catch (error) {
      const pairing = open.get(pairingTopic)
      open.delete(pairingTopic)
      const type = pairing?.isSignIn ? 'authentication.refused' : 'proposal.refused'
      if (pairing) dispatch({ type, pairingTopic, error: callError(error, 'connect') })
    }
    if (shown === pairingTopic) shown = undefined
  }
  function withdraw(pairingTopic: string) {
    open.delete(pairingTopic)
    if (shown === pairingTopic) shown = undefined
  }

  const createUri = (proposal: Proposal, isSignIn: boolean, signal: AbortSignal) =>
    calls.run(
      async (): Promise<PairingUri> => {
        const pairingTopic = store.nextTopic()
        const expiryTimestamp = Math.floor(Date.now() / 1_000) + URI_SECONDS
        const symKey = pairingTopic.replaceAll('0', 'f')
        open.set(pairingTopic, { isSignIn })
        signal.addEventListener('abort', () => withdraw(pairingTopic), { once: true })
        after(scanMs, () => void scan(pairingTopic, proposal))
        const parts = { topic: pairingTopic, symKey, relayProtocol: 'irn', expiryTimestamp, methods: undefined }
        return { uri: formatPairingUri(parts), pairingTopic, expiresAt: expiryTimestamp * 1_000 }
      },
      signal,
      'connect',
    )

  const listeners: Record<string, (payload: never) => void> = {
    session_settle: (settled: StoredSession) => settle(settled.pairingTopic, settled),
    session_update({ topic, namespaces }: StoredSession) {
      const session = sessions.get(topic)
      if (!session) return
      sessions.set(topic, { ...session, namespaces })
      dispatch({ type: 'session.updated', id: nextId(), topic, namespaces })
    },
    session_event({ topic, params }: { topic: string; params: unknown }) {
      if (sessions.has(topic)) dispatch({ type: 'session.emitted', id: nextId(), topic, params })
    },
    session_delete({ topic }: { topic: string }) {
      if (store.remove(topic)) dispatch({ type: 'session.deleted', topic })
    },
    relay(message: Extract<PairingMessage, { type: `relay.${string}` }>) {
      if (message.type === 'relay.failed') calls.interrupt(message.error as LatchkeyError)
      dispatch(message)
    },
  }
  for (const [event, listener] of Object.entries(listeners)) wallet.on(event, listener as (payload: unknown) => void)

  return {
    propose: (proposal, signal) => createUri(proposal, false, signal),
    authenticate: ({ chains, methods = [] }, signal) => {
      const requested = { chains: [...chains], methods: [...new Set(['personal_sign', ...methods])], events: EVENTS }
      return createUri({ optionalNamespaces: { eip155: requested } }, true, signal)
    },
    withdraw: async ({ pairingTopic }) => withdraw(pairingTopic),
    request: ({ topic, chainId, request, expirySeconds }, signal) =>
      calls.run(() => untilExpiry(expirySeconds, inSession(topic, request, chainId)), signal, 'request'),
    ping: ({ topic }, signal) =>
      calls.run(
        async () => void (await untilExpiry(URI_SECONDS, inSession(topic, { method: 'wc_sessionPing' }))),
        signal,
        'request',
      ),
    async disconnect({ topic }, signal) {
      if (!sessions.has(topic)) return
      // The client only waits until the relay has the message.
      inSession(topic, { method: 'wc_sessionDelete' }).catch(() => {})
      store.remove(topic)
      signal.throwIfAborted()
    },
    keep: async ({ topic, namespaces }) => {
      const session = sessions.get(topic)
      if (!session) return
      sessions.set(topic, { ...session, namespaces: namespaces as never })
      agreed.set(topic, namespaces)
    },
    respond: async () => {},
    sessions: () => [...sessions.values()].map(sessionOf),
    agreed: () => Object.fromEntries(agreed),
    pairings: () => [],
    pairingUris: () => [],
    received: () => [],
    watch(listener) {
      watchers.add(listener)
      return () => void watchers.delete(listener)
    },
    async close() {
      calls.interrupt(new LatchkeyError('pairing.unreachable'))
      for (const [event, listener] of Object.entries(listeners))
        wallet.removeListener(event, listener as (payload: unknown) => void)
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
    pair: onlyWallets,
    approve: onlyWallets,
    reject: onlyWallets,
    approveSignIn: onlyWallets,
    rejectSignIn: onlyWallets,
    update: onlyWallets,
    extend: onlyWallets,
    emit: onlyWallets,
  }
}
