import type { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { projectMachine } from '../../machines/project/project.machine.ts'
import type { Ports } from '../instance/ports.ts'

export const projectEffects = ({ api, page, pairing }: Ports) =>
  implement(projectMachine, {
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
      const reportFailure = (error: LatchkeyError) => sendBack({ type: 'call.failed', error })
      const stops = [api.watch(reportFailure), pairing?.watchFaults(reportFailure)]
      return () => {
        for (const stop of stops) stop?.()
      }
    },
  })
