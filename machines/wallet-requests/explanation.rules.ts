/**
 * Explains a message to be signed. All of its text is untrusted: it is shown as text, with a maximum length and with hidden
 * characters made visible.
 */
import type {
  Explanation,
  ExplanationPart as Part,
  ExplanationWarning as Warning,
  Forecast,
} from './explanation.types.ts'
import { isRecord } from '../shared/typeGuards.rules.ts'

export const EXPLAINED = {
  /** The maximum number of characters of one part. */
  characters: 4_000,
  /** The maximum number of parts of a request. */
  parts: 60,
  /** The maximum number of steps of a request. */
  steps: 20,
  /** The maximum number of fields of typed data that are read. */
  looked: 1_000,
  /** The maximum depth of typed data that is read. */
  depth: 6,
} as const

/** Emoji with their joiners; and characters that are invisible or reorder others, which are shown as escape sequences. */
const HIDDEN =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*)|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
const isLayout = (letter: string): boolean => letter === '\n' || letter === '\t'
const escaped = (letter: string): string =>
  isLayout(letter) ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`

/** Returns an untrusted text as it may be shown: with a maximum length, and with invisible characters escaped. */
export function toVisibleText(text: string): { text: string; isHidden: boolean; isShortened: boolean } {
  const isShortened = text.length > EXPLAINED.characters
  const bounded = (isShortened ? `${text.slice(0, EXPLAINED.characters)}…` : text).replaceAll('\r\n', '\n')
  const visible = bounded.replace(HIDDEN, (letter, emoji: string | undefined) => emoji ?? escaped(letter))
  return { text: visible, isHidden: visible !== bounded, isShortened }
}

const part = (label: Part['label'], value: string, as: Part['as'] = 'text', name?: string): Part => ({
  label,
  value,
  as,
  ...(name !== undefined && { name }),
})

/** Stands for a value that could not be serialized. */
const UNWRITTEN = '…'

/**
 * Returns an explanation of untrusted parts as they may be shown, with warnings for hidden and shortened text. Amounts are
 * formatted by this library, so they are trusted.
 */
export function explanationOf(
  kind: Explanation['kind'],
  parts: readonly Part[],
  warnings: readonly Warning[] = [],
): Explanation {
  const texts = parts
    .flatMap(({ value, name = '', as }) => (as === 'amount' ? [name] : [value, name]))
    .map(toVisibleText)
  const isShortened = texts.some((each) => each.isShortened) || parts.some(({ value }) => value === UNWRITTEN)
  const found: readonly Warning[] = [
    ...warnings,
    ...(texts.some(({ isHidden }) => isHidden) ? (['invisibleCharacters'] as const) : []),
    ...(isShortened ? (['truncated'] as const) : []),
  ]
  return {
    kind,
    parts: parts.map(({ name, ...each }) => ({
      ...each,
      value: each.as === 'amount' ? each.value : toVisibleText(each.value).text,
      ...(name !== undefined && { name: toVisibleText(name).text }),
    })),
    warnings: [...new Set(found)],
  }
}

/** Combines an explanation with its steps. The warnings of the steps are also warnings of the whole. */
export function withSteps(
  explanation: Explanation,
  steps: readonly Explanation[],
  stepCount = steps.length,
): Explanation {
  const isMore = stepCount > steps.length
  const all = [explanation, ...steps].flatMap(({ warnings }) => warnings)
  return {
    ...explanation,
    warnings: [...new Set([...all, ...(isMore ? (['truncated'] as const) : [])])],
    steps,
    ...(isMore && { stepCount }),
  }
}

/** Adds a forecast to an explanation, before the parts that are shown as code, which few users read. */
export function withForecast(explanation: Explanation, forecast: Forecast | undefined): Explanation {
  if (!forecast) return explanation
  const { parts, warnings } = explanation
  const codes = parts.filter(({ label, as }) => label === 'data' && as === 'code')
  // The forecast has a more accurate network fee.
  const isOlder = ({ label }: Part) => label === 'fee' && forecast.parts.some((each) => each.label === 'fee')
  return {
    ...explanation,
    parts: [...parts.filter((each) => !codes.includes(each) && !isOlder(each)), ...forecast.parts, ...codes],
    warnings: [...new Set([...warnings, ...forecast.warnings])],
  }
}

/** Adds warnings to an explanation. */
export const withWarnings = (explanation: Explanation, ...warnings: readonly Warning[]): Explanation => ({
  ...explanation,
  warnings: [...new Set([...warnings, ...explanation.warnings])],
})

export const explainUnknownCall = (method: string, params: unknown): Explanation =>
  explanationOf('unknown', [part('method', method, 'code'), part('data', toText(params), 'code')], ['unreadable'])

/** Returns any value as text. Numbers of any size stay exact. */
export function toText(value: unknown): string {
  try {
    const replacer = (_: string, each: unknown) => (typeof each === 'bigint' ? each.toString() : each)
    if (typeof value === 'bigint') return value.toString()
    return typeof value === 'string' ? value : (JSON.stringify(value, replacer, 2) ?? '')
  } catch {
    return UNWRITTEN
  }
}

/** The start of a CAIP-122 sign-in message in the layout of EIP-4361. A server may accept it as a sign-in, whatever follows. */
const SIGN_IN =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?<domain>[^\s/?#]+) wants you to sign in with your [^\n]{1,40} account:\n(?<address>\S+)(?:\n\n(?<statement>(?!URI: )[^\n]+))?(?<fields>[^]*)$/i

const fieldIn = (fields: string, name: string): string | undefined =>
  fields.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))[0]

export interface SigningContext {
  /** The address of the account. */
  address: string
  /** A CAIP-2 id. */
  networkId: string
  /** The host of the page, with its port if it has one; undefined outside a browser. */
  host: string | undefined
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** Explains a text to be signed: as a sign-in if it is one, otherwise as a message. */
export function explainText(text: string, { address, networkId, host }: SigningContext): Explanation {
  const groups = SIGN_IN.exec(text.slice(0, EXPLAINED.characters).replaceAll('\r\n', '\n'))?.groups
  if (!groups) return explanationOf('message', [part('message', text)])
  const { domain = '', address: account = '', statement, fields = '' } = groups
  const chain = fieldIn(fields, 'Chain ID')
  const expires = fieldIn(fields, 'Expiration Time')
  const reference = networkId.slice(networkId.indexOf(':') + 1)
  return explanationOf(
    'signIn',
    [
      part('domain', domain),
      ...(statement === undefined ? [] : [part('statement', statement)]),
      part('account', account, 'address'),
      ...(chain === undefined ? [] : [part('chain', chain)]),
      ...(expires === undefined ? [] : [part('expires', expires)]),
      part('message', text),
    ],
    [
      ...(host !== undefined && !isSame(domain, host) ? (['otherDomain'] as const) : []),
      ...(isSame(account, address) ? [] : (['otherAccount'] as const)),
      ...(chain === undefined || chain === reference || chain === networkId ? [] : (['otherChain'] as const)),
    ],
  )
}

interface Field {
  name: string
  type: string
}
type Types = Readonly<Record<string, readonly Field[]>>

const isField = (field: unknown): field is Field =>
  isRecord(field) && typeof field['name'] === 'string' && typeof field['type'] === 'string'
const areTypes = (types: unknown): types is Types =>
  isRecord(types) && Object.values(types).every((fields) => Array.isArray(fields) && fields.every(isField))

/**
 * A field of typed data. If it is not `exact`, another value may be signed: a number that JSON rounds, or a text instead of a
 * boolean.
 */
interface Signed {
  part: Part
  type: string
  exact: boolean
}

/**
 * Yields the fields that are signed, with their paths: those that the types declare. Anything deeper than the maximum depth is
 * serialized.
 */
function* fieldsOf(value: unknown, type: string, types: Types, path = '', depth = 0): Generator<Signed> {
  const isDeep = depth < EXPLAINED.depth
  const [, element] = /^(.*)\[\d*\]$/.exec(type) ?? []
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (isDeep && element !== undefined && Array.isArray(value))
    for (const [index, each] of value.entries()) yield* fieldsOf(each, element, types, `${path}[${index}]`, depth + 1)
  else if (isDeep && fields && isRecord(value))
    for (const { name, type: of } of fields)
      yield* fieldsOf(value[name], of, types, path === '' ? name : `${path}.${name}`, depth + 1)
  else {
    const text = toText(value)
    yield {
      part: part('field', text, /^0x[0-9a-f]{40}$/i.test(text) ? 'address' : 'text', path),
      type,
      exact: type === 'bool' ? typeof value === 'boolean' : typeof value !== 'number' || Number.isSafeInteger(value),
    }
  }
}

/** Returns the first values of an iterable that may be endless. */
export function firstOf<Value>(values: Iterable<Value>, count: number): Value[] {
  const first: Value[] = []
  for (const value of values) {
    if (first.length === count) break
    first.push(value)
  }
  return first
}

/** Returns the fields of a domain that are signed: those that its type declares. Without that type, wallets differ. */
function domainOf(domain: unknown, { EIP712Domain: declared }: Types) {
  const fields = Object.entries(isRecord(domain) ? domain : {})
  const isSigned = ([name]: [string, unknown]) => declared?.some((field) => field.name === name) ?? false
  const signed = declared ? fields.filter(isSigned) : fields
  return { signed: Object.fromEntries(signed), isLoose: !fields.every(isSigned) }
}

/** Explains typed data (EIP-712): its type, its contract, and each field; undefined if it is not typed data. */
export function explainTypedData(data: unknown, { networkId }: SigningContext): Explanation | undefined {
  if (!isRecord(data)) return undefined
  const { domain, primaryType, message, types } = data
  if (!areTypes(types) || typeof primaryType !== 'string' || !Object.hasOwn(types, primaryType) || !isRecord(message))
    return undefined
  const {
    signed: { name, chainId, verifyingContract },
    isLoose,
  } = domainOf(domain, types)
  const reference = networkId.slice(networkId.indexOf(':') + 1)
  const head = [
    ...(typeof name === 'string' ? [part('field', name, 'text', 'domain.name')] : []),
    part('method', primaryType, 'code'),
    ...(typeof verifyingContract === 'string' ? [part('contract', verifyingContract, 'address')] : []),
  ]
  const signed = firstOf(fieldsOf(message, primaryType, types), EXPLAINED.looked)
  const fields = signed.map((field) => field.part)
  const listed = fields.slice(0, EXPLAINED.parts)
  const isMore = fields.length > listed.length
  return explanationOf(
    'typedData',
    [...head, ...listed, ...(isMore ? [part('data', toText(message), 'code')] : [])],
    [
      ...(signed.some(isUnlimited) ? (['unlimited'] as const) : []),
      ...(chainId !== undefined && chainOf(chainId) !== reference ? (['otherChain'] as const) : []),
      ...(signed.every(({ exact }) => exact) && !isLoose ? [] : (['unreadable'] as const)),
      ...(isMore ? (['truncated'] as const) : []),
    ],
  )
}

/** Returns a chain id in any format as a decimal. */
function chainOf(chainId: unknown): string {
  try {
    return BigInt(chainId as string | number | bigint).toString()
  } catch {
    return toText(chainId)
  }
}

const HALF = 2n ** 159n
/** Whether an allowance is unlimited: larger than any balance, in 160 or 256 bits. */
export const isWithoutLimit = (amount: bigint): boolean => amount >= HALF

/** Whether a field is an unlimited allowance of a permit: EIP-2612, Permit2, DAI. */
function isUnlimited({ part: { name = '', value }, type, exact }: Signed): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1)
  // Wallets treat any text as true.
  if (last === 'allowed') return type === 'bool' && !(exact && value === 'false')
  if (last !== 'value' && last !== 'amount') return false
  try {
    return isWithoutLimit(BigInt(value))
  } catch {
    return /^\d(\.\d+)?e\+\d+$/.test(value) && Number(value) >= Number(HALF)
  }
}
