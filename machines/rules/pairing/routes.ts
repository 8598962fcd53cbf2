import type { Outcome } from '../../entities/attempt.ts'
import type { Namespace } from '../../entities/namespace.ts'
import type { PairingSession } from '../../schemas/pairing.ts'
import { LatchkeyError } from '../../errors/error.ts'
import { done, failed } from '../outcomes.ts'
import { bundlerUrls, type Bundlers } from './bundlers.ts'
import { capabilitiesAsked, keptCapabilities } from './capabilities.ts'
import { chainToAsk, isWalletsAlone } from './handlers.ts'
import { approvedChains, methodsFor, namespaceKeyOf } from './namespaces.ts'
import { addressesOf } from './sessions.ts'
import { isRecord, isText, type Fault } from './shapes.ts'
import { addressesAt, hexOf, LINE_CALLS, lineOf, PARTING_CALL, type Spoken } from './spoken.ts'

/** A call of the page, for one chain. */
export interface Call {
  method: string
  params?: unknown
  /** CAIP-2. */
  chainId: string
}

/** What the site gives to find a call's ways by. */
export interface Site {
  /** URLs of nodes by CAIP-2 id. A chain that the site does not have is missing; one without a URL has an empty list. */
  rpcUrls: Readonly<Record<string, readonly string[]>>
  /** Without one, no bundler of the API is asked. */
  projectId: string | undefined
  bundlers: Bundlers
}

/** What a call's way depends on. */
export interface Ways extends Site {
  session: Pick<PairingSession, 'namespaces' | 'sessionProperties'>
  /** The page speaks to the wallet in other namespaces as well: it parts from it in one, and the session stays. */
  shared: boolean
}

/** One way for a call to be answered. */
export type Route =
  /** We know the answer. */
  | { to: 'answer'; result: unknown }
  /** The page moves to another chain, and nobody is asked. The answer is `null`. */
  | { to: 'chain'; chainId: string }
  /** The wallet is asked under this chain. With `thenTo`, its yes moves the page to that chain. */
  | { to: 'wallet'; chainId: string; method: string; params: unknown; thenTo?: string }
  /** The page parts from the wallet. */
  | { to: 'parting' }
  /** A bundler is asked for the receipt of a bundle of calls. */
  | { to: 'bundler'; url: string; callId: unknown }
  /** A node is asked over HTTP. */
  | { to: 'rpc'; urls: readonly string[] }
  | { to: 'refusal'; error: LatchkeyError }

const refusal = (error: LatchkeyError): Route => ({ to: 'refusal', error })

/** What tells callers that another method may do, and that a chain may be added first, as EIP-1193 and EIP-3085 have it. */
const UNSUPPORTED = { code: 4200 } as const
const CHAIN_UNKNOWN = { code: 4902 } as const

/** A chain to move to is one that the wallet approved. */
export function chainFault(session: Pick<PairingSession, 'namespaces'>, chainId: string): Fault {
  const chains = approvedChains(session.namespaces)
  return chains.includes(chainId)
    ? undefined
    : new LatchkeyError('session.chainNotApproved', { params: { chainId, chains: chains.join(', ') } })
}

const isApproved = ({ session }: Ways, chainId: string, method: string): boolean =>
  methodsFor(session.namespaces, chainId).includes(method)

function nodeRoute({ rpcUrls }: Ways, { chainId }: Call): Route {
  const urls = Object.hasOwn(rpcUrls, chainId) ? rpcUrls[chainId] : undefined
  if (!urls) return refusal(new LatchkeyError('session.rpcMissing', { params: { chainId } }))
  return urls.length > 0 ? { to: 'rpc', urls } : refusal(new LatchkeyError('rpc.urlMissing'))
}

/** To the wallet what it approved; to a node what is no wallet's business; nothing else anywhere. */
function genericRoute(ways: Ways, call: Call): Route {
  const { method, params, chainId } = call
  const asked = chainToAsk(ways.session.namespaces, chainId)
  if (isApproved(ways, asked, method)) return { to: 'wallet', chainId: asked, method, params }
  return isWalletsAlone(namespaceKeyOf(chainId), method)
    ? refusal(new LatchkeyError('session.methodNotApproved', { params: { method }, cause: UNSUPPORTED }))
    : nodeRoute(ways, call)
}

/** The chain that wallet_switchEthereumChain names: hex, with or without `0x`. */
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

function switchRoute(ways: Ways, { method, params }: Call): Route {
  const chainId = switchTarget(params)
  if (chainId === undefined) return refusal(new LatchkeyError('session.chainIdMissing'))
  const approved = approvedChains(ways.session.namespaces).filter((chain) => namespaceKeyOf(chain) === 'eip155')
  if (approved.includes(chainId)) return { to: 'chain', chainId }
  // A chain that is not approved can't be asked under, so that the wallet is asked under one that is.
  const under = approved.find((chain) => isApproved(ways, chain, method))
  if (under === undefined) {
    const addable = approved.some((chain) => isApproved(ways, chain, 'wallet_addEthereumChain'))
    return refusal(
      new LatchkeyError('session.switchFailed', { params: { chainId }, ...(addable && { cause: CHAIN_UNKNOWN }) }),
    )
  }
  return { to: 'wallet', chainId: under, method, params: [{ chainId: hexOf(chainId) }], thenTo: chainId }
}

/** A transaction that names a chain is asked for under that chain, or not at all. */
function sendRoute(ways: Ways, call: Call): Route {
  const first: unknown = Array.isArray(call.params) ? call.params[0] : undefined
  const chainId = isRecord(first) ? first['chainId'] : undefined
  return chainId === undefined || switchTarget(call.params) === call.chainId
    ? genericRoute(ways, call)
    : refusal(new LatchkeyError('send.otherNetwork'))
}

function capabilitiesRoute(ways: Ways, call: Call): Route {
  const asked = capabilitiesAsked(call.params)
  if (!asked) return refusal(new LatchkeyError('session.addressMissing'))
  const kept = keptCapabilities(ways.session.sessionProperties, asked)
  return kept === undefined ? genericRoute(ways, call) : { to: 'answer', result: kept }
}

/** The site's bundlers that the wallet speaks of, then the wallet itself. Without either nobody can tell [8.54]. */
function callStatusRoutes(ways: Ways, { method, params, chainId }: Call): Route[] {
  const { session, bundlers, projectId } = ways
  const callId: unknown = Array.isArray(params) ? params[0] : undefined
  const urls = bundlerUrls(session.sessionProperties, { bundlers, projectId, chainId })
  const routes = urls.map((url): Route => ({ to: 'bundler', url, callId }))
  if (isApproved(ways, chainId, method)) return [...routes, { to: 'wallet', chainId, method, params }]
  return routes.length > 0 ? routes : [refusal(new LatchkeyError('session.callStatusNotApproved'))]
}

function eip155Routes(ways: Ways, call: Call): Route[] {
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

function solanaRoutes(ways: Ways, call: Call): Route[] {
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

function bip122Routes(ways: Ways, call: Call): Route[] {
  switch (call.method) {
    case 'getAccountAddresses':
    case 'requestAccountAddresses': {
      // A session tells addresses for payments only, and those of all networks: an address says itself where it is.
      const shared = addressesOf(ways.session.namespaces, 'bip122')
      return [{ to: 'answer', result: shared.map((address) => ({ address, intention: 'payment' })) }]
    }
    default:
      return [genericRoute(ways, call)]
  }
}

function namespaceRoutes(ways: Ways, call: Call): Route[] {
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

/** The chain that the page is to be moved to: one of the namespace that the wallet approved. */
function moveRoute({ session }: Ways, { chainId: from, params }: Call): Route {
  const to = isRecord(params) ? params['chainId'] : undefined
  if (!isText(to) || namespaceKeyOf(to) !== namespaceKeyOf(from))
    return refusal(new LatchkeyError('session.chainIdMissing'))
  const fault = chainFault(session, chainToAsk(session.namespaces, to))
  return fault ? refusal(fault) : { to: 'chain', chainId: to }
}

/** The ways for a call to be answered, in the order in which they are tried; the last one's end is the call's end. */
export function routesOf(call: Call, ways: Ways): Route[] {
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

/** What calls for accounts are answered with while no wallet is spoken to in their namespace. */
const NOBODY: Readonly<Record<string, unknown>> = {
  eth_accounts: [],
  solana_getAccounts: [],
  getAccountAddresses: [],
  [LINE_CALLS.read]: { accounts: [] },
}

/** A call of the page in a namespace, and where the page speaks to a wallet, if it does. */
export interface Asked {
  namespace: Namespace
  call: Omit<Call, 'chainId'>
  spoken: Spoken | undefined
  shared: boolean
}

/** Whether only a wallet could answer a call, so that nobody is asked before it is known whether there is one [8.50]. */
export const needsWallet = ({ namespace, call: { method } }: Pick<Asked, 'namespace' | 'call'>): boolean =>
  isWalletsAlone(namespace, method) && !Object.hasOwn(NOBODY, method)

/** The ways for it to be answered. Without a session, or one that serves the namespace, it is refused [8.51] [8.52]. */
export function routesTo({ namespace, call, spoken, shared }: Asked, site: Site): Route[] {
  const line = lineOf(spoken, namespace)
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

/** How a call ends that nobody has to be asked about. */
export function known(route: Route | undefined): Outcome<unknown> | undefined {
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

/** The chain that a call leaves the page on, once it is answered. */
export const chainAfter = (route: Route | undefined): string | undefined =>
  route?.to === 'chain' ? route.chainId : route?.to === 'wallet' ? route.thenTo : undefined

/** The wallet said yes to a move, but did not approve the chain: it has to, before the page can follow. */
export const arrivalFault = (route: Route | undefined, session: Pick<PairingSession, 'namespaces'>): Fault =>
  route?.to === 'wallet' && route.thenTo !== undefined ? chainFault(session, route.thenTo) : undefined
