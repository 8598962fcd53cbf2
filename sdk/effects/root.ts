import { fromCallback, fromPromise } from 'xstate'
import type { LatchkeyError } from '../../machines/errors/error.ts'
import { seal } from '../../machines/kit/contract.ts'
import type { ProjectContract } from '../../machines/root/project.contract.ts'
import { projectMachine } from '../../machines/root/project.machine.ts'
import type { TrackerContract } from '../../machines/root/tracker.contract.ts'
import { trackerMachine } from '../../machines/root/tracker.machine.ts'
import type { Timeouts } from '../config.ts'
import type { Ports } from '../ports.ts'

export const projectLogic = ({ api, page, pairing }: Ports, { apiMs }: Timeouts) =>
  seal<ProjectContract>()(
    projectMachine.provide({
      actors: {
        fetchSupportedChains: fromPromise(async ({ signal }) => {
          const client = await api.client()
          return (await client.call('supportedChains', {}, { signal })).http
        }),
        fetchAllowedOrigins: fromPromise(async ({ signal }) => {
          const client = await api.client()
          const { allowedOrigins } = await client.call('allowedOrigins', {}, { signal })
          return { origin: page.read()?.origin, allowed: allowedOrigins }
        }),
        watchCalls: fromCallback(({ sendBack }) => {
          const failed = (error: LatchkeyError) => sendBack({ type: 'call.failed', error })
          const stops = [api.watch(failed), pairing?.watchFaults(failed)]
          return () => {
            for (const stop of stops) stop?.()
          }
        }),
      },
      delays: { api: apiMs },
    }),
  )

export const trackerLogic = ({ api, analytics, page, ids, clock }: Ports, { apiMs }: Timeouts) =>
  seal<TrackerContract>()(
    trackerMachine.provide({
      actors: {
        fetchEnabled: fromPromise(async ({ signal }) => {
          const client = await api.client()
          return (await client.call('analyticsConfiguration', {}, { signal })).isAnalyticsEnabled
        }),
        deliver: fromPromise(async ({ input: { mode, event }, signal }) => {
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
        }),
      },
      delays: { api: apiMs },
    }),
  )
