import * as z from 'zod/mini'
import { call, listOf } from '../api/call.ts'

const caipId = z.string().check(z.regex(/^[-a-z0-9]{3,10}:[-_a-zA-Z0-9]{1,32}$/))

/** One day: the lifetime that the API states for its response. */
const SUPPORTED_MS = 86_400_000

/** The project's permissions and where they apply. */
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
  /** The origins allowed to use the project: exact, or with `*`. */
  allowedOrigins: call({
    spec: '7.32',
    host: 'catalog',
    method: 'GET',
    path: 'projects/v1/origins',
    request: z.object({}),
    response: z.object({ allowedOrigins: listOf(z.string()) }),
    lists: ['allowedOrigins'],
  }),
  /** Whether the project has analytics enabled. Called only if the app sends analytics to the API. */
  analyticsConfiguration: call({
    host: 'catalog',
    method: 'GET',
    path: 'getAnalyticsConfig',
    request: z.object({}),
    response: z.object({ isAnalyticsEnabled: z.boolean() }),
  }),
  /** Sends one analytics event. */
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
