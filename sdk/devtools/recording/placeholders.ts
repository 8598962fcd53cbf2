/**
 * Replaces private values in a recording. The same value always gets the same placeholder, which has a valid format, so that the
 * machines decide the same when the recording is replayed.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { getAddress } from 'viem'
import { NAMES } from '../../../machines/constants.ts'
import { EMAIL, isSecretName, SECRETS } from '../mask.ts'

/** Replaces the private values in texts. */
export interface Placeholders {
  /** Replaces every private value in a text. `name`: the field that contains the text, if any. */
  replace(text: string, name?: string): string
  /** Replaces this text wherever it appears from now on. */
  hide(text: string, placeholder: string): void
}

const ZONES = ['eth', ...NAMES.zones].map((zone) => zone.replaceAll('.', '\\.')).join('|')
/** The first label of an account's name, such as `ann` in `ann.eth`. */
const ACCOUNT_NAME = new RegExp(`(?<![\\w.-])[\\w-]{1,255}(?=(?:\\.[\\w-]{1,255}){0,8}\\.(?:${ZONES})\\b)`, 'g')

const PATTERNS = { email: EMAIL, ...SECRETS, accountName: ACCOUNT_NAME } as const
type Kind = keyof typeof PATTERNS
/** All patterns at once, so that no placeholder is replaced again. */
const ALL = new RegExp(
  Object.entries(PATTERNS)
    .map(([kind, { source }]) => `(?<${kind}>${source})`)
    .join('|'),
  'g',
)

/** Shorter hex is a number, such as an amount. */
const MIN_HEX = 32
/** A CAIP-2 id of Solana or Bitcoin contains the first 32 characters of a hash, which is the same for everyone. */
const CHAIN_REFERENCE = /(?:^|[^\w])(?:solana|bip122):$/
/** The zero address, the address that stands for the native token, and the largest amount. */
const isConstant = (hex: string): boolean => /^0x(?:0+|f+|e{40})$/i.test(hex)
const isDecimal = (text: string): boolean => /^\d+$/.test(text)
const IS_BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/
const NATIVE_SOL = /^So1{38,}[12]?$/

/** Bytes that differ for each number, and begin so that people recognize a placeholder. */
function bytesOf(count: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  bytes[0] = 0xaa
  for (let index = length - 1, rest = count; index > 0 && rest > 0; index -= 1, rest >>>= 8) bytes[index] = rest & 0xff
  return bytes
}
const hexOf = (count: number, digits: number): string => `aa${count.toString(16).padStart(digits - 2, '0')}`

const base58check = createBase58check(sha256)

function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}

/** Keeps the prefix, the version of the witness, and the length. */
function bech32Placeholder(text: string, count: number): string | undefined {
  const lower = text.toLowerCase()
  const coder = bech32.decodeUnsafe(lower, false) ? bech32 : bech32m
  const read = coder.decodeUnsafe(lower, false)
  if (!read) return undefined
  // The first word of a witness address is its version.
  const version = /^(?:bc|tb|bcrt)$/.test(read.prefix) ? read.words.slice(0, 1) : []
  const bytes = attempt(() => coder.fromWords(read.words.slice(version.length)))
  if (!bytes) return undefined
  const words = coder.toWords(bytesOf(count, bytes.length))
  const placeholder = coder.encode(read.prefix, [...version, ...words], false)
  return text === lower ? placeholder : placeholder.toUpperCase()
}

function base58Placeholder(text: string, count: number): string | undefined {
  const [version, ...hash] = attempt(() => base58check.decode(text)) ?? []
  if (version !== undefined) return base58check.encode(Uint8Array.of(version, ...bytesOf(count, hash.length)))
  const { length = 0 } = attempt(() => base58.decode(text)) ?? {}
  return length === 32 || length === 64 ? base58.encode(bytesOf(count, length)) : undefined
}

/** Of the same length, in characters of every alphabet. */
const textPlaceholder = (text: string, count: number): string =>
  `Pa${'1'.repeat(Math.max(0, text.length - 2 - `${count}`.length))}${`${count}`.replaceAll('0', 'z')}`

/** Keeps the case, so that a checksum stays valid. The first four bytes of call data select a function. */
function hexPlaceholder(text: string, count: number): string {
  const digits = text.slice(2)
  const selector = digits.length % 64 === 8 ? digits.slice(0, 8) : ''
  const placeholder = `0x${selector}${hexOf(count, digits.length - selector.length)}`
  if (digits === digits.toLowerCase()) return placeholder
  if (digits.length === 40 && digits !== digits.toUpperCase()) return getAddress(placeholder)
  return `0x${placeholder.slice(2).toUpperCase()}`
}

const makers: Readonly<Record<Kind | 'code' | 'secret', (text: string, count: number) => string>> = {
  email: (_, count) => `user${count}@example.com`,
  token: (_, count) => `eyJhbGciOiJub25lIn0.${btoa(`{"n":${count}}`).replaceAll('=', '')}.`,
  prefixedHex: hexPlaceholder,
  hex: (text, count) => {
    const placeholder = hexOf(count, text.length)
    return text === text.toLowerCase() ? placeholder : placeholder.toUpperCase()
  },
  bech32: (text, count) => bech32Placeholder(text, count) ?? textPlaceholder(text, count),
  base64: textPlaceholder,
  base58: (text, count) => base58Placeholder(text, count) ?? textPlaceholder(text, count),
  accountName: (_, count) => `name${count}`,
  code: (text, count) => `${count}`.padStart(text.length, '0').slice(-text.length),
  secret: (_, count) => `secret${count}`,
}

/** The case of these values has no meaning. */
const CASELESS: readonly string[] = ['email', 'prefixedHex', 'bech32', 'accountName']
/** Codes that a user types, by the names of their fields. */
const CODE_NAME = /^(?:code|otp|pin)$/i
const CODE = /^\d{4,10}$/
/** Fields that name a person, also by an incomplete email address. */
const PERSON_NAME = /^(?:userName|email|newEmail)$/i
/** Secrets are replaced in other texts as well, unless they are so short that they match anything. */
const MIN_SECRET = 4

/** Creates the placeholders of one recording. */
export function createPlaceholders(): Placeholders {
  const counts = new Map<Kind | 'code' | 'secret', number>()
  /** The numbers of the values that were replaced. */
  const numbers = new Map<string, number>()
  /** Secrets by their field names: codes, passwords. */
  const named = new Map<string, string>()

  function placeholderOf(kind: Kind | 'code' | 'secret', text: string): string {
    const key = `${kind} ${CASELESS.includes(kind) ? text.toLowerCase() : text}`
    const number = numbers.get(key) ?? (counts.get(kind) ?? 0) + 1
    if (!numbers.has(key)) counts.set(kind, number)
    numbers.set(key, number)
    return makers[kind](text, number)
  }
  function isKept(kind: Kind, match: string, before: string): boolean {
    if (kind === 'prefixedHex') return match.length - 2 < MIN_HEX || isConstant(match)
    if (kind === 'hex') return isDecimal(match) || (match.length === 32 && CHAIN_REFERENCE.test(before))
    return kind === 'base58' && (NATIVE_SOL.test(match) || (match.length === 32 && CHAIN_REFERENCE.test(before)))
  }
  const replacePatterns = (text: string): string =>
    text.replace(ALL, (match: string, ...rest: unknown[]) => {
      const groups = rest.at(-1) as Readonly<Partial<Record<Kind, string>>>
      const offset = Number(rest.at(-3))
      const [found] = (Object.keys(PATTERNS) as Kind[]).filter((each) => groups[each] !== undefined)
      // A long base58 text matches the pattern of base64 as well.
      const kind = found === 'base64' && IS_BASE58.test(match) ? 'base58' : found
      const before = text.slice(Math.max(0, offset - 9), offset)
      return kind && !isKept(kind, match, before) ? placeholderOf(kind, match) : match
    })
  /** A secret of the same text has the same placeholder wherever it appears. */
  function nameSecret(text: string, name: string): void {
    if (named.has(text) || text.length < MIN_SECRET) return
    if (CODE_NAME.test(name) && CODE.test(text)) named.set(text, placeholderOf('code', text))
    else if ((isSecretName(name) || PERSON_NAME.test(name)) && replacePatterns(text) === text)
      named.set(text, placeholderOf('secret', text))
  }
  return {
    hide: (text, placeholder) => void (text.length >= MIN_SECRET && named.set(text, placeholder)),
    replace(text, name) {
      if (name !== undefined) nameSecret(text, name)
      if (name !== undefined && isSecretName(name) && text !== '' && text.length < MIN_SECRET) return 'secret'
      const exact = named.get(text)
      if (exact !== undefined) return exact
      let result = text
      // The longest first: one can contain another, such as a URL with a key.
      for (const [secret, placeholder] of [...named].toSorted(([one], [other]) => other.length - one.length))
        if (result.includes(secret)) result = result.replaceAll(wholeWord(secret), placeholder)
      return replacePatterns(result)
    },
  }
}

const wholeWord = (text: string): RegExp =>
  new RegExp(`(?<![0-9A-Za-z])${text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}(?![0-9A-Za-z])`, 'g')
