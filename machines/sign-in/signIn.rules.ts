import type { SignInData } from './signIn.types.ts'
import { namespaceOf, referenceOf, type Namespace, type NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { isSameAddress } from '../shared/addresses.rules.ts'
import { CLOCK_SKEW_MS, parseTimestamp } from '../shared/timestamps.rules.ts'
import { layOut, NAMED_LINES } from './signInLayout.rules.ts'

/** The maximum length of a sign-in text in characters. Longer texts are neither written nor parsed. */
const MAX_LENGTH = 4_000

/** The namespaces whose accounts can sign in: the name of their accounts, and the formats of addresses and references. */
const ACCOUNTS: ReadonlyMap<Namespace, { name: string; address: RegExp; reference: RegExp }> = new Map([
  ['eip155', { name: 'Ethereum', address: /^0x[0-9a-fA-F]{40}$/, reference: /^[1-9]\d{0,31}$/ }],
  ['solana', { name: 'Solana', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, reference: /^[-_a-zA-Z0-9]{1,32}$/ }],
  ['bip122', { name: 'Bitcoin', address: /^[0-9a-zA-Z]{26,90}$/, reference: /^[0-9a-f]{32}$/ }],
])

// RFC 3986. No character matches two of the alternatives, so a text is parsed in linear time.
const PLAIN = String.raw`[\w\-.~!$&'()*+,;=]|%[0-9a-fA-F]{2}`
const HOST = String.raw`(?:\[[0-9a-fA-F:.]+\]|(?:${PLAIN})+)(?::\d*)?`
const PATH = `(?:${PLAIN}|[:@/])*`
const DOMAIN = new RegExp(`^${HOST}$`)
const URI = new RegExp(
  String.raw`^[a-zA-Z][a-zA-Z0-9+.\-]*:(?:\/\/(?:(?:${PLAIN}|:)*@)?(?:${HOST})?(?:\/${PATH})?|(?!\/\/)${PATH})` +
    String.raw`(?:\?(?:${PLAIN}|[:@/?])*)?(?:#(?:${PLAIN}|[:@/?])*)?$`,
)
const REQUEST_ID = new RegExp(`^(?:${PLAIN}|[:@])*$`)
const STATEMENT = /^[\w\-.~:/?#[\]@!$&'()*+,;= ]+$/
const NONCE = /^[a-zA-Z0-9]{8,}$/

/** IPv6 addresses are parsed by the platform: RFC 3986 has nine forms of them. */
function isAddressable(host: string): boolean {
  const literal = /\[[^\]]*\]/.exec(host)
  try {
    return literal === null || new URL(`http://${literal[0]}`).hostname !== ''
  } catch {
    return false
  }
}
/** An app's script may pass any value. A value that is not a text matches nothing. */
const fits = (shape: RegExp | undefined, value: unknown): boolean =>
  typeof value === 'string' && shape?.test(value) === true
const isDomain = (text: string): boolean => fits(DOMAIN, text) && isAddressable(text)
const isUri = (text: string): boolean => fits(URI, text) && isAddressable(text)
const isTime = (text: string): boolean => parseTimestamp(text) !== undefined

/** Returns the name of the first field that is invalid. */
function faultyField(data: SignInData): keyof SignInData | undefined {
  const account = ACCOUNTS.get(namespaceOf(data.chainId))
  const { statement, expirationTime, notBefore, requestId, resources } = data
  const sound: Record<keyof SignInData, boolean> = {
    domain: isDomain(data.domain),
    chainId: fits(account?.reference, referenceOf(data.chainId)),
    accountAddress: fits(account?.address, data.accountAddress),
    statement: statement === undefined || fits(STATEMENT, statement),
    uri: isUri(data.uri),
    version: data.version === '1',
    nonce: fits(NONCE, data.nonce),
    issuedAt: isTime(data.issuedAt),
    expirationTime: expirationTime === undefined || isTime(expirationTime),
    notBefore: notBefore === undefined || isTime(notBefore),
    requestId: requestId === undefined || fits(REQUEST_ID, requestId),
    resources: resources === undefined || resources.every(isUri),
  }
  return (Object.keys(sound) as (keyof SignInData)[]).find((field) => !sound[field])
}

const malformed = (field: string): LatchkeyError => new LatchkeyError('signIn.malformed', { params: { field } })

/**
 * Returns the text that a wallet signs: EIP-4361 in eip155, CAIP-122 in the same layout in solana and bip122. Throws
 * `signIn.malformed` with the name of the invalid `field`, or with `message` if the text is longer than 4,000 characters.
 */
export function signInMessage(data: SignInData): string {
  const field = faultyField(data)
  if (field !== undefined) throw malformed(field)
  const { accountAddress: address, chainId, ...parts } = data
  const chainName = ACCOUNTS.get(namespaceOf(chainId))?.name ?? ''
  const text = layOut({ ...parts, chainName, address, reference: referenceOf(chainId) })
  if (text.length > MAX_LENGTH) throw malformed('message')
  return text
}

const HEAD = /^(\S+) wants you to sign in with your (Ethereum|Solana|Bitcoin) account:$/

/** Reads the fields of a text, without checking its layout. */
function fieldsOf(text: string): SignInData {
  const [head = '', accountAddress = '', , first = '', ...others] = text.split('\n')
  const [, domain = '', chainName = ''] = HEAD.exec(head) ?? []
  const namespace = [...ACCOUNTS.keys()].find((key) => ACCOUNTS.get(key)?.name === chainName) ?? 'eip155'
  const lines = first === '' ? others : others.slice(1)
  const end = lines.indexOf('Resources:')
  const named = new Map(
    lines.slice(0, end === -1 ? undefined : end).map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
  const values = NAMED_LINES.map(([name, part]) => [part, named.get(name)] as const)
  const { reference = '', ...parts } = Object.fromEntries(values.filter(([, value]) => value !== undefined))
  return {
    ...({ uri: '', nonce: '', issuedAt: '', ...parts } as Pick<SignInData, 'uri' | 'nonce' | 'issuedAt' | 'version'>),
    domain,
    accountAddress,
    chainId: `${namespace}:${reference}`,
    ...(first !== '' && { statement: first }),
    ...(end !== -1 && { resources: lines.slice(end + 1).map((line) => line.slice('- '.length)) }),
  }
}

/**
 * Parses a sign-in text. Returns undefined if the text is not exactly what `signInMessage` writes, is longer than 4,000
 * characters, or has a scheme before its domain. Never throws.
 */
export function readSignIn(text: string): SignInData | undefined {
  // A server receives arbitrary values, whatever the types say.
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined
  const data = fieldsOf(text)
  try {
    return signInMessage(data) === text ? data : undefined
  } catch {
    return undefined
  }
}

/** The expected values of a sign-in. Missing fields are not checked. */
export interface ExpectedSignIn {
  /** The host of the page, with its port if it has one. */
  domain: string
  accountAddress?: string | undefined
  /** A CAIP-2 id. */
  chainId?: NetworkId | undefined
  nonce?: string | undefined
  /**
   * Any URI of the page; only its origin is compared. If missing, the URI of the sign-in must have the host `domain`, over http
   * or https.
   */
  uri?: string | undefined
  statement?: string | undefined
}

/** Returns the origin of a URI, or the URI itself if it has no origin. */
function originOf(uri: string): string | undefined {
  try {
    const { origin } = new URL(uri)
    return origin === 'null' ? uri : origin
  } catch {
    return undefined
  }
}

const isOfPage = (uri: string, { uri: page, domain }: ExpectedSignIn): boolean => {
  const origin = originOf(uri)
  if (origin === undefined) return false
  return page === undefined
    ? [`https://${domain}`, `http://${domain}`].map(originOf).includes(origin)
    : origin === originOf(page)
}

/** Why the text is not for this page, or not as expected. */
function validateExpected(data: SignInData, expected: ExpectedSignIn): LatchkeyError | undefined {
  const { domain, accountAddress: address, chainId, nonce, uri, statement } = data
  if (domain !== expected.domain) return new LatchkeyError('signIn.otherDomain', { params: { domain } })
  if (!isOfPage(uri, expected)) return new LatchkeyError('signIn.otherUri', { params: { uri } })
  if (!isSameAddress(namespaceOf(chainId), address, expected.accountAddress ?? address))
    return new LatchkeyError('signIn.otherAddress', { params: { address } })
  if (chainId !== (expected.chainId ?? chainId)) return new LatchkeyError('signIn.otherChain', { params: { chainId } })
  if (nonce !== (expected.nonce ?? nonce)) return new LatchkeyError('signIn.otherNonce')
  return statement === (expected.statement ?? statement) ? undefined : new LatchkeyError('signIn.otherStatement')
}

/** Why the text is not valid at this time. Clock differences are tolerated for its start, but not for its end. */
function validateTimes({ issuedAt, notBefore, expirationTime }: SignInData, nowMs: number): LatchkeyError | undefined {
  const isAhead = (time: string | undefined) =>
    time !== undefined && (parseTimestamp(time) ?? Infinity) > nowMs + CLOCK_SKEW_MS
  if (expirationTime !== undefined && nowMs >= (parseTimestamp(expirationTime) ?? -Infinity))
    return new LatchkeyError('signIn.expired', { params: { time: expirationTime } })
  if (notBefore !== undefined && isAhead(notBefore))
    return new LatchkeyError('signIn.early', { params: { time: notBefore } })
  return isAhead(issuedAt) ? new LatchkeyError('signIn.issuedAhead', { params: { time: issuedAt } }) : undefined
}

/**
 * Returns what is wrong with a sign-in apart from its signature; undefined if it is as expected. `nowMs` is in milliseconds since
 * 1970. Clocks may differ by 5 minutes for `issuedAt` and `notBefore`.
 */
export function validateSignIn(
  { message }: { message: string },
  expected: ExpectedSignIn,
  { nowMs }: { nowMs: number },
): LatchkeyError | undefined {
  const data = readSignIn(message)
  return data ? (validateExpected(data, expected) ?? validateTimes(data, nowMs)) : malformed('message')
}
