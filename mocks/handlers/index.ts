/** The API as MSW handlers, which answer from real chains wherever there is something true to answer. */
import { http, type HttpHandler, passthrough } from 'msw'
import { getAddress } from 'viem'
import type { Hosts } from '../../sdk/api/call.ts'
import { calls, type CallName } from '../../sdk/api/calls.ts'
import { catalogue, type WireWallet } from '../fixtures/wallets.ts'
import type { SandboxChain } from '../sandbox/chain.ts'
import { accountAnswers } from './account.ts'
import { solanaCalls, type Answer, type Asked, type SolanaSource } from './answer.ts'
import { answerCall } from './callHandler.ts'
import { catalogueAnswers } from './catalogue.ts'
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

/** What the API of a test or of a playground is like. Only the hosts have to be said. */
export interface HandlersOptions {
  /** Where the calls go; with a path, or as paths alone. */
  hosts: Hosts
  /** The chains that answers are read from. */
  chains?: readonly SandboxChain[]
  /** The Solana chain that swaps are made on. */
  solana?: SolanaSource
  /** Further CAIP-2 ids that the API serves, of which it knows nothing. */
  networks?: readonly string[]
  /** The projects that exist; every one does where none are named. */
  projectIds?: readonly string[]
  /** The origins of the project: exact, or with `*`. Others are refused. */
  allowedOrigins?: readonly string[]
  /** Whether the project wants analytics. */
  analytics?: boolean
  /** An array of yours that analytics events are added to. */
  events?: AnalyticsEvent[]
  /** The catalogue. */
  wallets?: readonly WireWallet[]
  /** Names that are registered already, with their owners' addresses. */
  names?: Readonly<Record<string, string>>
  sessions?: Sessions
  /** Where a visitor is sent to pay. */
  onrampPage?: string
  /** What was bought for an account, the newest first; nothing where nothing is sold. */
  purchasesOf?(account: string): readonly WirePurchase[]
  /** The exchanges from which payments are made. */
  desk?: ExchangeDesk
  /** Milliseconds since 1970. */
  now?(): number
}

/** The answers, where what is asked about is on a Solana chain its own. */
function withSolana(
  others: Readonly<Record<CallName, Answer>>,
  solana: SolanaSource | undefined,
): Readonly<Record<CallName, Answer>> {
  if (!solana) return others
  // With the first question about it: who asks nothing of Solana needs nothing of it.
  const own = async () => (await import('./solana.ts')).solanaAnswers(solana)
  const isOwn = ({ fields }: Asked): boolean =>
    [fields['from'], fields['chainId'], fields['addresses']]
      .flat()
      .some((each) => String(each).startsWith(solana.networkId)) || /^[^0].{31,43}$/.test(String(fields['address']))
  const named = solanaCalls.map((name) => [
    name,
    async (asked: Asked) => (isOwn(asked) ? (await own())[name] : others[name])(asked),
  ])
  return { ...others, ...Object.fromEntries(named) }
}

/**
 * Handlers for every call of the API. What they remember (names, sessions, events) lives as long as they do.
 * Requests to the chains' own nodes pass through.
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
  const { wallets = catalogue([...new Set(evm)]) } = options

  const { solana } = options
  const served = [...networks, ...(solana ? [solana.networkId] : [])]
  const readers = chains.map((chain) => new ChainReader(chain))
  const registry = createNameRegistry(now)
  for (const [name, owner] of Object.entries(options.names ?? {})) registry.add(name, getAddress(owner))

  const answers: Readonly<Record<CallName, Answer>> = {
    ...projectAnswers(readers, { networks: served, allowedOrigins, analytics, events }),
    ...accountAnswers(readers, registry, purchasesOf),
    ...convertAnswers(readers),
    ...nameAnswers(registry, now),
    ...onrampAnswers(readers, onrampPage),
    ...payAnswers(readers, desk),
    ...sessionAnswers(sessions, now),
    ...catalogueAnswers(wallets),
  }
  const all = withSolana(answers, solana)
  const names = Object.keys(calls) as CallName[]
  return [
    ...names.map((name) => answerCall(name, hosts, { projectIds, allowedOrigins }, all[name])),
    ...[...chains, ...(solana ? [solana] : [])].map(({ rpcUrl }) => http.post(rpcUrl, () => passthrough())),
  ]
}
