/** The API as MSW handlers, which answer from real chains where possible. */
import { http, type HttpHandler, passthrough } from 'msw'
import { getAddress } from 'viem'
import type { Hosts } from '../../sdk/api/call.ts'
import { calls, type CallName } from '../../sdk/api/calls.ts'
import { catalog, type WireWallet } from '../fixtures/wallets.ts'
import type { SandboxChain } from '../sandbox/eip155/chain.ts'
import { accountAnswers } from './account.ts'
import { solanaCalls, type Answer, type CallRequest, type SolanaSource } from './answer.ts'
import { answerCall } from './callHandler.ts'
import { catalogAnswers } from './catalog.ts'
import { ChainReader } from './chainReader.ts'
import { convertAnswers } from './convert.ts'
import { createNameRegistry, nameAnswers } from './names.ts'
import { createDesk, type ExchangeDesk } from '../exchanges/desk.ts'
import { onrampAnswers, type WirePurchase } from './onramp.ts'
import { payAnswers } from './pay.ts'
import { type AnalyticsEvent, projectAnswers } from './project.ts'
import { sessionAnswers, type Sessions } from './sessions.ts'

export type { WireWallet } from '../fixtures/wallets.ts'
export { scenario, scenarioOf, scenarioSchema } from '../scenarios.ts'
export type { Scenario, ScenarioName, ScenarioOptions, ScenarioSetting } from '../scenarios.ts'
export type { WirePurchase } from './onramp.ts'
export type { AnalyticsEvent } from './project.ts'
export type { Sessions, WireSession } from './sessions.ts'

/** Options of the API for a test or a playground. Only `hosts` is required. */
export interface HandlersOptions {
  /** The base URLs of the calls, with or without a path, or paths alone. */
  hosts: Hosts
  /** The chains that answers are read from. */
  chains?: readonly SandboxChain[]
  /** The Solana chain on which swaps are made. */
  solana?: SolanaSource
  /** More CAIP-2 ids that the API supports without having data for them. */
  networks?: readonly string[]
  /** The existing project ids; without a list, every id exists. */
  projectIds?: readonly string[]
  /** The project's origins: exact, or with `*`. Other origins are refused. */
  allowedOrigins?: readonly string[]
  /** Whether the project has analytics enabled. */
  analytics?: boolean
  /** An array to which analytics events are added. */
  events?: AnalyticsEvent[]
  /** The wallet catalog. */
  wallets?: readonly WireWallet[]
  /** Names that are already registered, with their owners' addresses. */
  names?: Readonly<Record<string, string>>
  sessions?: Sessions
  /** The URL of the page where the user pays. */
  onrampPage?: string
  /** The purchases of an account, newest first; empty by default. */
  purchasesOf?(account: string): readonly WirePurchase[]
  /** The exchanges that users can pay from. */
  desk?: ExchangeDesk
  /** Milliseconds since 1970. */
  now?(): number
}

/** Adds the answers about the Solana chain. */
function withSolana(
  answers: Readonly<Record<CallName, Answer>>,
  solana: SolanaSource | undefined,
): Readonly<Record<CallName, Answer>> {
  if (!solana) return answers
  // Loaded on the first request about Solana, so that tests without Solana don't need its code.
  const loadAnswers = async () => (await import('./solana.ts')).solanaAnswers(solana)
  const isSolana = ({ fields }: CallRequest): boolean =>
    [fields['from'], fields['chainId'], fields['addresses']]
      .flat()
      .some((value) => String(value).startsWith(solana.networkId)) || /^[^0].{31,43}$/.test(String(fields['address']))
  const solanaEntries = solanaCalls.map((name) => [
    name,
    async (request: CallRequest) => (isSolana(request) ? (await loadAnswers())[name] : answers[name])(request),
  ])
  return { ...answers, ...Object.fromEntries(solanaEntries) }
}

/**
 * Creates handlers for every call of the API. Their state (names, sessions, events) lives as long as they do. Requests to the
 * chains' own nodes pass through.
 *
 * @example
 * const server = setupServer(...createHandlers({ hosts, chains }))
 */
export function createHandlers(options: HandlersOptions): HttpHandler[] {
  const { hosts, chains = [], networks = [], projectIds, now = Date.now, sessions = {} } = options
  const { allowedOrigins = ['http://*', 'https://*'], analytics = true, events = [] } = options
  const { desk = createDesk('https://exchange.example/pay') } = options
  const { onrampPage = 'https://onramp.example/buy', purchasesOf = () => [] } = options
  const evm = [...chains.map(({ networkId }) => networkId), ...networks.filter((id) => id.startsWith('eip155:'))]
  const { wallets = catalog([...new Set(evm)]) } = options

  const { solana } = options
  const supportedNetworks = [...networks, ...(solana ? [solana.networkId] : [])]
  const readers = chains.map((chain) => new ChainReader(chain))
  const registry = createNameRegistry(now)
  for (const [name, owner] of Object.entries(options.names ?? {})) registry.add(name, getAddress(owner))

  const answers: Readonly<Record<CallName, Answer>> = {
    ...projectAnswers(readers, { networks: supportedNetworks, allowedOrigins, analytics, events }),
    ...accountAnswers(readers, registry, purchasesOf),
    ...convertAnswers(readers),
    ...nameAnswers(registry, now),
    ...onrampAnswers(readers, onrampPage),
    ...payAnswers(readers, desk),
    ...sessionAnswers(sessions, now),
    ...catalogAnswers(wallets),
  }
  const all = withSolana(answers, solana)
  const names = Object.keys(calls) as CallName[]
  return [
    ...names.map((name) => answerCall(name, hosts, { projectIds, allowedOrigins }, all[name])),
    ...[...chains, ...(solana ? [solana] : [])].map(({ rpcUrl }) => http.post(rpcUrl, () => passthrough())),
  ]
}
