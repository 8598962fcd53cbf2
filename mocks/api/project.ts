/** The project's features, and the analytics events that it receives. */
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

/** An analytics event as it was received. */
export type AnalyticsEvent = z.output<typeof event>

export interface ProjectOptions {
  /** More CAIP-2 ids that the API claims to support. */
  networks: readonly string[]
  allowedOrigins: readonly string[]
  analytics: boolean
  /** Receives analytics events. */
  events: AnalyticsEvent[]
}

export const projectAnswers = (
  readers: Readers,
  { networks, allowedOrigins, analytics, events }: ProjectOptions,
): Answers<'supportedChains' | 'allowedOrigins' | 'analyticsConfiguration' | 'analyticsEvent'> => ({
  supportedChains: () => {
    const chainIds = readers.map(({ chain }) => chain.networkId)
    return { http: [...chainIds, ...networks], ws: chainIds }
  },
  allowedOrigins: () => ({ allowedOrigins }),
  analyticsConfiguration: () => ({ isAnalyticsEnabled: analytics }),
  analyticsEvent: answer(event, (received) => {
    events.push(received)
    return new Response(null, { status: 202 })
  }),
})
