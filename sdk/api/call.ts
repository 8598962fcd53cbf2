/** The definition of an API call as data. The client sends it, the docs list it and the mocks answer it. */
import * as z from 'zod/mini'
import type { ErrorCode } from '../../machines/shared/errors/catalog.ts'

/** The API hosts. An app can replace each of the defaults. */
export interface Hosts {
  /** Accounts, names, prices, swaps, on-ramp and sessions. */
  blockchain: string
  /** Wallets, their images and allowed origins. */
  catalog: string
  /** Analytics events, if the app sends them to the API. */
  analytics: string
}

type Input = z.ZodMiniObject

export interface CallDefinition<Request extends Input = Input, Response extends z.ZodMiniType = z.ZodMiniType> {
  /** The statement of the specification that the call implements; absent for calls that only the reference names. */
  spec?: string
  host: keyof Hosts
  method: 'GET' | 'POST'
  /** Each `{name}` is replaced by a field of the input. */
  path: string
  /** The input fields sent in the query, in addition to those of every call. */
  query?: readonly (keyof z.infer<Request> & string)[]
  /** The input fields sent in the body. */
  body?: readonly (keyof z.infer<Request> & string)[]
  /** Constant query and body fields. */
  fixed?: { query?: Readonly<Record<string, string>>; body?: Readonly<Record<string, unknown>> }
  /** The JSON-RPC 2.0 method: the body's fields are its params, and the response is its result. */
  rpc?: string
  /** The body also carries the project id. */
  projectInBody?: true
  request: Request
  response: Response
  /** The response is an image, not JSON. */
  binary?: true
  /** The fields of the response that are lists, `''` for the response itself. Invalid entries are left out and counted. */
  lists?: readonly string[]
  /**
   * Sent only on networks that the API serves [7.2]. On others the call returns `empty` without a request, or fails. Calls
   * without this field belong to no network.
   */
  gated?: { empty: z.infer<Response> } | { error: ErrorCode }
  /** How long a response is cached, in milliseconds. */
  cacheMs?: number
  /** The input fields of the cache key; by default all of them. */
  cacheKeyFields?: readonly (keyof z.infer<Request> & string)[]
}

/** Defines a call with its types. */
export const call = <Request extends Input, Response extends z.ZodMiniType>(
  definition: CallDefinition<Request, Response>,
): CallDefinition<Request, Response> => definition

/** A list from the API: entries that do not match their schema are left out and the others are kept. */
export const listOf = <Item extends z.ZodMiniType>(item: Item) =>
  z.pipe(
    z.array(z.unknown()),
    z.transform((entries: unknown[]): z.infer<Item>[] =>
      entries.flatMap((entry) => {
        const parsed = item.safeParse(entry)
        return parsed.success ? [parsed.data] : []
      }),
    ),
  )

/** A text that may be missing, null or empty; all three parse to `undefined`. */
export const maybeText = z.pipe(
  z.nullish(z.string()),
  z.transform((value: string | null | undefined) => value || undefined),
)

/** Decimal digits, the API's format for base units. */
export const digits = z.string().check(z.regex(/^\d{1,78}$/))

/** Removes null fields: the API treats them like missing ones. */
export const withoutNulls = z.transform((value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value,
)
