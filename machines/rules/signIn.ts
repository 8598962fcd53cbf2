import type { SignInData } from '../entities/signIn.ts'
import { namespaceOf, referenceOf, type Namespace, type NetworkId } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import { isSameAddress } from './addresses.ts'
import { CLOCK_SKEW_MS, instantOf } from './pairing/instants.ts'
import { layOut, NAMED_LINES } from './signInLayout.ts'

/** In characters; a longer text is neither written nor read. */
const MAX_LENGTH = 4_000

/** The namespaces whose accounts can sign in: what they are called, and the shape of their addresses and references. */
const ACCOUNTS: ReadonlyMap<Namespace, { name: string; address: RegExp; reference: RegExp }> = new Map([
  ['eip155', { name: 'Ethereum', address: /^0x[0-9a-fA-F]{40}$/, reference: /^[1-9]\d{0,31}$/ }],
  ['solana', { name: 'Solana', address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/, reference: /^[-_a-zA-Z0-9]{1,32}$/ }],
  ['bip122', { name: 'Bitcoin', address: /^[0-9a-zA-Z]{26,90}$/, reference: /^[0-9a-f]{32}$/ }],
])

// RFC 3986. No character fits two of the alternatives, so that a text is read in linear time.
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

/** An IPv6 address is read by the platform: RFC 3986 has nine forms of it. */
function isAddressable(host: string): boolean {
  const literal = /\[[^\]]*\]/.exec(host)
  try {
    return literal === null || new URL(`http://${literal[0]}`).hostname !== ''
  } catch {
    return false
  }
}
/** A page's script may hand on anything: what is no text fits nothing. */
const fits = (shape: RegExp | undefined, value: unknown): boolean =>
  typeof value === 'string' && shape?.test(value) === true
const isDomain = (text: string): boolean => fits(DOMAIN, text) && isAddressable(text)
const isUri = (text: string): boolean => fits(URI, text) && isAddressable(text)
const isTime = (text: string): boolean => instantOf(text) !== undefined

/** The first field that cannot be written, by its name. */
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
 * The text that a wallet signs: EIP-4361 in eip155, CAIP-122 in the same layout in solana and bip122. Throws
 * `signIn.malformed` with the `field` that cannot be written; `message` where the text has more than 4,000 characters.
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

/** The fields of a text, wherever it has what looks like them. */
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
 * What a text says that was signed to sign in; nothing where the text is not exactly what `signInMessage` writes, has more than
 * 4,000 characters, or names a scheme before its domain. Never throws.
 */
export function readSignIn(text: string): SignInData | undefined {
  // A server is sent anything, whatever its types say.
  if (typeof text !== 'string' || text.length > MAX_LENGTH) return undefined
  const data = fieldsOf(text)
  try {
    return signInMessage(data) === text ? data : undefined
  } catch {
    return undefined
  }
}

/** What a sign-in has to say; what is left out is not looked at. */
export interface ExpectedSignIn {
  /** The host of the page, with its port where it has one. */
  domain: string
  accountAddress?: string | undefined
  /** CAIP-2. */
  chainId?: NetworkId | undefined
  nonce?: string | undefined
  /** Any URI of the page: its origin counts. Without one the sign-in's URI is of `domain`, over http or https. */
  uri?: string | undefined
  statement?: string | undefined
}

/** Whose a URI is: its origin, or the URI itself where it has none. */
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

/** The text is for this page, and as it was asked for. */
function otherFault(data: SignInData, expected: ExpectedSignIn): LatchkeyError | undefined {
  const { domain, accountAddress: address, chainId, nonce, uri, statement } = data
  if (domain !== expected.domain) return new LatchkeyError('signIn.otherDomain', { params: { domain } })
  if (!isOfPage(uri, expected)) return new LatchkeyError('signIn.otherUri', { params: { uri } })
  if (!isSameAddress(namespaceOf(chainId), address, expected.accountAddress ?? address))
    return new LatchkeyError('signIn.otherAddress', { params: { address } })
  if (chainId !== (expected.chainId ?? chainId)) return new LatchkeyError('signIn.otherChain', { params: { chainId } })
  if (nonce !== (expected.nonce ?? nonce)) return new LatchkeyError('signIn.otherNonce')
  return statement === (expected.statement ?? statement) ? undefined : new LatchkeyError('signIn.otherStatement')
}

/** The text is good now. Clocks may differ for when it begins; nothing is added to when it ends. */
function timeFault({ issuedAt, notBefore, expirationTime }: SignInData, nowMs: number): LatchkeyError | undefined {
  const isAhead = (time: string | undefined) =>
    time !== undefined && (instantOf(time) ?? Infinity) > nowMs + CLOCK_SKEW_MS
  if (expirationTime !== undefined && nowMs >= (instantOf(expirationTime) ?? -Infinity))
    return new LatchkeyError('signIn.expired', { params: { time: expirationTime } })
  if (notBefore !== undefined && isAhead(notBefore))
    return new LatchkeyError('signIn.early', { params: { time: notBefore } })
  return isAhead(issuedAt) ? new LatchkeyError('signIn.issuedAhead', { params: { time: issuedAt } }) : undefined
}

/**
 * What is wrong with a sign-in beside its signature; nothing where it is as expected. `nowMs` is milliseconds since 1970; clocks may
 * be 5 minutes apart for `issuedAt` and `notBefore`.
 */
export function signInFault(
  { message }: { message: string },
  expected: ExpectedSignIn,
  { nowMs }: { nowMs: number },
): LatchkeyError | undefined {
  const data = readSignIn(message)
  return data ? (otherFault(data, expected) ?? timeFault(data, nowMs)) : malformed('message')
}
