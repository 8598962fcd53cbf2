import { bundleMachine } from '../../machines/calls/bundle.machine.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { isOwnId } from '../../machines/calls/calls.rules.ts'
import { abortable } from '../platform/abort.ts'
import type { Ports } from '../instance/ports.ts'
import { providerOf } from '../connection/providers.ts'
import { watchPage } from '../shell/visibility.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { loadPart } from '../platform/loadPart.ts'

export const callsEffects = (ports: Ports, { networks }: AppSettings) =>
  implement(bundleMachine, {
    async fetchStatus({ input: { id, connection }, signal }) {
      const { readStatus, statusOneByOne } = await loadPart(import('../chains/eip155/calls.ts'))
      if (isOwnId(id)) return statusOneByOne(id, { rpc: ports.rpc, networks: networks() }, signal)
      if (!connection) throw new LatchkeyError('wallet.disconnected')
      signal.throwIfAborted()
      const request = { method: 'wallet_getCallsStatus', params: [id] }
      return readStatus(await abortable(providerOf(ports, connection.connector).request(request), signal), id)
    },
    watchPage: watchPage(ports),
  })
