import { implement } from '../../machines/core/actors.ts'
import { analyticsMachine } from '../../machines/analytics/analytics.machine.ts'
import type { Ports } from '../instance/ports.ts'

export const analyticsEffects = ({ api, analytics, page, ids, clock }: Ports) =>
  implement(analyticsMachine, {
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
      // The query and the fragment may contain secrets of the app.
      const [path = ''] = url.split(/[?#]/)
      await client.call(
        'analyticsEvent',
        { eventId: ids.next(), url: path, domain: origin, timestamp: clock.now(), props: { ...event } },
        { signal },
      )
    },
  })
