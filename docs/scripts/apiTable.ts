/** Generates the Markdown tables of API calls in docs/api.md. */
import type * as z from 'zod/mini'
import type { CallDefinition, Hosts } from '../../sdk/api/call.ts'

type Calls = Readonly<Record<string, CallDefinition>>
type Schema = z.core.$ZodType

const TITLES: Readonly<Record<keyof Hosts, string>> = {
  blockchain: 'Accounts, names, prices, swaps, on-ramp, payments and sessions: `hosts.blockchain`',
  catalog: 'Wallets, pictures and the project: `hosts.catalog`',
  analytics: 'Events: `hosts.analytics`',
}
const COLUMNS = ['Call', 'Request', 'Query', 'Body', 'Answer', 'Only where served', 'Kept for', 'Spec']

/** Returns one table per host. */
export const apiTable = (calls: Calls): string =>
  (Object.keys(TITLES) as (keyof Hosts)[])
    .flatMap((host) => [
      `### ${TITLES[host]}`,
      '',
      rowOf(COLUMNS),
      rowOf(COLUMNS.map(() => '---')),
      ...Object.entries(calls)
        .filter(([, definition]) => definition.host === host)
        .map(([name, definition]) => rowOf(cellsOf(name, definition))),
      '',
    ])
    .join('\n')

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

function cellsOf(name: string, definition: CallDefinition): string[] {
  const { method, path, rpc, query = [], body = [], fixed, projectInBody, response, gated, cacheMs, spec } = definition
  return [
    code(name),
    [`${method} /${path}`, ...(rpc === undefined ? [] : [rpc])].map(code).join(' '),
    listOf([...pairsOf(fixed?.query), ...query]),
    listOf([...body, ...pairsOf(fixed?.body), ...(projectInBody ? ['projectId'] : [])]),
    answerOf(response),
    gated ? ('error' in gated ? `yes, else ${code(gated.error)}` : 'yes, else empty') : 'no',
    cacheMs === undefined ? '' : `${cacheMs / 1_000} s`,
    spec ?? '',
  ]
}

const code = (text: string): string => `\`${text}\``
const listOf = (texts: readonly string[]): string => texts.map(code).join(', ')
const pairsOf = (fixed: object = {}): string[] =>
  Object.entries(fixed).map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)

/** The fields of a response that the SDK reads, or the kind of the response. */
function answerOf(schema: Schema): string {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return listOf(Object.entries(def.shape).map(([name, field]) => (isList(field) ? `${name}[]` : name)))
    case 'pipe':
      return isList(schema) ? 'a list' : answerOf(def.in)
    case 'union':
      return def.options[0] ? answerOf(def.options[0]) : ''
    case 'default':
      return `${answerOf(def.innerType)}, or nothing`
    case 'nullable':
      return `${answerOf(def.innerType)}, or null`
    case 'custom':
      return 'a picture'
    default:
      return 'anything'
  }
}

/** Whether a schema expects a list. */
function isList(schema: Schema): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return isList(def.in)
  return 'innerType' in def ? isList(def.innerType) : def.type === 'array'
}
