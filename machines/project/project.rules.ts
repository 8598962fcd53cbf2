import type { AccountTab } from '../shared/account.types.ts'
import { DEFAULT_ORIGINS } from '../constants.ts'
import type { Configuration } from './configuration.types.ts'
import { apiErrorOf } from '../shared/errors/apiError.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { AlertCode } from '../shared/errors/catalog.ts'
import type { ViewName } from '../shell/view.types.ts'

/** Views that show data of the API, or a QR code of its relay. */
const PROVIDED_VIEWS: readonly ViewName[] = [
  'AllWallets',
  'GetWallet',
  'ConnectingWalletConnect',
  'ConnectingWalletConnectBasic',
]

/** The transaction history comes from the API, which requires a project id. */
export const readsHistory = ({ projectId, features }: Pick<Configuration, 'projectId' | 'features'>): boolean =>
  projectId !== undefined && features.history

/** Smart sessions are stored by the API, and only exist for eip155 accounts. */
export const hasSmartSessions = ({
  projectId,
  features,
  namespaces,
}: Pick<Configuration, 'projectId' | 'features' | 'namespaces'>): boolean =>
  projectId !== undefined && features.smartSessions && namespaces.includes('eip155')

export const needsProject = (view: ViewName): boolean => PROVIDED_VIEWS.includes(view)

/**
 * Returns the tabs of the account view. The history, and the collectibles in it, come from the API [2.3]. Without it, `sent` says
 * whether transactions were sent from this app.
 */
export const accountTabs = (history: boolean, sent: boolean): readonly AccountTab[] =>
  history ? ['Tokens', 'NFTs', 'Activity'] : sent ? ['Tokens', 'Activity'] : ['Tokens']

/** Whether a network is in the API's list [5.8]. */
export const servesNetwork = (supported: readonly string[], networkId: string): boolean => supported.includes(networkId)

/** The maximum length of an origin: a host name has at most 253 characters. */
const LONGEST = 300

/** Whether a text consists of the parts of a pattern in order, with any text between them. Takes linear time. */
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

/** Whether an origin matches a pattern: `*` stands for anything but a slash. Case is ignored. */
function matches(pattern: string, origin: string): boolean {
  const [patterns, texts] = [pattern, origin].map((text) => text.toLowerCase().split('/'))
  if (!patterns || patterns.length !== texts?.length) return false
  return patterns.every((one, index) => isFilled(one.split('*'), texts[index] ?? ''))
}

/** Whether an origin is in the project's list or in the default list, exactly or by a pattern [5.17]. */
export const isOriginAllowed = (origin: string, allowed: readonly string[]): boolean =>
  [...allowed, ...DEFAULT_ORIGINS].some(
    (pattern) => pattern.length <= LONGEST && matches(pattern.replace(/\/$/, ''), origin),
  )

/** Server texts that mean that the app is misconfigured [8.24] to [8.26]. */
const MEANINGS: readonly (readonly [string, AlertCode])[] = [
  ['Unauthorized: origin not allowed', 'alert.invalidAppConfiguration'],
  ['JWT validation error: JWT Token is not yet valid', 'alert.sessionExpired'],
  ['Unauthorized: invalid key', 'alert.invalidProjectId'],
]

/** Returns the text of a server error: from the API's response, or from the relay if it refused the connection. */
function wordsOf(thrown: unknown): string {
  const refused = thrown instanceof LatchkeyError && thrown.code === 'pairing.refused'
  return apiErrorOf(thrown)?.serverText ?? (refused ? String(thrown.params['reason']) : '')
}

/** Returns the alert that a server text means, wherever it occurs in the response [8.24] to [8.27]. */
export const alertOf = (thrown: unknown): AlertCode | undefined => {
  const text = wordsOf(thrown)
  return MEANINGS.find(([words]) => text.includes(words))?.[1]
}
