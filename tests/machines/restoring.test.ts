/** Restoring the wallet of an earlier visit: a missing answer does not delete the stored connection. */
import { expect, onTestFinished, test } from 'vitest'
import { assign, createActor, setup, spawnChild } from 'xstate'
import { implement } from '../../machines/core/actors.ts'
import { withImplementations } from '../../machines/core/implementations.ts'
import { namespaceMachine } from '../../machines/connection/namespace.machine.ts'
import { PAIRING_CONNECTOR_ID, TIMEOUTS } from '../../machines/constants.ts'
import { never } from '../../mocks/index.ts'
import { CountingClock, pass, settle } from '../support/instance.ts'
import { silent } from '../support/run.ts'

type Disconnected = { type: 'account.disconnected'; unreached?: true }

/** Restores a wallet on another device, and returns the broadcast events about its end. */
async function restore(syncExisting: () => Promise<undefined>) {
  const listener = setup({ types: {} as { context: { heard: Disconnected[] }; events: Disconnected } }).createMachine({
    context: { heard: [] },
    on: {
      'account.disconnected': { actions: assign({ heard: ({ context, event }) => [...context.heard, event] }) },
    },
  })
  const root = setup({ actors: { listener, namespace: namespaceMachine } }).createMachine({
    entry: [
      spawnChild('listener', { systemId: 'listener' }),
      spawnChild('namespace', { systemId: 'namespace:eip155', input: { namespace: 'eip155' } }),
    ],
  })
  const clock = new CountingClock()
  const implementations = { ...silent(namespaceMachine), ...implement(namespaceMachine, { syncExisting } as never) }
  const actor = createActor(withImplementations(root, implementations, TIMEOUTS), { clock } as never).start()
  onTestFinished(() => void actor.stop())
  actor.system.get('namespace:eip155').send({ type: 'namespace.sync', connectorId: PAIRING_CONNECTOR_ID })
  await settle()
  await pass(clock, TIMEOUTS.startPairingMs, 1)
  return (actor.system.get('listener').getSnapshot() as { context: { heard: Disconnected[] } }).context.heard
}

test.each([
  ['does not answer within 30 s', never, true],
  ['cannot be asked, because its code does not load', () => Promise.reject(new Error('offline')), true],
  ['answers that the session is gone', async () => undefined, undefined],
])('a wallet on another device that %s is kept for the next visit, unless it answered', async (_, sync, unreached) => {
  expect((await restore(sync)).map((event) => event.unreached)).toEqual([unreached])
})
