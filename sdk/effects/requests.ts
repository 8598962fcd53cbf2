import { fill } from '../../machines/kit/effects.ts'
import { requestMachine } from '../../machines/requests/request.machine.ts'
import { abortable } from '../platform/abort.ts'
import type { Ports } from '../ports.ts'
import { providerOf } from './providers.ts'

const SENDING = 'eth_sendTransaction'

export const requestEffects = (ports: Ports) =>
  fill(requestMachine, {
    forward: async ({ input: { connection, call }, signal }) => {
      const provider = providerOf(ports, connection.connector)
      if (call.method !== SENDING || connection.namespace !== 'eip155') return abortable(provider.request(call), signal)
      const { placed } = await import('../chains/eip155/sending.ts')
      const sent = await placed(provider, call, connection, signal)
      return abortable(provider.request(sent), signal)
    },
  })
