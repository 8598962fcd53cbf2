import type { ParameterizedObject } from 'xstate'
import type { AnalyticsRecord } from '../events.ts'
import { sendToActor } from '../core/messaging.ts'
import { analytics } from './analytics.contract.ts'

/** Action: count an event for analytics. Does nothing if analytics are off. */
export const trackEvent = <P extends ParameterizedObject['params'] = undefined, Context extends object = never>(
  record: (params: P, context: Context) => AnalyticsRecord | undefined,
) =>
  sendToActor(analytics)<P, Context>((params, context) => {
    const happened = record(params, context)
    return happened && { type: 'analytics.track', record: happened }
  })
