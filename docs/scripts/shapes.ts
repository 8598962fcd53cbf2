/** Reads the payloads of events from the source text of the contracts, for the initial values of the devtools' event form. */
import type { Payload } from '../../sdk/devtools/nextEvents.ts'

/** A field of an event, with the source text of its type. */
export interface ShapeField {
  name: string
  optional: boolean
  type: string
}

/** The events of the contracts, and the types that they refer to. */
export interface Shapes {
  /** By event type. */
  events: ReadonlyMap<string, readonly ShapeField[]>
  /** By name: the text after `type Name =`, or an interface's `{ … }`. */
  types: ReadonlyMap<string, string>
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '')

/** The index of the brace that closes the one at `start`. */
function closing(text: string, start: number): number {
  let depth = 0
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1
    if (text[index] === '}') depth -= 1
    if (depth === 0) return index
  }
  return text.length
}

/** The members of an object type, `{ a: string; b?: number }`. */
function fieldsOf(literal: string): ShapeField[] {
  let depth = 0
  const parts = ['']
  for (const letter of literal.slice(1, -1)) {
    if ('{[(<'.includes(letter)) depth += 1
    if ('}])>'.includes(letter)) depth -= 1
    if (depth === 0 && /[;\n]/.test(letter)) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.flatMap((part) => {
    const [, name, optional, type] = /^\s*(?:readonly )?(\w+)(\?)?: ([\s\S]*)$/.exec(part) ?? []
    return name !== undefined && type !== undefined ? [{ name, optional: optional === '?', type: type.trim() }] : []
  })
}

/** Parses the source texts of contracts. Pure. */
export function shapesOf(texts: Iterable<string>): Shapes {
  const events = new Map<string, readonly ShapeField[]>()
  const types = new Map<string, string>()
  for (const text of texts) {
    const code = withoutComments(text)
    for (const { 1: type = '', index } of code.matchAll(/\{\s*type: '([\w.]+)'/g)) {
      const fields = fieldsOf(code.slice(index, closing(code, index) + 1)).filter(({ name }) => name !== 'type')
      // A machine may emit and receive events of the same type. The one with more fields wins.
      if ((events.get(type)?.length ?? -1) < fields.length) events.set(type, fields)
    }
    for (const { 1: name = '', index, 0: head } of code.matchAll(/interface (\w+)(?: extends \w+)? (?=\{)/g))
      types.set(name, code.slice(index + head.length, closing(code, index + head.length) + 1))
    for (const [, name = '', text = ''] of code.matchAll(/type (\w+) =([^\n]*(?:\n\s+\|[^\n]+)*)/g))
      types.set(name, text.trim())
  }
  return { events, types }
}

const DEEPEST = 3

/** A sample value for the source text of a type, on a best-effort basis. */
function sampleOf(type: string, types: Shapes['types'], depth: number): unknown {
  const plain = type.replace(/^\|\s*/, '').replace(/^readonly /, '')
  const [, literal] = /^'([^']*)'/.exec(plain) ?? []
  if (literal !== undefined) return literal
  if (/\[\]$|^\[/.test(plain)) return []
  const [first = ''] = plain.split(' | ')
  if (first === 'number' || first === 'bigint') return 0
  if (first === 'boolean' || first === 'false') return false
  if (first === 'true') return true
  if (first.startsWith('{') && depth < DEEPEST) return sample(fieldsOf(plain), types, depth + 1)
  const named = types.get(first)
  if (named !== undefined && named !== plain && depth < DEEPEST) return sampleOf(named, types, depth + 1)
  return named?.startsWith('{') || first.startsWith('{') ? {} : first === 'unknown' || first === 'undefined' ? null : ''
}

const sample = (fields: readonly ShapeField[], types: Shapes['types'], depth: number): Record<string, unknown> =>
  Object.fromEntries(
    fields.filter(({ optional }) => !optional).map(({ name, type }) => [name, sampleOf(type, types, depth)]),
  )

/** The sample payload and the optional fields of an event; `undefined` for an event without a payload. */
export function payloadOf({ events, types }: Shapes, eventType: string): Payload | undefined {
  const fields = events.get(eventType)
  if (!fields || fields.length === 0) return undefined
  return {
    payload: sample(fields, types, 0),
    optional: fields.filter(({ optional }) => optional).map(({ name }) => name),
  }
}

/** The generated file with the payloads of all events. */
export function payloadsFile(shapes: Shapes): string {
  const rows = [...shapes.events.keys()].toSorted().flatMap((type) => {
    const payload = payloadOf(shapes, type)
    return payload ? [`  '${type}': ${JSON.stringify(payload)},`] : []
  })
  return `/** Written by a test, from the contracts. */
import type { Payload } from './nextEvents.ts'

/** What events carry, by their types. */
export const payloads: Readonly<Record<string, Payload>> = {
${rows.join('\n')}
}
`
}
