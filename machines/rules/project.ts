import type { AccountTab } from '../entities/account.ts'
import { DEFAULT_ORIGINS } from '../constants.ts'
import type { Configuration } from '../entities/configuration.ts'
import { apiErrorOf } from '../errors/apiError.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { AlertCode } from '../errors/catalogue.ts'
import type { ViewName } from '../entities/view.ts'

/** Views that show what the API has, or a code that its relay answers. */
const PROVIDED_VIEWS: readonly ViewName[] = [
  'AllWallets',
  'GetWallet',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]

/** The history is the API's, which serves those with a project id. */
export const readsHistory = ({ projectId, features }: Pick<Configuration, 'projectId' | 'features'>): boolean =>
  projectId !== undefined && features.history

/** Smart sessions are kept by the API, and are of accounts on Ethereum's networks. */
export const hasSmartSessions = ({
  projectId,
  features,
  namespaces,
}: Pick<Configuration, 'projectId' | 'features' | 'namespaces'>): boolean =>
  projectId !== undefined && features.smartSessions && namespaces.includes('eip155')

export const needsProject = (view: ViewName): boolean => PROVIDED_VIEWS.includes(view)

/**
 * The tabs of the account that can show something: the history, and the collectibles in it, are the API's [2.3]. Where there is
 * none, `sent` says whether something was sent from this page.
 */
export const accountTabs = (history: boolean, sent: boolean): readonly AccountTab[] =>
  history ? ['Tokens', 'NFTs', 'Activity'] : sent ? ['Tokens', 'Activity'] : ['Tokens']

/** A network is served if the API's list has it [5.8]. */
export const servesNetwork = (supported: readonly string[], networkId: string): boolean => supported.includes(networkId)

/** No origin is longer: a host name has 253 characters at most. */
const LONGEST = 300

/** Whether a text is a pattern's parts one after another, with anything between two of them. Takes no longer for more of them. */
function isFilled([first = '', ...others]: readonly string[], text: string): boolean {
  const last = others.pop()
  if (last === undefined) return text === first
  const end = text.length - last.length
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let at = first.length
  for (const part of others) {
    const found = text.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return at <= end
}

/** A pattern of origins: `*` stands for anything but a slash, everything else for itself, in any case. */
function matches(pattern: string, origin: string): boolean {
  const [patterns, texts] = [pattern, origin].map((text) => text.toLowerCase().split('/'))
  if (!patterns || patterns.length !== texts?.length) return false
  return patterns.every((one, index) => isFilled(one.split('*'), texts[index] ?? ''))
}

/** An origin is allowed by the project's own list or by the default ancestors: exactly, or by a pattern [5.17]. */
export const isOriginAllowed = (origin: string, allowed: readonly string[]): boolean =>
  [...allowed, ...DEFAULT_ORIGINS].some(
    (pattern) => pattern.length <= LONGEST && matches(pattern.replace(/\/$/, ''), origin),
  )

/** Server texts that mean that the site is set up wrongly [8.24] to [8.26]. */
const MEANINGS: readonly (readonly [string, AlertCode])[] = [
  ['Unauthorized: origin not allowed', 'alert.invalidAppConfiguration'],
  ['JWT validation error: JWT Token is not yet valid', 'alert.sessionExpired'],
  ['Unauthorized: invalid key', 'alert.invalidProjectId'],
]

/** What a server said: the API in an answer, or the relay when it turned the page away. */
function wordsOf(thrown: unknown): string {
  const refused = thrown instanceof LatchkeyError && thrown.code === 'pairing.refused'
  return apiErrorOf(thrown)?.serverText ?? (refused ? String(thrown.params['reason']) : '')
}

/** The alert that a server's words stand for, wherever in its answer they are [8.24] to [8.27]. */
export const alertOf = (thrown: unknown): AlertCode | undefined => {
  const text = wordsOf(thrown)
  return MEANINGS.find(([words]) => text.includes(words))?.[1]
}
