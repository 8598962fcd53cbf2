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

const requestLogic = (ports: Ports, { walletRequestMs }: Timeouts) =>
  seal<RequestContract>()(
    requestMachine.provide({
      actors: {
        forward: fromPromise(({ input: { connection, call }, signal }) =>
          abortable(providerOf(ports, connection.connector).request(call), signal),
        ),
      },
      delays: { walletRequest: walletRequestMs },
    }),
  )

export const requestsLogic = (ports: Ports, timeouts: Timeouts) =>
  seal<RequestsContract>()(requestsMachine.provide({ actors: { request: requestLogic(ports, timeouts) } }))
