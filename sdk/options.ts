import { TIMEOUTS } from '../machines/constants.ts'
import { features } from '../machines/entities/configuration.ts'
import { errorTexts } from '../machines/errors/catalogue.ts'
import type { LatchkeyOptions } from './config.ts'
import type { Ports } from './ports.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

/** What an option may be, in the words of the fault that says that it is not. */
const kinds = {
  'a string': isText,
  'a boolean': (value: unknown) => typeof value === 'boolean',
  'a positive number': (value: unknown) => Number.isFinite(value) && Number(value) > 0,
  'a function': (value: unknown) => typeof value === 'function',
  'an object': (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an array': Array.isArray,
  'an array of strings': (value: unknown) => Array.isArray(value) && value.every(isText),
}
/** A kind of value, or one value: `"light"`. */
type Kind = keyof typeof kinds | `"${string}"`
/** One kind, one of several, or fields by their names. */
type Shape = Kind | readonly Kind[] | { readonly [field: string]: Shape }
type Shapes<Options> = { readonly [Name in keyof Required<Options>]: Shape }

const SIGN_INS = ['siwx', 'siweConfig']

const SHAPES: { readonly [option: string]: Shape } = {
  projectId: 'a string',
  networks: 'an array',
  defaultNetwork: ['a string', 'an object'],
  tokens: 'an object',
  connectors: 'an array',
  id: 'a string',
  embedded: 'a boolean',
  theme: ['"light"', '"dark"', '"system"'],
  debug: 'a boolean',
  logLevel: ['"silent"', '"error"', '"warn"'],
  enableNetworkSwitch: 'a boolean',
  features: Object.fromEntries(features.map((name) => [name, 'a boolean'])),
  allowUnsupportedChain: 'a boolean',
  unsupportedChain: ['"view"', '"notice"', '"nothing"'],
  hosts: { blockchain: 'a string', catalogue: 'a string', analytics: 'a string' },
  featuredWalletIds: 'an array of strings',
  includeWalletIds: 'an array of strings',
  excludeWalletIds: 'an array of strings',
  customWallets: 'an array',
  allWallets: ['"SHOW"', '"HIDE"', '"ONLY_MOBILE"'],
  enableWalletGuide: 'a boolean',
  connectorTypeOrder: 'an array of strings',
  enableWalletConnect: 'a boolean',
  manualWCControl: 'a boolean',
  preferUniversalLinks: 'a boolean',
  relayUrl: 'a string',
  verifyUrl: 'a string',
  rpcMap: 'an object',
  defaultChains: 'an object',
  bundlers: 'an array of strings',
  metadata: { name: 'a string', description: 'a string', url: 'a string', icons: 'an array of strings' },
  analytics: ['a function', '"provider"'],
  watchPendingTransactions: 'a boolean',
  timeouts: Object.fromEntries(Object.keys(TIMEOUTS).map((name) => [name, 'a positive number'])),
  ports: {
    clock: 'an object',
    connectors: 'an object',
    storage: 'an object',
    scheme: 'an object',
    logger: 'an object',
    chains: 'an object',
    rpc: 'an object',
    api: 'an object',
    pairing: 'an object',
    page: 'an object',
    images: 'an object',
    clipboard: 'an object',
    visibility: 'an object',
    analytics: 'an object',
    ids: 'an object',
  } satisfies Shapes<Ports>,
} satisfies Shapes<Omit<LatchkeyOptions, 'siwx' | 'siweConfig'>>

/** The options that are what they may be, and one sentence for each thing about the others. What is undefined is not there. */
export function readShapes(given: unknown): { options: LatchkeyOptions; faults: string[] } {
  if (!kinds['an object'](given)) return { options: {}, faults: [`options: ${shown(given)} is not an object`] }
  const options: { [name: string]: unknown } = {}
  const faults: string[] = []
  for (const [name, value] of Object.entries(given as object)) {
    if (SIGN_INS.includes(name)) continue
    const found = faultsIn({ [name]: value }, SHAPES)
    if (found.length === 0) options[name] = value
    faults.push(...found)
  }
  return { options, faults: [...faults, ...signInFaults(given as object)] }
}

/** Whoever sets one of these believes that visitors have to sign in; that must not be passed over. */
function signInFaults({ siwx, siweConfig }: { siwx?: unknown; siweConfig?: unknown }): string[] {
  if (siwx !== undefined && siweConfig !== undefined) return [errorTexts['config.bothSignIns']]
  const name = siwx === undefined ? (siweConfig === undefined ? undefined : 'siweConfig') : 'siwx'
  return name === undefined ? [] : [`${name}: there is no sign-in with a wallet signature yet`]
}

/** The faults of an object's fields. */
const faultsIn = (given: object, shapes: { readonly [field: string]: Shape }, where?: string): string[] =>
  Object.entries(given).flatMap(([name, value]) => {
    if (value === undefined) return []
    const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
    return shape === undefined
      ? [`${where === undefined ? '' : `${where}: `}there is no "${name}"${suggested(name, Object.keys(shapes))}`]
      : faultsOf(value, shape, where === undefined ? name : `${where}.${name}`)
  })

function faultsOf(value: unknown, shape: Shape, where: string): string[] {
  const fields = typeof shape === 'object' && !isAlternatives(shape) ? shape : undefined
  const allowed = fields ? ['an object' as const] : [shape as Kind | readonly Kind[]].flat()
  if (!allowed.some((kind) => fits(value, kind))) return [`${where}: ${shown(value)} is not ${anyOf(allowed)}`]
  return fields ? faultsIn(value as object, fields, where) : []
}

const isAlternatives = (shape: object): shape is readonly Kind[] => Array.isArray(shape)

const fits = (value: unknown, kind: Kind): boolean =>
  kind in kinds ? kinds[kind as keyof typeof kinds](value) : isText(value) && `"${String(value)}"` === kind

const anyOf = (allowed: readonly string[]): string => allowed.join(' or ')

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
  if (typeof value === 'function') return 'a function'
  return typeof value === 'object' && value !== null ? 'an object' : (JSON.stringify(value) ?? String(value))
}

/** The name that may have been meant, where one is not far off. */
function suggested(name: string, names: readonly string[]): string {
  const [nearest] = names
    .map((known) => ({ known, steps: stepsBetween(name.toLowerCase(), known.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)
  return nearest && nearest.steps <= FARTHEST ? `; did you mean "${nearest.known}"?` : ''
}

const FARTHEST = 2

/** How many letters have to be put in, left out or replaced (Levenshtein). */
function stepsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const letter of from) {
    let corner = row[0] ?? 0
    let left = corner + 1
    row = [
      left,
      ...row.slice(1).map((above, index) => {
        left = Math.min(left + 1, above + 1, corner + (to[index] === letter ? 0 : 1))
        corner = above
        return left
      }),
    ]
  }
  return row.at(-1) ?? 0
}
