import * as z from 'zod/mini'
import { fromBase64, fromJson, toBase64Url } from '../../shared/base64.rules.ts'

const PREFIX = 'urn:recap:'

const isNonEmpty = (value: object): boolean => Object.keys(value).length > 0

const limitsSchema = z.array(z.record(z.string(), z.unknown())).check(z.minLength(1))
const abilitiesSchema = z.record(z.string(), limitsSchema).check(z.refine(isNonEmpty))
const recapSchema = z.object({ att: z.record(z.string(), abilitiesSchema).check(z.refine(isNonEmpty)) })
/** What an account allows: abilities such as `request/personal_sign` with their limits, by resource (ERC-5573). */
export type Recap = z.infer<typeof recapSchema>

// Both sides must use the same order, whatever the locale of their runtime.
const byName = (a: string, b: string): number => a.localeCompare(b, 'en')

/** Returns a ReCap that allows the app to call methods in one namespace. */
export const recapOf = (namespace: string, methods: readonly string[]): Recap => ({
  att: { [namespace]: Object.fromEntries(methods.toSorted(byName).map((method) => [`request/${method}`, [{}]])) },
})

/** Returns what two ReCaps allow together. If both limit the same ability, the limits of the first apply. */
export function combineRecaps(first: Recap, second: Recap): Recap {
  const resources = [...new Set([...Object.keys(first.att), ...Object.keys(second.att)])].toSorted(byName)
  const merged = (resource: string) => {
    const abilities = { ...second.att[resource], ...first.att[resource] }
    return Object.fromEntries(Object.entries(abilities).toSorted(([a], [b]) => byName(a, b)))
  }
  return { att: Object.fromEntries(resources.map((resource) => [resource, merged(resource)])) }
}

/** Returns the resource of a ReCap: `urn:recap:` and its JSON in base64url. */
export const encodeRecap = (recap: Recap): string => `${PREFIX}${toBase64Url(JSON.stringify(recap))}`

export const isRecap = (resource: string | undefined): resource is string => resource?.startsWith(PREFIX) ?? false

/** Parses a ReCap; undefined if the resource contains none, or an invalid one. */
export function decodeRecap(resource: string): Recap | undefined {
  if (!isRecap(resource)) return undefined
  const { success, data } = recapSchema.safeParse(fromJson(fromBase64(resource.slice(PREFIX.length)) ?? ''))
  return success ? data : undefined
}

/** Returns the resource with the ReCap, which is always the last one. */
export const recapResource = (resources: readonly string[] | undefined): string | undefined => {
  const last = resources?.at(-1)
  return isRecap(last) ? last : undefined
}

/** Returns the methods that a ReCap allows the app to call in a namespace. */
export const recapMethods = ({ att }: Recap, namespace: string): string[] =>
  Object.keys(att[namespace] ?? {}).map((ability) => ability.slice(ability.indexOf('/') + 1))

const chainsSchema = z.array(z.string())

/** Returns the chains to which a ReCap is limited; empty if it is not limited. */
export const recapChains = ({ att }: Recap): string[] => [
  ...new Set(
    Object.values(att).flatMap((abilities) =>
      Object.values(abilities).flatMap(([limits]) => chainsSchema.safeParse(limits?.['chains']).data ?? []),
    ),
  ),
]

const OPENING = 'I further authorize the stated URI to perform the following actions on my behalf: '

/**
 * Appends to a statement the description of what a ReCap allows (ERC-5573). A statement that ends with exactly this description
 * stays unchanged; other sentences about permissions do not limit it.
 */
export function recapStatement(statement: string, recap: Recap): string {
  const description = describeRecap(recap)
  if (statement === description || statement.endsWith(` ${description}`)) return statement
  return `${statement === '' ? '' : `${statement} `}${description}`
}

function describeRecap({ att }: Recap): string {
  let count = 0
  const sentences = Object.entries(att).map(([resource, abilities]) => {
    const actions = Object.keys(abilities).map((ability) => ability.split('/', 2))
    const byKind = new Map<string, string[]>()
    for (const [kind = '', action = ''] of actions.toSorted(([, a = ''], [, b = '']) => byName(a, b)))
      byKind.set(kind, [...(byKind.get(kind) ?? []), action])
    return [...byKind]
      .map(([kind, names]) => `(${(count += 1)}) '${kind}': '${names.join("', '")}' for '${resource}'.`)
      .join(', ')
      .replace('.,', '.')
  })
  return `${OPENING}${sentences.join(' ')}`
}
