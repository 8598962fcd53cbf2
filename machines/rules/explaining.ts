/** What a message that a wallet is asked to sign says. All of it is a stranger's: shown as text, bounded, with nothing hidden in it. */
import type { Explanation, ExplanationPart as Part, ExplanationWarning as Warning } from '../entities/explanation.ts'
import { isRecord } from './pairing/shapes.ts'

export const EXPLAINED = {
  /** Characters of one part. */
  characters: 4_000,
  /** Parts of a question. */
  parts: 60,
  /** How deep typed data is looked into. */
  depth: 6,
} as const

/** Letters without a shape, and those that turn the others around: what they hide is shown as code. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu
const isLayout = (letter: string): boolean => letter === '\n' || letter === '\t'
const escaped = (letter: string): string =>
  isLayout(letter) ? letter : `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`

/** A stranger's text as it may be shown: bounded, and with letters that cannot be seen written out. */
export function shownText(text: string): { text: string; isHidden: boolean } {
  const bounded = text.length > EXPLAINED.characters ? `${text.slice(0, EXPLAINED.characters)}…` : text
  const shown = bounded.replaceAll('\r\n', '\n').replace(HIDDEN, escaped)
  return { text: shown, isHidden: shown !== bounded.replaceAll('\r\n', '\n') }
}

const part = (label: Part['label'], value: string, as: Part['as'] = 'text', name?: string): Part => ({
  label,
  value: shownText(value).text,
  as,
  ...(name !== undefined && { name: shownText(name).text }),
})

export const unknownCall = (method: string, params: unknown): Explanation => ({
  kind: 'unknown',
  parts: [part('method', method, 'code'), part('data', written(params), 'code')],
  warnings: ['unread'],
})

/** Anything as text; a number of any size is itself. */
function written(value: unknown): string {
  try {
    const replacer = (_: string, each: unknown) => (typeof each === 'bigint' ? each.toString() : each)
    return typeof value === 'string' ? value : (JSON.stringify(value, replacer, 2) ?? '')
  } catch {
    return ''
  }
}

/** The fields of a sign-in by CAIP-122, as EIP-4361 writes it. */
const SIGN_IN =
  /^(?:(?<scheme>[a-z][a-z0-9+.-]*):\/\/)?(?<domain>[^\s/?#]+) wants you to sign in with your (?<family>[^\n]{1,40}) account:\n(?<address>\S+)\n(?:\n(?<statement>[^\n]+)\n)?\n?(?<fields>URI: [^]*)$/

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
  const { isHidden } = shownText(text)
  const hidden: readonly Warning[] = isHidden ? ['hidden'] : []
  const found = text.length <= EXPLAINED.characters ? SIGN_IN.exec(text)?.groups : undefined
  if (!found) return { kind: 'message', parts: [part('message', text)], warnings: hidden }
  const { domain = '', address: account = '', statement, fields = '' } = found
  const chain = fieldIn(fields, 'Chain ID')
  const expires = fieldIn(fields, 'Expiration Time')
  const reference = networkId.slice(networkId.indexOf(':') + 1)
  return {
    kind: 'signIn',
    parts: [
      part('domain', domain),
      ...(statement === undefined ? [] : [part('statement', statement)]),
      part('account', account, 'address'),
      ...(chain === undefined ? [] : [part('chain', chain)]),
      ...(expires === undefined ? [] : [part('expires', expires)]),
      part('message', text),
    ],
    warnings: [
      ...(host !== undefined && !isSame(domain, host) ? (['otherDomain'] as const) : []),
      ...(isSame(account, address) ? [] : (['otherAccount'] as const)),
      ...(chain === undefined || chain === reference || chain === networkId ? [] : (['otherChain'] as const)),
      ...hidden,
    ],
  }
}

/** The fields of a value of typed data, one by one, by their names; what lies deeper than is looked is written as it is. */
function* fieldsOf(value: unknown, path: string, depth: number): Generator<Part> {
  const isDeep = depth < EXPLAINED.depth
  if (isDeep && Array.isArray(value))
    for (const [index, each] of value.entries()) yield* fieldsOf(each, `${path}[${index}]`, depth + 1)
  else if (isDeep && isRecord(value))
    for (const [name, each] of Object.entries(value))
      yield* fieldsOf(each, path === '' ? name : `${path}.${name}`, depth + 1)
  else {
    const text = typeof value === 'string' ? value : written(value)
    yield part('field', text, /^0x[0-9a-f]{40}$/i.test(text) ? 'address' : 'text', path)
  }
}

/** The first few of what may be endless, and whether there are more. */
function firstOf<Value>(values: Iterable<Value>, count: number): { first: Value[]; isMore: boolean } {
  const first: Value[] = []
  for (const value of values) {
    if (first.length === count) return { first, isMore: true }
    first.push(value)
  }
  return { first, isMore: false }
}

/** What typed data says (EIP-712): of what, for whom, and each field. */
export function explainTypedData(data: unknown, { networkId }: Place): Explanation {
  if (!isRecord(data) || !isRecord(data['message'])) return unknownCall('eth_signTypedData', data)
  const { domain, primaryType, message } = data
  const { name, chainId, verifyingContract } = isRecord(domain) ? domain : {}
  const reference = networkId.slice(networkId.indexOf(':') + 1)
  const head = [
    ...(typeof name === 'string' ? [part('field', name, 'text', 'domain.name')] : []),
    ...(typeof primaryType === 'string' ? [part('method', primaryType, 'code')] : []),
    ...(typeof verifyingContract === 'string' ? [part('contract', verifyingContract, 'address')] : []),
  ]
  const { first, isMore } = firstOf(fieldsOf(message, '', 0), EXPLAINED.parts - head.length)
  const isOther = chainId !== undefined && chainOf(chainId) !== reference
  const isHidden = shownText(written(message)).isHidden
  return {
    kind: 'typedData',
    parts: [...head, ...first, ...(isMore ? [part('data', written(message), 'code')] : [])],
    warnings: [
      ...(isUnlimited(message) ? (['unlimited'] as const) : []),
      ...(isOther ? (['otherChain'] as const) : []),
      ...(isHidden ? (['hidden'] as const) : []),
    ],
  }
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

/** The fields that permits of tokens name the amount by: EIP-2612, Permit2. */
const AMOUNTS = ['value', 'amount']
function isUnlimited(message: unknown, depth = 0): boolean {
  if (depth > EXPLAINED.depth || typeof message !== 'object' || message === null) return false
  return Object.entries(message).some(([name, value]) => {
    if (!AMOUNTS.includes(name)) return name === 'allowed' ? value === true : isUnlimited(value, depth + 1)
    try {
      return isWithoutLimit(BigInt(value as string | number | bigint))
    } catch {
      return false
    }
  })
}
