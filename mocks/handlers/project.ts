/** What the project may do, and the events that it tells. */
import * as z from 'zod/mini'
import { answer, type Answers } from './answer.ts'
import type { Readers } from './chainReader.ts'

const event = z.object({
  eventId: z.string(),
  url: z.string(),
  domain: z.string(),
  timestamp: z.number(),
  props: z.record(z.string(), z.unknown()),
})

/** An analytics event as it came in. */
export type AnalyticsEvent = z.output<typeof event>

export interface ProjectOptions {
  /** Further CAIP-2 ids that the API claims to serve. */
  networks: readonly string[]
  allowedOrigins: readonly string[]
  analytics: boolean
  /** Where analytics events go. */
  events: AnalyticsEvent[]
}

export const projectAnswers = (
  readers: Readers,
  { networks, allowedOrigins, analytics, events }: ProjectOptions,
): Answers<'supportedChains' | 'allowedOrigins' | 'analyticsConfiguration' | 'analyticsEvent'> => ({
  supportedChains: () => {
    const own = readers.map(({ chain }) => chain.networkId)
    return { http: [...own, ...networks], ws: own }
  },
  allowedOrigins: () => ({ allowedOrigins }),
  analyticsConfiguration: () => ({ isAnalyticsEnabled: analytics }),
  analyticsEvent: answer(event, (told) => {
    events.push(told)
    return new Response(null, { status: 202 })
  }),
})
