/** A session as an EIP-1193 provider, so that everything that speaks to a wallet speaks to one on another device too. */
import type { Network } from '../../machines/entities/network.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { PairingSession } from '../../machines/entities/pairing.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { Offer } from '../../machines/pairing/proposal.contract.ts'
import { done } from '../../machines/rules/outcomes.ts'
import { proposedNamespaces } from '../../machines/rules/pairing/handlers.ts'
import { approvedChains } from '../../machines/rules/pairing/namespaces.ts'
import {
  readinessFault,
  receiptFault,
  receiptRequest,
  routesOf,
  type Route,
} from '../../machines/rules/pairing/routes.ts'
import { addressesOn, withAccountFirst } from '../../machines/rules/pairing/sessions.ts'
import type { PairingPort, RpcPort, WalletProvider } from '../ports.ts'
import type { Pairing } from './pairing.ts'

export interface SessionProviderOptions {
  pairing: Pairing
  networks: readonly Network[]
  projectId: string | undefined
  rpc: RpcPort
  /** How long a wallet may take for an answer, in seconds. */
  expirySeconds: number
  /** How long a bundler may take to tell what became of a bundle of calls. */
  bundlerMs: number
}

export interface SessionProvider extends WalletProvider {
  /**
   * Offers a session on chains (CAIP-2) until a wallet takes it up, and speaks to it from then on. What a wallet said yes
   * to before the page was loaded anew is taken up first.
   */
  connect: PairingPort['connect']
  leave: PairingPort['leave']
  peer: PairingPort['peer']
}

/** The only namespace whose wallets this provider speaks for. */
const NAMESPACE = 'eip155'

/** A chain as wallets tell it: a number, hex, or a CAIP-2 id. */
function chainOfEvent(data: unknown): string | undefined {
  const text = String(data)
  if (/^eip155:\d+$/.test(text)) return text
  return /^(0x[0-9a-f]+|\d+)$/i.test(text) ? `${NAMESPACE}:${BigInt(text)}` : undefined
}

/** Addresses as wallets tell them: plain, or as CAIP-10 ids. */
const addressesOfEvent = (data: unknown): string[] =>
  Array.isArray(data)
    ? data.flatMap((one) => (typeof one === 'string' ? [one.slice(one.lastIndexOf(':') + 1)] : []))
    : []

export function createSessionProvider(options: SessionProviderOptions): SessionProvider {
  const { pairing, networks, projectId, rpc, expirySeconds, bundlerMs } = options
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const tell = (event: string, payload: unknown) => {
    for (const heard of listeners.get(event) ?? []) heard(payload)
  }
  let current: PairingSession | undefined
  let chainId = ''

  const own = networks.filter(({ chainNamespace }) => chainNamespace === NAMESPACE)
  const rpcUrls = Object.fromEntries(
    networks.map(({ caipNetworkId, rpcUrls: urls }) => [caipNetworkId, urls.default.http]),
  )
  const hexOf = (id: string) => `0x${BigInt(id.slice(id.indexOf(':') + 1)).toString(16)}`
  const addresses = () => (current ? addressesOn(current.namespaces, chainId) : [])

  const moveTo = (id: string) => {
    if (id === chainId) return
    chainId = id
    tell('chainChanged', hexOf(id))
    if (current) tell('accountsChanged', addresses())
  }
  /** The chain that a session is spoken to on: the site's first one that has an account; none where there is none. */
  const spokenOn = ({ namespaces }: PairingSession): string => {
    const approved = approvedChains(namespaces).filter((id) => id.startsWith(`${NAMESPACE}:`))
    const usable = approved.filter((id) => addressesOn(namespaces, id).length > 0)
    return own.find(({ caipNetworkId }) => usable.includes(caipNetworkId))?.caipNetworkId ?? usable[0] ?? ''
  }
  const adopt = (session: PairingSession) => {
    current = session
    chainId = spokenOn(session)
  }
  /** Speaks to a session from now on; to one without a chain that can be spoken to nobody does. */
  const take = async (session: PairingSession): Promise<PairingSession> => {
    adopt(session)
    if (chainId !== '') {
      // One wallet is spoken to. What others still have would come back after a reload in its place.
      for (const { topic } of pairing.sessions()) if (topic !== session.topic) void pairing.disconnect(topic)
      return session
    }
    await leave(session.topic)
    throw new LatchkeyError('connect.noAccount', { params: { wallet: session.peer.metadata.name || 'The wallet' } })
  }
  const leave = async (topic: string): Promise<void> => {
    if (isCurrent(topic)) current = undefined
    await pairing.disconnect(topic)
  }
  const isCurrent = (topic: string) => topic === current?.topic

  const forget = () => {
    current = undefined
    tell('disconnect', { code: 4900, message: 'The wallet ended the session.' })
  }
  /** The wallet changed what it approved: a chain that has no account any more is left for one that has. */
  const change = (session: PairingSession) => {
    const before = addresses().join()
    current = session
    if (addresses().length > 0) {
      if (addresses().join() !== before) tell('accountsChanged', addresses())
      return
    }
    const other = spokenOn(session)
    if (other !== '') return moveTo(other)
    forget()
    void pairing.disconnect(session.topic)
  }

  pairing.on('session.changed', ({ session }) => {
    if (isCurrent(session.topic)) change(session)
  })
  pairing.on('session.emitted', ({ topic, event: { event, chainId: on } }) => {
    if (!isCurrent(topic) || !current) return
    if (event.name === 'chainChanged') {
      // Where the wallet approved nothing the page cannot follow it.
      const id = chainOfEvent(event.data)
      if (id !== undefined && addressesOn(current.namespaces, id).length > 0) moveTo(id)
    } else if (event.name === 'accountsChanged') {
      // Accounts are those that the wallet approved; its word only says which one comes first.
      const [first] = addressesOfEvent(event.data)
      if (first === undefined) return
      change({ ...current, namespaces: withAccountFirst(current.namespaces, first) })
    } else if (on === chainId) tell(event.name, event.data)
  })
  pairing.on('session.ended', ({ topic, ending }) => {
    if (!isCurrent(topic)) return
    if (ending === 'closed' || ending === 'disconnected') current = undefined
    else forget()
  })

  /** Sessions of earlier visits that nobody speaks to. */
  const left = async (): Promise<PairingSession | undefined> => {
    const opened = await pairing.open()
    if ('error' in opened) throw opened.error
    return opened.status === 'done' ? opened.value.find(({ topic }) => !isCurrent(topic)) : undefined
  }
  /** What is offered now, or an offer of an earlier visit that is taken up only now: whichever comes first. */
  const settled = (chains: readonly string[], control: AbortController, offered: (offer: Offer) => void) =>
    new Promise<Outcome<PairingSession>>((resolve) => {
      const unsubscribe = pairing.on('session.opened', ({ session }) => resolve(done(session)))
      const proposed = pairing.propose(
        { optionalNamespaces: proposedNamespaces(chains) },
        { signal: control.signal, offered },
      )
      void proposed.then(resolve).finally(unsubscribe)
    })

  const found = async (): Promise<PairingSession | undefined> => {
    if (current) return current
    const session = await left()
    if (session && !current) adopt(session)
    return current
  }

  async function follow(route: Route, topic: string, call: { method: string; params: unknown }): Promise<unknown> {
    switch (route.to) {
      case 'answer':
        return route.result
      case 'refusal':
        throw route.error
      case 'chain':
        moveTo(route.chainId)
        return null
      case 'rpc': {
        const network = networks.find(({ caipNetworkId }) => caipNetworkId === chainId)
        if (!network) throw new LatchkeyError('rpc.urlMissing')
        return rpc.request(network, call)
      }
      case 'bundler': {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...receiptRequest(route.callId) })
        const response = await fetch(route.url, { method: 'POST', body, signal: AbortSignal.timeout(bundlerMs) })
        const fault = receiptFault(response.status)
        if (fault) throw fault
        return ((await response.json()) as { result: unknown }).result
      }
      case 'wallet': {
        const { method, params = [], chainId: on, thenTo } = route
        const answered = await pairing.request({ topic, chainId: on, request: { method, params }, expirySeconds })
        if (answered.status !== 'done')
          throw 'error' in answered ? answered.error : new LatchkeyError('session.notConnected')
        if (thenTo !== undefined) moveTo(thenTo)
        return answered.value
      }
    }
  }

  return {
    leave,
    peer: () => current?.peer.metadata,
    async connect(chains, { signal, offered }) {
      signal.throwIfAborted()
      const before = current
      const session = await left()
      signal.throwIfAborted()
      // Meanwhile it came back by itself, or a wallet said yes before the page was loaded anew.
      if (!before && current) return current
      if (!current && session) return take(session)
      const control = new AbortController()
      const abort = () => control.abort()
      signal.addEventListener('abort', abort, { once: true })
      if (signal.aborted) abort()
      const outcome = await settled(chains, control, offered)
      abort()
      if ('error' in outcome) throw outcome.error
      if (outcome.status === 'cancelled') throw signal.reason
      return take(outcome.value)
    },
    async request({ method, params }) {
      const session = await found()
      if (!session && method === 'eth_accounts') return []
      const unready = readinessFault({ initialized: true, session, configured: [NAMESPACE], chainId })
      if (unready || !session) throw unready ?? new LatchkeyError('session.notConnected')
      const { topic } = session
      if (method === 'wallet_revokePermissions') {
        const left = await pairing.disconnect(topic)
        if ('error' in left) throw left.error
        return null
      }
      let reason: unknown = new LatchkeyError('session.rpcMissing', { params: { chainId } })
      for (const route of routesOf({ method, params, chainId }, { session, rpcUrls, projectId })) {
        try {
          return await follow(route, topic, { method, params })
        } catch (error) {
          reason = error
        }
      }
      throw reason
    },
    on: (event, listener) => void listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    removeListener: (event, listener) => void listeners.get(event)?.delete(listener),
  }
}
