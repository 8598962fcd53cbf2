import * as z from 'zod/mini'
import { call, listOf } from '../call.ts'

const caipId = z.string().check(z.regex(/^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}$/))

/** A day, as the API says of its answer. */
const SUPPORTED_MS = 86_400_000

/** What the project may do, and where. */
export const projectCalls = {
  /** The networks that the API serves, as CAIP-2 ids. */
  supportedChains: call({
    spec: '7.3',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/supported-chains',
    request: z.object({}),
    response: z.object({ http: listOf(caipId), ws: z.nullish(listOf(caipId)) }),
    lists: ['http'],
    cacheMs: SUPPORTED_MS,
  }),
  /** The origins at which the project may be used: exact, or with `*`. */
  allowedOrigins: call({
    spec: '7.32',
    host: 'catalogue',
    method: 'GET',
    path: 'projects/v1/origins',
    request: z.object({}),
    response: z.object({ allowedOrigins: listOf(z.string()) }),
    lists: ['allowedOrigins'],
  }),
  /** Whether the project wants analytics at all. Asked only where the site has them sent to the API. */
  analyticsConfiguration: call({
    host: 'catalogue',
    method: 'GET',
    path: 'getAnalyticsConfig',
    request: z.object({}),
    response: z.object({ isAnalyticsEnabled: z.boolean() }),
  }),
  /** One analytics event. */
  analyticsEvent: call({
    host: 'analytics',
    method: 'POST',
    path: 'e',
    body: ['eventId', 'url', 'domain', 'timestamp', 'props'],
    request: z.object({
      eventId: z.string(),
      url: z.string(),
      domain: z.string(),
      /** Milliseconds since 1970. */
      timestamp: z.number(),
      props: z.record(z.string(), z.unknown()),
    }),
    response: z.unknown(),
  }),
}
