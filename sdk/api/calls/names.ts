import * as z from 'zod/mini'
import { CACHE, NAME_ZONE } from '../../../machines/constants.ts'
import { call, listOf, maybeText } from '../call.ts'

const name = z.object({
  name: z.string(),
  /** Milliseconds since 1970. */
  registered: z.nullish(z.union([z.number(), z.string()])),
  addresses: z.nullish(z.record(z.string(), z.object({ address: z.string() }))),
  attributes: z.nullish(z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])),
})

/** The provider's name service. Its refusals carry reasons. */
export const namesCalls = {
  /** What a name stands for. */
  nameLookup: call({
    spec: '7.14',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/profile/account/{name}',
    fixed: { query: { apiVersion: '2' } },
    request: z.object({ name: z.string() }),
    response: name,
    gated: { empty: { name: '', addresses: {}, attributes: [] } },
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
    gated: { empty: [] },
    cacheMs: CACHE.namesMs,
  }),
  /** Names that are like the one that is wished for, and whether they are taken: spec 3.21. */
  nameSuggestions: call({
    spec: '7.16',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/profile/suggestions/{name}',
    fixed: { query: { zone: NAME_ZONE } },
    request: z.object({ name: z.string() }),
    response: z.object({ suggestions: listOf(z.object({ name: z.string(), registered: z.boolean() })) }),
    list: 'suggestions',
    gated: { empty: { suggestions: [] } },
  }),
  /** Registers a name for whoever signed the message. */
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
    response: z.object({ success: z.boolean() }),
    gated: { empty: { success: false } },
  }),
}
