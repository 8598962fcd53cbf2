import type { LatchkeyError } from '../../machines/errors/error.ts'
import { fill } from '../../machines/kit/effects.ts'
import { projectMachine } from '../../machines/root/project.machine.ts'
import { trackerMachine } from '../../machines/root/tracker.machine.ts'
import type { Ports } from '../ports.ts'

export const projectEffects = ({ api, page, pairing }: Ports) =>
  fill(projectMachine, {
    fetchSupportedChains: async ({ signal }) => {
      const client = await api.client()
      return (await client.call('supportedChains', {}, { signal })).http
    },
    fetchAllowedOrigins: async ({ signal }) => {
      const client = await api.client()
      const { allowedOrigins } = await client.call('allowedOrigins', {}, { signal })
      return { origin: page.read()?.origin, allowed: allowedOrigins }
    },
    watchCalls: ({ sendBack }) => {
      const failed = (error: LatchkeyError) => sendBack({ type: 'call.failed', error })
      const stops = [api.watch(failed), pairing?.watchFaults(failed)]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
  })

export const trackerEffects = ({ api, analytics, page, ids, clock }: Ports) =>
  fill(trackerMachine, {
    fetchEnabled: async ({ signal }) => {
      const client = await api.client()
      return (await client.call('analyticsConfiguration', {}, { signal })).isAnalyticsEnabled
    },
    deliver: async ({ input: { mode, event }, signal }) => {
      if (!event) return
      if (mode === 'site') {
        await analytics.deliver(event)
        return
      }
      const client = await api.client()
      const { url = '', origin = '' } = page.read() ?? {}
      // What stands behind ? and # may be a secret of the site.
      const [path = ''] = url.split(/[?#]/)
      await client.call(
        'analyticsEvent',
        { eventId: ids.next(), url: path, domain: origin, timestamp: clock.now(), props: { ...event } },
        { signal },
      )
    },
  })
