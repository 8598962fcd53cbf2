/** A session as an EIP-1193 provider, so that everything that speaks to a wallet speaks to one on another device too. */
import type { Network } from '../../machines/entities/network.ts'
import { pairingSessionSchema, type PairingSession } from '../../machines/entities/pairing.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { emitFault } from '../../machines/rules/pairing/emit.ts'
import { updateFault } from '../../machines/rules/pairing/inbound.ts'
import { approvedFault } from '../../machines/rules/pairing/namespaceFaults.ts'
import { approvedChains } from '../../machines/rules/pairing/namespaces.ts'
import { peerError, readPeerError } from '../../machines/rules/pairing/peerErrors.ts'
import { receiptFault, receiptRequest, routesOf, type Route } from '../../machines/rules/pairing/routes.ts'
import { addressesOn, isSessionExpired, liveSession } from '../../machines/rules/pairing/sessions.ts'
import { SETTLE_CALL } from '../../machines/rules/pairing/settle.ts'
import type { RpcPort, WalletProvider } from '../ports.ts'
import type { PairingDriver, PairingEvent } from './driver.ts'

export interface SessionProviderOptions {
  driver(): Promise<PairingDriver>
  networks: readonly Network[]
  projectId: string | undefined
  rpc: RpcPort
  now(): number
  /** How long a wallet may take for an answer, in seconds. */
  expirySeconds: number
  /** How long a stored session's wallet may take to say that it is there. */
  pingMs: number
}

export interface SessionProvider extends WalletProvider {
  /** Takes a session that a wallet settled as the one to speak to. Throws what is wrong with it, and ends it then. */
  adopt(session: unknown): Promise<PairingSession>
  /** The session that is spoken to. */
  session(): PairingSession | undefined
}

/** The only namespace whose wallets this provider speaks for. */
const NAMESPACE = 'eip155'

export function createSessionProvider(options: SessionProviderOptions): SessionProvider {
  const { networks, rpc, now } = options
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const tell = (event: string, payload: unknown) => {
    for (const heard of listeners.get(event) ?? []) heard(payload)
  }
  let current: PairingSession | undefined
  let chainId = ''
  let watching = false
  let restoring: Promise<PairingSession | undefined> | undefined

  const own = networks.filter(({ chainNamespace }) => chainNamespace === NAMESPACE)
  const networkAt = (id: string) => networks.find(({ caipNetworkId }) => caipNetworkId === id)
  const rpcUrls = Object.fromEntries(
    networks.map(({ caipNetworkId, rpcUrls: urls }) => [caipNetworkId, urls.default.http]),
  )
  const hexOf = (id: string) => `0x${BigInt(id.slice(id.indexOf(':') + 1)).toString(16)}`

  const moveTo = (id: string) => {
    if (id === chainId) return
    chainId = id
    tell('chainChanged', hexOf(id))
    if (current) tell('accountsChanged', addressesOn(current.namespaces, id))
  }

  const take = (session: PairingSession): PairingSession => {
    current = session
    const approved = approvedChains(session.namespaces)
    chainId =
      own.find(({ caipNetworkId }) => approved.includes(caipNetworkId))?.caipNetworkId ??
      approved.find((id) => id.startsWith(`${NAMESPACE}:`)) ??
      ''
    return session
  }

  const drop = () => {
    current = undefined
    restoring = undefined
    tell('disconnect', { code: 4900, message: 'The wallet ended the session.' })
  }

  const known = () => ({
    sessions: current ? [current] : [],
    pairings: [],
    proposals: [],
    deleted: [],
    nowMs: now(),
  })

  /** What the client hands on unchecked is checked here; what is wrong is passed over, as if it had not come. */
  function hear(event: PairingEvent) {
    if (!('topic' in event) || event.topic !== current?.topic) return
    switch (event.type) {
      case 'session.deleted':
        return drop()
      case 'session.updated': {
        const params = { topic: event.topic, namespaces: event.namespaces }
        if (updateFault(params, known(), {})) return
        const parsed = pairingSessionSchema.safeParse({ ...current, namespaces: event.namespaces })
        if (!parsed.success) return
        current = parsed.data
        return tell('accountsChanged', addressesOn(current.namespaces, chainId))
      }
      case 'session.emitted':
        return hearEmitted(event.topic, event.params)
      default:
        return
    }
  }

  function hearEmitted(topic: string, params: unknown) {
    if (emitFault({ ...(params as object), topic }, known())) return
    const { event, chainId: on } = params as { event: { name: string; data: unknown }; chainId: string }
    if (event.name === 'chainChanged') {
      const id = `${NAMESPACE}:${Number(event.data)}`
      if (current && approvedChains(current.namespaces).includes(id)) moveTo(id)
      else if (on.startsWith(`${NAMESPACE}:`)) tell('chainChanged', event.data)
    } else if (on === chainId) tell(event.name, event.data)
  }

  async function opened(): Promise<PairingDriver> {
    const driver = await options.driver()
    if (!watching) driver.watch(hear)
    watching = true
    return driver
  }

  /** The session of an earlier visit, if its wallet has not ended it. One that only sleeps is still there. */
  async function restore(): Promise<PairingSession | undefined> {
    const driver = await opened()
    const stored = driver.sessions().flatMap((session) => pairingSessionSchema.safeParse(session).data ?? [])
    const session = liveSession(stored, now())
    if (!session) return undefined
    const signal = AbortSignal.timeout(options.pingMs)
    const gone = await driver.ping(session.topic, signal).then(
      () => false,
      (error: unknown) => !signal.aborted && readPeerError(error).meaning === 'left',
    )
    return gone ? undefined : take(session)
  }

  const found = async (): Promise<PairingSession | undefined> => {
    if (current && isSessionExpired(current, now())) drop()
    if (current) return current
    restoring ??= restore().catch((error: unknown) => {
      restoring = undefined
      throw error
    })
    return restoring
  }

  async function follow(route: Route, call: { method: string; params: unknown }): Promise<unknown> {
    switch (route.to) {
      case 'answer':
        return route.result
      case 'refusal':
        throw route.error
      case 'chain':
        moveTo(route.chainId)
        return null
      case 'rpc': {
        const network = networkAt(chainId)
        if (!network) throw new LatchkeyError('rpc.urlMissing')
        return rpc.request(network, call)
      }
      case 'bundler': {
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...receiptRequest(route.callId) })
        const response = await fetch(route.url, { method: 'POST', body, signal: AbortSignal.timeout(options.pingMs) })
        const fault = receiptFault(response.status)
        if (fault) throw fault
        return ((await response.json()) as { result: unknown }).result
      }
      case 'wallet':
        return askWallet(route)
    }
  }

  async function askWallet({
    chainId: on,
    method,
    params,
    thenTo,
  }: Extract<Route, { to: 'wallet' }>): Promise<unknown> {
    const topic = current?.topic ?? ''
    const driver = await opened()
    const signal = AbortSignal.timeout(options.expirySeconds * 1_000)
    try {
      const result = await driver.request(
        { topic, chainId: on, request: { method, params: params ?? [] }, expirySeconds: options.expirySeconds },
        signal,
      )
      if (thenTo !== undefined) moveTo(thenTo)
      return result
    } catch (error) {
      throw peerError(error, 'request')
    }
  }

  return {
    session: () => current,
    async adopt(session) {
      const parsed = pairingSessionSchema.safeParse(session)
      const fault = parsed.success ? approvedFault(parsed.data.namespaces, SETTLE_CALL) : undefined
      const shares = parsed.success && approvedChains(parsed.data.namespaces).some((id) => id.startsWith(NAMESPACE))
      if (parsed.success && !fault && shares) {
        await opened()
        return take(parsed.data)
      }
      const topic = (session as { topic?: unknown } | undefined)?.topic
      if (typeof topic === 'string') {
        const driver = await opened()
        await driver.disconnect(topic, AbortSignal.timeout(options.pingMs)).catch(() => {})
      }
      throw fault ?? new LatchkeyError('connect.noAccount', { params: { wallet: 'The wallet' } })
    },
    async request({ method, params }) {
      const session = await found()
      if (!session) {
        if (method === 'eth_accounts') return []
        throw new LatchkeyError('session.notConnected')
      }
      if (method === 'wallet_revokePermissions') {
        const driver = await opened()
        const { topic } = session
        current = undefined
        restoring = undefined
        await driver.disconnect(topic, AbortSignal.timeout(options.pingMs))
        return null
      }
      const ways = { session, rpcUrls, projectId: options.projectId }
      const routes = routesOf({ method, params, chainId }, ways)
      let reason: unknown = new LatchkeyError('session.rpcMissing', { params: { chainId } })
      for (const route of routes) {
        try {
          return await follow(route, { method, params })
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
