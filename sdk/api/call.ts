/** What a call of the API is, as data: the client sends it, the docs list it, the mocks answer it. */
import * as z from 'zod/mini'
import type { ErrorCode } from '../../machines/errors/catalogue.ts'

/** Who answers; each host is a default that a site can change. */
export interface Hosts {
  /** Accounts, names, prices, swaps, on-ramp and sessions. */
  blockchain: string
  /** Wallets, their pictures, allowed origins. */
  catalogue: string
  /** Analytics events, where the site has them sent to the API. */
  analytics: string
}

type Input = z.ZodMiniObject

export interface CallDefinition<Request extends Input = Input, Response extends z.ZodMiniType = z.ZodMiniType> {
  /** The statement of the specification that the call carries out; none for calls that only the reference names. */
  spec?: string
  host: keyof Hosts
  method: 'GET' | 'POST'
  /** Each `{name}` is filled from the input. */
  path: string
  /** The input's fields that go into the query, besides those that every call carries. */
  query?: readonly (keyof z.infer<Request> & string)[]
  /** The input's fields that go into the body. */
  body?: readonly (keyof z.infer<Request> & string)[]
  /** What never varies. */
  fixed?: { query?: Readonly<Record<string, string>>; body?: Readonly<Record<string, unknown>> }
  /** The method of JSON-RPC 2.0: the body's fields are its params, and the answer is its result. */
  rpc?: string
  /** The body carries the project id as well. */
  projectInBody?: true
  request: Request
  response: Response
  /** The answer is a picture, not JSON. */
  binary?: true
  /** Where the answer holds lists, `''` if it is one; entries that break their schema are left out and counted. */
  lists?: readonly string[]
  /**
   * Asked only on networks that the API serves [7.2]: elsewhere `empty` is the answer without a call, or an error.
   * Calls without it belong to no network.
   */
  gated?: { empty: z.infer<Response> } | { error: ErrorCode }
  /** An answer is good for so long. */
  cacheMs?: number
  /** What of the input an answer is kept under; all of it where nothing is said. */
  keptUnder?: readonly (keyof z.infer<Request> & string)[]
}

/** A call, its types kept. */
export const call = <Request extends Input, Response extends z.ZodMiniType>(
  definition: CallDefinition<Request, Response>,
): CallDefinition<Request, Response> => definition

/** A list of a stranger: entries that break their schema are left out, the others are worth showing. */
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

/** A text that may be missing, null or empty: all three mean that there is none. */
export const maybeText = z.pipe(
  z.nullish(z.string()),
  z.transform((value: string | null | undefined) => value || undefined),
)

/** Decimal digits, as the API writes base units. */
export const digits = z.string().check(z.regex(/^\d{1,78}$/))

/** An object without its fields that are null: to the API they are the same as missing ones. */
export const withoutNulls = z.transform((value: unknown) =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([, field]) => field !== null))
    : value,
)
