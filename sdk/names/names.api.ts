import * as z from 'zod/mini'
import { CACHE, NAMES } from '../../machines/constants.ts'
import { call, listOf } from '../api/call.ts'

const name = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  registered: z.nullish(z.union([z.number(), z.string()])),
  addresses: z.nullish(z.record(z.string(), z.object({ address: z.string() }))),
  attributes: z.nullish(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
})

/** For an unregistered name, the API responds with an empty list. */
const NO_NAME = { name: '', addresses: {}, attributes: [] }
const noName = z.pipe(
  z.tuple([]),
  z.transform((): z.infer<typeof name> => NO_NAME),
)

/** Some versions of the API return a success flag, others the registered name. */
const registered = z.union([
  z.object({ success: z.boolean() }),
  z.pipe(
    z.object({ name: z.string() }),
    z.transform(() => ({ success: true })),
  ),
])

/** The API's name service. Its error responses carry reasons. */
export const namesCalls = {
  /** Resolves a name. */
  nameLookup: call({
    spec: '7.14',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/profile/account/{name}',
    fixed: { query: { apiVersion: '2' } },
    request: z.object({ name: z.string() }),
    response: z.union([name, noName]),
    gated: { empty: NO_NAME },
    cacheMs: CACHE.namesMs,
  }),
  /** The names of an address. */
  namesOfAddress: call({
    spec: '7.15',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/profile/reverse/{address}',
    query: ['sender'],
    fixed: { query: { apiVersion: '2' } },
    request: z.object({ address: z.string(), sender: z.optional(z.string()) }),
    response: listOf(name),
    lists: [''],
    gated: { empty: [] },
    cacheMs: CACHE.namesMs,
  }),
  /** Names similar to the requested one, and whether they are taken: spec 3.21. */
  nameSuggestions: call({
    spec: '7.16',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/profile/suggestions/{name}',
    fixed: { query: { zone: NAMES.zone } },
    request: z.object({ name: z.string() }),
    response: z.object({ suggestions: listOf(z.object({ name: z.string(), registered: z.boolean() })) }),
    lists: ['suggestions'],
    gated: { empty: { suggestions: [] } },
  }),
  /** Registers a name for the address that signed the message. */
  registerName: call({
    spec: '7.17',
    host: 'blockchain',
    method: 'POST',
    path: 'v1/profile/account',
    body: ['coin_type', 'address', 'message', 'signature'],
    request: z.object({
      /** SLIP-44 coin type with its high bit set (ENSIP-11). */
      coin_type: z.int(),
      address: z.string(),
      message: z.string(),
      signature: z.string(),
    }),
    response: registered,
    gated: { empty: { success: false } },
  }),
}
