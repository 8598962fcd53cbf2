import type { Outcome } from '../../shared/outcome.types.ts'
import type { Namespace } from '../../shared/namespace.types.ts'
import type { PairingSession } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { done, failed } from '../../shared/outcome.rules.ts'
import { bundlerUrls, type Bundlers } from './bundlers.ts'
import { readCapabilitiesCall, storedCapabilities } from './capabilities.ts'
import { chainToAsk, isWalletsAlone } from './handlers.ts'
import { approvedChains, methodsFor, namespaceKeyOf } from './namespaces.ts'
import { addressesOf } from './sessions.ts'
import { isRecord, isText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import {
  addressesAt,
  hexOf,
  LINE_CALLS,
  namespaceSessionOf,
  PARTING_CALL,
  type ActiveSession,
} from './sharedSession.ts'

/** A call of the app on one chain. */
export interface Call {
  method: string
  params?: unknown
  /** A CAIP-2 id. */
  chainId: string
}

/** The app's configuration for routing calls. */
export interface Site {
  /** RPC URLs by CAIP-2 id. A chain that the app does not have is missing; one without a URL has an empty list. */
  rpcUrls: Readonly<Record<string, readonly string[]>>
  /** If undefined, the API's bundlers are not used. */
  projectId: string | undefined
  bundlers: Bundlers
}

/** What the route of a call depends on. */
export interface RouteInput extends Site {
  session: Pick<PairingSession, 'namespaces' | 'sessionProperties'>
  /** Whether other namespaces use the session as well, so that it stays when one of them disconnects. */
  shared: boolean
}

/** One way in which a call is answered. */
export type Route =
  /** The answer is known. */
  | { to: 'answer'; result: unknown }
  /** Changes the active chain without a request. The answer is `null`. */
  | { to: 'chain'; chainId: string }
  /** Sends the call to the wallet on this chain. With `thenTo`, the active chain changes to it after the wallet approves. */
  | { to: 'wallet'; chainId: string; method: string; params: unknown; thenTo?: string }
  /** Disconnects the wallet. */
  | { to: 'parting' }
  /** Requests the receipt of a bundle of calls from a bundler. */
  | { to: 'bundler'; url: string; callId: unknown }
  /** Sends the call to an RPC node over HTTP. */
  | { to: 'rpc'; urls: readonly string[] }
  | { to: 'refusal'; error: LatchkeyError }

const refusal = (error: LatchkeyError): Route => ({ to: 'refusal', error })

/** Causes with standard codes (EIP-1193, EIP-3085): the caller may use another method, or add the chain first. */
const UNSUPPORTED = { code: 4200 } as const
const CHAIN_UNKNOWN = { code: 4902 } as const

/** Returns an error if the wallet did not approve a chain. */
export function validateChain(session: Pick<PairingSession, 'namespaces'>, chainId: string): MaybeError {
  const chains = approvedChains(session.namespaces)
  return chains.includes(chainId)
    ? undefined
    : new LatchkeyError('session.chainNotApproved', { params: { chainId, chains: chains.join(', ') } })
}

const isApproved = ({ session }: RouteInput, chainId: string, method: string): boolean =>
  methodsFor(session.namespaces, chainId).includes(method)

function nodeRoute({ rpcUrls }: RouteInput, { chainId }: Call): Route {
  const urls = Object.hasOwn(rpcUrls, chainId) ? rpcUrls[chainId] : undefined
  if (!urls) return refusal(new LatchkeyError('session.rpcMissing', { params: { chainId } }))
  return urls.length > 0 ? { to: 'rpc', urls } : refusal(new LatchkeyError('rpc.urlMissing'))
}

/**
 * Routes a call to the wallet if it approved the method, or to a node if the method is not one for wallets only. Otherwise
 * rejects it.
 */
function genericRoute(ways: RouteInput, call: Call): Route {
  const { method, params, chainId } = call
  const asked = chainToAsk(ways.session.namespaces, chainId)
  if (isApproved(ways, asked, method)) return { to: 'wallet', chainId: asked, method, params }
  return isWalletsAlone(namespaceKeyOf(chainId), method)
    ? refusal(new LatchkeyError('session.methodNotApproved', { params: { method }, cause: UNSUPPORTED }))
    : nodeRoute(ways, call)
}

/** Returns the chain that wallet_switchEthereumChain names: hex, with or without `0x`. */
function switchTarget(params: unknown): string | undefined {
  const first: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId = isRecord(first) ? first['chainId'] : undefined
  return typeof chainId === 'string' && /^(0x)?[0-9a-f]{1,16}$/i.test(chainId)
    ? `eip155:${BigInt(`0x${chainId.replace(/^0x/i, '')}`)}`
    : undefined
}

function chainIdRoute({ chainId }: Call): Route {
  const result = hexOf(chainId)
  return result === undefined ? refusal(new LatchkeyError('session.chainIdMissing')) : { to: 'answer', result }
}

function switchRoute(ways: RouteInput, { method, params }: Call): Route {
  const chainId = switchTarget(params)
  if (chainId === undefined) return refusal(new LatchkeyError('session.chainIdMissing'))
  const approved = approvedChains(ways.session.namespaces).filter((chain) => namespaceKeyOf(chain) === 'eip155')
  if (approved.includes(chainId)) return { to: 'chain', chainId }
  // The wallet accepts no request on a chain that is not approved, so the request is sent on an approved one.
  const under = approved.find((chain) => isApproved(ways, chain, method))
  if (under === undefined) {
    const addable = approved.some((chain) => isApproved(ways, chain, 'wallet_addEthereumChain'))
    return refusal(
      new LatchkeyError('session.switchFailed', { params: { chainId }, ...(addable && { cause: CHAIN_UNKNOWN }) }),
    )
  }
  return { to: 'wallet', chainId: under, method, params: [{ chainId: hexOf(chainId) }], thenTo: chainId }
}

/** A transaction that names a chain is only sent on that chain. */
function sendRoute(ways: RouteInput, call: Call): Route {
  const first: unknown = Array.isArray(call.params) ? call.params[0] : undefined
  const chainId = isRecord(first) ? first['chainId'] : undefined
  return chainId === undefined || switchTarget(call.params) === call.chainId
    ? genericRoute(ways, call)
    : refusal(new LatchkeyError('send.otherNetwork'))
}

function capabilitiesRoute(ways: RouteInput, call: Call): Route {
  const asked = readCapabilitiesCall(call.params)
  if (!asked) return refusal(new LatchkeyError('session.addressMissing'))
  const kept = storedCapabilities(ways.session.sessionProperties, asked)
  return kept === undefined ? genericRoute(ways, call) : { to: 'answer', result: kept }
}

/**
 * Routes a call first to the bundlers that the wallet names and the app allows, then to the wallet. Without either it is rejected
 * [8.54].
 */
function callStatusRoutes(ways: RouteInput, { method, params, chainId }: Call): Route[] {
  const { session, bundlers, projectId } = ways
  const callId: unknown = Array.isArray(params) ? params[0] : undefined
  const urls = bundlerUrls(session.sessionProperties, { bundlers, projectId, chainId })
  const routes = urls.map((url): Route => ({ to: 'bundler', url, callId }))
  if (isApproved(ways, chainId, method)) return [...routes, { to: 'wallet', chainId, method, params }]
  return routes.length > 0 ? routes : [refusal(new LatchkeyError('session.callStatusNotApproved'))]
}

function eip155Routes(ways: RouteInput, call: Call): Route[] {
  switch (call.method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return [{ to: 'answer', result: addressesAt(ways.session.namespaces, call.chainId) }]
    case 'eth_chainId':
      return [chainIdRoute(call)]
    case 'wallet_switchEthereumChain':
      return [switchRoute(ways, call)]
    case 'wallet_getCapabilities':
      return [capabilitiesRoute(ways, call)]
    case 'eth_sendTransaction':
      return [sendRoute(ways, call)]
    case 'wallet_getCallsStatus':
      return callStatusRoutes(ways, call)
    default:
      return [genericRoute(ways, call)]
  }
}

function solanaRoutes(ways: RouteInput, call: Call): Route[] {
  switch (call.method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts': {
      const accounts = addressesAt(ways.session.namespaces, call.chainId)
      return [{ to: 'answer', result: accounts.map((pubkey) => ({ pubkey })) }]
    }
    default:
      return [genericRoute(ways, call)]
  }
}

function bip122Routes(ways: RouteInput, call: Call): Route[] {
  switch (call.method) {
    case 'getAccountAddresses':
    case 'requestAccountAddresses': {
      // A session contains only payment addresses, and those of all networks: the address shows its network.
      const shared = addressesOf(ways.session.namespaces, 'bip122')
      return [{ to: 'answer', result: shared.map((address) => ({ address, intention: 'payment' })) }]
    }
    default:
      return [genericRoute(ways, call)]
  }
}

function namespaceRoutes(ways: RouteInput, call: Call): Route[] {
  switch (namespaceKeyOf(call.chainId)) {
    case 'eip155':
      return eip155Routes(ways, call)
    case 'solana':
      return solanaRoutes(ways, call)
    case 'bip122':
      return bip122Routes(ways, call)
    default:
      return [genericRoute(ways, call)]
  }
}

/** Returns the route to another active chain, which the wallet must have approved in the namespace. */
function moveRoute({ session }: RouteInput, { chainId: from, params }: Call): Route {
  const to = isRecord(params) ? params['chainId'] : undefined
  if (!isText(to) || namespaceKeyOf(to) !== namespaceKeyOf(from))
    return refusal(new LatchkeyError('session.chainIdMissing'))
  const fault = validateChain(session, chainToAsk(session.namespaces, to))
  return fault ? refusal(fault) : { to: 'chain', chainId: to }
}

/** Returns the routes of a call, in the order in which they are tried. The result of the last one is the result of the call. */
export function routesOf(call: Call, ways: RouteInput): Route[] {
  const { chainId } = call
  switch (call.method) {
    case LINE_CALLS.read:
      return [{ to: 'answer', result: { chainId, accounts: addressesAt(ways.session.namespaces, chainId) } }]
    case LINE_CALLS.move:
      return [moveRoute(ways, call)]
    case PARTING_CALL:
      return [ways.shared ? { to: 'answer', result: null } : { to: 'parting' }]
    default:
      return namespaceRoutes(ways, call)
  }
}

/** The answers to calls for accounts while no session is active in the namespace. */
const NOBODY: Readonly<Record<string, unknown>> = {
  eth_accounts: [],
  solana_getAccounts: [],
  getAccountAddresses: [],
  [LINE_CALLS.read]: { accounts: [] },
}

/** A call of the app in a namespace, and the active session, if there is one. */
export interface PageCall {
  namespace: Namespace
  call: Omit<Call, 'chainId'>
  spoken: ActiveSession | undefined
  shared: boolean
}

/** Whether only a wallet can answer a call, so that the call waits until it is known whether a wallet is connected [8.50]. */
export const needsWallet = ({ namespace, call: { method } }: Pick<PageCall, 'namespace' | 'call'>): boolean =>
  isWalletsAlone(namespace, method) && !Object.hasOwn(NOBODY, method)

/** Returns the routes of a call. It is rejected without a session that serves the namespace [8.51] [8.52]. */
export function routesTo({ namespace, call, spoken, shared }: PageCall, site: Site): Route[] {
  const line = namespaceSessionOf(spoken, namespace)
  if (line) return routesOf({ ...call, chainId: line.chainId }, { session: line.session, shared, ...site })
  if (Object.hasOwn(NOBODY, call.method)) return [{ to: 'answer', result: NOBODY[call.method] }]
  return [
    refusal(
      spoken
        ? new LatchkeyError('session.namespaceMissing', { params: { namespace } })
        : new LatchkeyError('session.notConnected'),
    ),
  ]
}

/** Returns the outcome of a route that requires no request; undefined otherwise. */
export function knownOutcome(route: Route | undefined): Outcome<unknown> | undefined {
  switch (route?.to) {
    case 'answer':
      return done(route.result)
    case 'chain':
      return done(null)
    case 'refusal':
      return failed(route.error)
    case undefined:
      return failed(new LatchkeyError('session.notConnected'))
    default:
      return undefined
  }
}

/** Returns the active chain after a call was answered. */
export const chainAfter = (route: Route | undefined): string | undefined =>
  route?.to === 'chain' ? route.chainId : route?.to === 'wallet' ? route.thenTo : undefined

/** Returns an error if the wallet agreed to switch to a chain but did not approve it: the app cannot use the chain before. */
export const validateSwitched = (route: Route | undefined, session: Pick<PairingSession, 'namespaces'>): MaybeError =>
  route?.to === 'wallet' && route.thenTo !== undefined ? validateChain(session, route.thenTo) : undefined
