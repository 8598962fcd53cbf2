import { fromPromise } from 'xstate'
import { seal } from '../../machines/kit/contract.ts'
import type { RequestContract } from '../../machines/requests/request.contract.ts'
import { requestMachine } from '../../machines/requests/request.machine.ts'
import type { RequestsContract } from '../../machines/requests/requests.contract.ts'
import { requestsMachine } from '../../machines/requests/requests.machine.ts'
import type { Timeouts } from '../config.ts'
import { abortable } from '../platform/abort.ts'
import type { Ports } from '../ports.ts'
import { providerOf } from './providers.ts'

const SENDING = 'eth_sendTransaction'

const requestLogic = (ports: Ports, { walletRequestMs }: Timeouts) =>
  seal<RequestContract>()(
    requestMachine.provide({
      actors: {
        forward: fromPromise(async ({ input: { connection, call }, signal }) => {
          const provider = providerOf(ports, connection.connector)
          if (call.method !== SENDING || connection.namespace !== 'eip155')
            return abortable(provider.request(call), signal)
          const { placed } = await import('../chains/eip155/sending.ts')
          const sent = await placed(provider, call, connection, signal)
          return abortable(provider.request(sent), signal)
        }),
      },
      delays: { walletRequest: walletRequestMs },
    }),
  )

export const requestsLogic = (ports: Ports, timeouts: Timeouts) =>
  seal<RequestsContract>()(requestsMachine.provide({ actors: { request: requestLogic(ports, timeouts) } }))
