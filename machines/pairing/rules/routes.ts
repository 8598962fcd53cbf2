import type { Outcome } from '../../shared/outcome.types.ts'
import type { Namespace } from '../../shared/namespace.types.ts'
import type { PairingSession } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { done, failed, unapprovedSwitch } from '../../shared/outcome.rules.ts'
import { bundlerUrls, type Bundlers } from './bundlers.ts'
import { readCapabilitiesCall, storedCapabilities } from './capabilities.ts'
import { sessionChainId, isWalletOnly } from './handlers.ts'
import { approvedChains, methodsFor, namespaceKeyOf } from './namespaces.ts'
import { addressesOf } from './sessions.ts'
import { isRecord, isText, type MaybeError } from '../../shared/typeGuards.rules.ts'
import {
  sharedAddresses,
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
export interface RoutingSettings {
  /** RPC URLs by CAIP-2 id. A chain that the app does not have is missing; one without a URL has an empty list. */
  rpcUrls: Readonly<Record<string, readonly string[]>>
  /** If undefined, the API's bundlers are not used. */
  projectId: string | undefined
  bundlers: Bundlers
}

/** What the route of a call depends on. */
export interface RouteInput extends RoutingSettings {
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
function genericRoute(input: RouteInput, call: Call): Route {
  const { method, params, chainId } = call
  const sessionChain = sessionChainId(input.session.namespaces, chainId)
  if (isApproved(input, sessionChain, method)) return { to: 'wallet', chainId: sessionChain, method, params }
  return isWalletOnly(namespaceKeyOf(chainId), method)
    ? refusal(new LatchkeyError('session.methodNotApproved', { params: { method }, cause: UNSUPPORTED }))
    : nodeRoute(input, call)
}

/** Returns the chain that wallet_switchEthereumChain names: hex, with or without `0x`. */
function switchTarget(params: unknown): string | undefined {
  const parameter: unknown = Array.isArray(params) ? params[0] : undefined
  const chainId = isRecord(parameter) ? parameter['chainId'] : undefined
  return typeof chainId === 'string' && /^(0x)?[0-9a-f]{1,16}$/i.test(chainId)
    ? `eip155:${BigInt(`0x${chainId.replace(/^0x/i, '')}`)}`
    : undefined
}

function chainIdRoute({ chainId }: Call): Route {
  const result = hexOf(chainId)
  return result === undefined ? refusal(new LatchkeyError('session.chainIdMissing')) : { to: 'answer', result }
}

function switchRoute(input: RouteInput, { method, params }: Call): Route {
  const chainId = switchTarget(params)
  if (chainId === undefined) return refusal(new LatchkeyError('session.chainIdMissing'))
  const approved = approvedChains(input.session.namespaces).filter((chain) => namespaceKeyOf(chain) === 'eip155')
  if (approved.includes(chainId)) return { to: 'chain', chainId }
  // The wallet accepts no request on a chain that is not approved, so the request is sent on an approved one.
  const approvedChain = approved.find((chain) => isApproved(input, chain, method))
  if (approvedChain === undefined) {
    const canAddChain = approved.some((chain) => isApproved(input, chain, 'wallet_addEthereumChain'))
    return refusal(
      new LatchkeyError('session.switchFailed', { params: { chainId }, ...(canAddChain && { cause: CHAIN_UNKNOWN }) }),
    )
  }
  return { to: 'wallet', chainId: approvedChain, method, params: [{ chainId: hexOf(chainId) }], thenTo: chainId }
}

/** A transaction that names a chain is only sent on that chain. */
function sendRoute(input: RouteInput, call: Call): Route {
  const transaction: unknown = Array.isArray(call.params) ? call.params[0] : undefined
  const chainId = isRecord(transaction) ? transaction['chainId'] : undefined
  return chainId === undefined || switchTarget(call.params) === call.chainId
    ? genericRoute(input, call)
    : refusal(new LatchkeyError('send.otherNetwork'))
}

function capabilitiesRoute(input: RouteInput, call: Call): Route {
  const request = readCapabilitiesCall(call.params)
  if (!request) return refusal(new LatchkeyError('session.addressMissing'))
  const stored = storedCapabilities(input.session.sessionProperties, request)
  return stored === undefined ? genericRoute(input, call) : { to: 'answer', result: stored }
}

/**
 * Routes a call first to the bundlers that the wallet names and the app allows, then to the wallet. Without either it is rejected
 * [8.54].
 */
function callStatusRoutes(input: RouteInput, { method, params, chainId }: Call): Route[] {
  const { session, bundlers, projectId } = input
  const callId: unknown = Array.isArray(params) ? params[0] : undefined
  const urls = bundlerUrls(session.sessionProperties, { bundlers, projectId, chainId })
  const routes = urls.map((url): Route => ({ to: 'bundler', url, callId }))
  if (isApproved(input, chainId, method)) return [...routes, { to: 'wallet', chainId, method, params }]
  return routes.length > 0 ? routes : [refusal(new LatchkeyError('session.callStatusNotApproved'))]
}

function eip155Routes(input: RouteInput, call: Call): Route[] {
  switch (call.method) {
    case 'eth_accounts':
    case 'eth_requestAccounts':
      return [{ to: 'answer', result: sharedAddresses(input.session.namespaces, call.chainId) }]
    case 'eth_chainId':
      return [chainIdRoute(call)]
    case 'wallet_switchEthereumChain':
      return [switchRoute(input, call)]
    case 'wallet_getCapabilities':
      return [capabilitiesRoute(input, call)]
    case 'eth_sendTransaction':
      return [sendRoute(input, call)]
    case 'wallet_getCallsStatus':
      return callStatusRoutes(input, call)
    default:
      return [genericRoute(input, call)]
  }
}

function solanaRoutes(input: RouteInput, call: Call): Route[] {
  switch (call.method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts': {
      const accounts = sharedAddresses(input.session.namespaces, call.chainId)
      return [{ to: 'answer', result: accounts.map((pubkey) => ({ pubkey })) }]
    }
    default:
      return [genericRoute(input, call)]
  }
}

function bip122Routes(input: RouteInput, call: Call): Route[] {
  switch (call.method) {
    case 'getAccountAddresses':
    case 'requestAccountAddresses': {
      // A session contains only payment addresses, and those of all networks: the address shows its network.
      const addresses = addressesOf(input.session.namespaces, 'bip122')
      return [{ to: 'answer', result: addresses.map((address) => ({ address, intention: 'payment' })) }]
    }
    default:
      return [genericRoute(input, call)]
  }
}

function namespaceRoutes(input: RouteInput, call: Call): Route[] {
  switch (namespaceKeyOf(call.chainId)) {
    case 'eip155':
      return eip155Routes(input, call)
    case 'solana':
      return solanaRoutes(input, call)
    case 'bip122':
      return bip122Routes(input, call)
    default:
      return [genericRoute(input, call)]
  }
}

/** Returns the route to another active chain, which the wallet must have approved in the namespace. */
function moveRoute({ session }: RouteInput, { chainId: from, params }: Call): Route {
  const to = isRecord(params) ? params['chainId'] : undefined
  if (!isText(to) || namespaceKeyOf(to) !== namespaceKeyOf(from))
    return refusal(new LatchkeyError('session.chainIdMissing'))
  const fault = validateChain(session, sessionChainId(session.namespaces, to))
  return fault ? refusal(fault) : { to: 'chain', chainId: to }
}

/** Returns the routes of a call, in the order in which they are tried. The result of the last one is the result of the call. */
export function routesOf(call: Call, input: RouteInput): Route[] {
  const { chainId } = call
  switch (call.method) {
    case LINE_CALLS.read:
      return [{ to: 'answer', result: { chainId, accounts: sharedAddresses(input.session.namespaces, chainId) } }]
    case LINE_CALLS.move:
      return [moveRoute(input, call)]
    case PARTING_CALL:
      return [input.shared ? { to: 'answer', result: null } : { to: 'parting' }]
    default:
      return namespaceRoutes(input, call)
  }
}

/** The answers to calls for accounts while no session is active in the namespace. */
const RESULTS_WITHOUT_SESSION: Readonly<Record<string, unknown>> = {
  eth_accounts: [],
  solana_getAccounts: [],
  getAccountAddresses: [],
  [LINE_CALLS.read]: { accounts: [] },
}

/** A call of the app in a namespace, and the active session, if there is one. */
export interface AppCall {
  /** The namespace in which the app made the call. */
  namespace: Namespace
  /** The method and its parameters. */
  call: Omit<Call, 'chainId'>
  /** The active session; undefined if there is none. */
  activeSession: ActiveSession | undefined
  /** Whether the app uses the session in other namespaces as well. */
  shared: boolean
}

/** Whether only a wallet can answer a call, so that the call waits until it is known whether a wallet is connected [8.50]. */
export const needsWallet = ({ namespace, call: { method } }: Pick<AppCall, 'namespace' | 'call'>): boolean =>
  isWalletOnly(namespace, method) && !Object.hasOwn(RESULTS_WITHOUT_SESSION, method)

/** Returns the routes of a call. It is rejected without a session that serves the namespace [8.51] [8.52]. */
export function routesForCall({ namespace, call, activeSession, shared }: AppCall, settings: RoutingSettings): Route[] {
  const namespaceSession = namespaceSessionOf(activeSession, namespace)
  if (namespaceSession)
    return routesOf(
      { ...call, chainId: namespaceSession.chainId },
      { session: namespaceSession.session, shared, ...settings },
    )
  if (Object.hasOwn(RESULTS_WITHOUT_SESSION, call.method))
    return [{ to: 'answer', result: RESULTS_WITHOUT_SESSION[call.method] }]
  return [
    refusal(
      activeSession
        ? new LatchkeyError('session.namespaceMissing', { params: { namespace } })
        : new LatchkeyError('session.notConnected'),
    ),
  ]
}

/** Returns the outcome of a route that requires no request; undefined otherwise. */
export function localOutcome(route: Route | undefined): Outcome<unknown> | undefined {
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

/** Returns an error if the wallet agreed to switch to a chain but did not approve it: the app cannot use the chain until then. */
export function validateSwitch(route: Route | undefined, session: Pick<PairingSession, 'namespaces'>): MaybeError {
  if (route?.to !== 'wallet' || route.thenTo === undefined || !validateChain(session, route.thenTo)) return undefined
  return unapprovedSwitch({ chainId: route.thenTo, chains: approvedChains(session.namespaces).join(', ') })
}
