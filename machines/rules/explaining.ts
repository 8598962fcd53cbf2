/** What a message that a wallet is asked to sign says. All of it is a stranger's: shown as text, bounded, with nothing hidden in it. */
import type {
  Explanation,
  ExplanationPart as Part,
  ExplanationWarning as Warning,
  Forecast,
} from '../entities/explanation.ts'
import { isRecord } from './pairing/shapes.ts'

export const EXPLAINED = {
  /** Characters of one part. */
  characters: 4_000,
  /** Parts of a question. */
  parts: 60,
  /** Steps of a question. */
  steps: 20,
  /** Fields of typed data that are looked at. */
  looked: 1_000,
  /** How deep typed data is looked into. */
  depth: 6,
} as const

/** Emoji, with what joins them; and letters without a shape, or that turn the others around: what they hide is written out. */
const HIDDEN =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*)|[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu
const isLayout = (letter: string): boolean => letter === '\n' || letter === '\t'
const escaped = (letter: string): string =>
  isLayout(letter) ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`

/** A stranger's text as it may be shown: bounded, and with letters that cannot be seen written out. */
export function shownText(text: string): { text: string; isHidden: boolean; isShortened: boolean } {
  const isShortened = text.length > EXPLAINED.characters
  const bounded = (isShortened ? `${text.slice(0, EXPLAINED.characters)}…` : text).replaceAll('\r\n', '\n')
  const shown = bounded.replace(HIDDEN, (letter, emoji: string | undefined) => emoji ?? escaped(letter))
  return { text: shown, isHidden: shown !== bounded, isShortened }
}

const part = (label: Part['label'], value: string, as: Part['as'] = 'text', name?: string): Part => ({
  label,
  value,
  as,
  ...(name !== undefined && { name }),
})

/** Stands for what could not be written. */
const UNWRITTEN = '…'

/** Strangers' parts as they may be shown, and what has to be said of them. Amounts are the reader's own words. */
export function explanationOf(
  kind: Explanation['kind'],
  parts: readonly Part[],
  warnings: readonly Warning[] = [],
): Explanation {
  const texts = parts.flatMap(({ value, name = '', as }) => (as === 'amount' ? [name] : [value, name])).map(shownText)
  const isShortened = texts.some((each) => each.isShortened) || parts.some(({ value }) => value === UNWRITTEN)
  const found: readonly Warning[] = [
    ...warnings,
    ...(texts.some(({ isHidden }) => isHidden) ? (['hidden'] as const) : []),
    ...(isShortened ? (['shortened'] as const) : []),
  ]
  return {
    kind,
    parts: parts.map(({ name, ...each }) => ({
      ...each,
      value: each.as === 'amount' ? each.value : shownText(each.value).text,
      ...(name !== undefined && { name: shownText(name).text }),
    })),
    warnings: [...new Set(found)],
  }
}

/** A whole with its steps: what has to be looked at in one of them, has to be in the whole. */
export function inSteps(whole: Explanation, steps: readonly Explanation[], stepCount = steps.length): Explanation {
  const isMore = stepCount > steps.length
  const all = [whole, ...steps].flatMap(({ warnings }) => warnings)
  return {
    ...whole,
    warnings: [...new Set([...all, ...(isMore ? (['shortened'] as const) : [])])],
    steps,
    ...(isMore && { stepCount }),
  }
}

/** What is asked, with what would come of it: before what is shown as code, which few read. */
export function withForecast(explanation: Explanation, forecast: Forecast | undefined): Explanation {
  if (!forecast) return explanation
  const { parts, warnings } = explanation
  const codes = parts.filter(({ label, as }) => label === 'data' && as === 'code')
  // What the network takes is known better by now.
  const isOlder = ({ label }: Part) => label === 'fee' && forecast.parts.some((each) => each.label === 'fee')
  return {
    ...explanation,
    parts: [...parts.filter((each) => !codes.includes(each) && !isOlder(each)), ...forecast.parts, ...codes],
    warnings: [...new Set([...warnings, ...forecast.warnings])],
  }
}

/** The same, with more that has to be looked at twice. */
export const warned = (explanation: Explanation, ...warnings: readonly Warning[]): Explanation => ({
  ...explanation,
  warnings: [...new Set([...warnings, ...explanation.warnings])],
})

export const unknownCall = (method: string, params: unknown): Explanation =>
  explanationOf('unknown', [part('method', method, 'code'), part('data', written(params), 'code')], ['unread'])

/** Anything as text; a number of any size is itself. */
export function written(value: unknown): string {
  try {
    const replacer = (_: string, each: unknown) => (typeof each === 'bigint' ? each.toString() : each)
    if (typeof value === 'bigint') return value.toString()
    return typeof value === 'string' ? value : (JSON.stringify(value, replacer, 2) ?? '')
  } catch {
    return UNWRITTEN
  }
}

/** How a sign-in begins by CAIP-122, as EIP-4361 writes it; whatever follows, a server may take it for one. */
const SIGN_IN =
  /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?<domain>[^\s/?#]+) wants you to sign in with your [^\n]{1,40} account:\n(?<address>\S+)(?:\n\n(?<statement>(?!URI: )[^\n]+))?(?<fields>[^]*)$/i

const fieldIn = (fields: string, name: string): string | undefined =>
  fields.split('\n').flatMap((line) => (line.startsWith(`${name}: `) ? [line.slice(name.length + 2)] : []))[0]

export interface Place {
  /** Who is asked. */
  address: string
  /** CAIP-2. */
  networkId: string
  /** The host of the page, with its port where it has one; nothing outside a browser. */
  host: string | undefined
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** What a text says that a wallet is asked to sign: a sign-in where it is one, else the text itself. */
export function explainText(text: string, { address, networkId, host }: Place): Explanation {
  const found = SIGN_IN.exec(text.slice(0, EXPLAINED.characters).replaceAll('\r\n', '\n'))?.groups
  if (!found) return explanationOf('message', [part('message', text)])
  const { domain = '', address: account = '', statement, fields = '' } = found
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

/** A field of typed data. One that is not `exact` may be signed as another value: a number that JSON rounds, a word for a yes or no. */
interface Signed {
  part: Part
  type: string
  exact: boolean
}

/** The fields that are signed, one by one, by their names: those that the types declare. What lies deeper than is looked is written as it is. */
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
    const text = written(value)
    yield {
      part: part('field', text, /^0x[0-9a-f]{40}$/i.test(text) ? 'address' : 'text', path),
      type,
      exact: type === 'bool' ? typeof value === 'boolean' : typeof value !== 'number' || Number.isSafeInteger(value),
    }
  }
}

/** The first few of what may be endless. */
export function firstOf<Value>(values: Iterable<Value>, count: number): Value[] {
  const first: Value[] = []
  for (const value of values) {
    if (first.length === count) break
    first.push(value)
  }
  return first
}

/** What of a domain is signed: the fields that its type declares. Without that type, wallets differ. */
function domainOf(domain: unknown, { EIP712Domain: declared }: Types) {
  const given = Object.entries(isRecord(domain) ? domain : {})
  const isSigned = ([name]: [string, unknown]) => declared?.some((field) => field.name === name) ?? false
  const signed = declared ? given.filter(isSigned) : given
  return { signed: Object.fromEntries(signed), isLoose: !given.every(isSigned) }
}

/** What typed data says (EIP-712): of what, for whom, and each field; nothing for what is none. */
export function explainTypedData(data: unknown, { networkId }: Place): Explanation | undefined {
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
  const shown = fields.slice(0, EXPLAINED.parts)
  const isMore = fields.length > shown.length
  return explanationOf(
    'typedData',
    [...head, ...shown, ...(isMore ? [part('data', written(message), 'code')] : [])],
    [
      ...(signed.some(isUnlimited) ? (['unlimited'] as const) : []),
      ...(chainId !== undefined && chainOf(chainId) !== reference ? (['otherChain'] as const) : []),
      ...(signed.every(({ exact }) => exact) && !isLoose ? [] : (['unread'] as const)),
      ...(isMore ? (['shortened'] as const) : []),
    ],
  )
}

/** A chain id in any of the ways that it is written, as a decimal. */
function chainOf(chainId: unknown): string {
  try {
    return BigInt(chainId as string | number | bigint).toString()
  } catch {
    return written(chainId)
  }
}

const HALF = 2n ** 159n
/** An allowance of more than anybody can have is one without a limit, of 160 bits or of 256. */
export const isWithoutLimit = (amount: bigint): boolean => amount >= HALF

/** A field that permits of tokens name an allowance by: EIP-2612, Permit2, DAI. */
function isUnlimited({ part: { name = '', value }, type, exact }: Signed): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1)
  // Wallets take any word for a yes.
  if (last === 'allowed') return type === 'bool' && !(exact && value === 'false')
  if (last !== 'value' && last !== 'amount') return false
  try {
    return isWithoutLimit(BigInt(value))
  } catch {
    return /^\d(\.\d+)?e\+\d+$/.test(value) && Number(value) >= Number(HALF)
  }
}
