import { fakeWallet, memoryStorage } from '../../mocks/index.ts'
import { createLatchkey, mainnet } from '../../sdk/index.ts'

/** Start events and a promise's internal events are not deliveries from other actors. */
const isTold = (type: string): boolean => type !== 'xstate.init' && !type.startsWith('xstate.promise.')

/** Counts the events that actors receive from the choice of an installed wallet until its account exists. */
export async function deliveriesToAccount(): Promise<{ deliveries: number; types: number; actors: number }> {
  const latchkey = createLatchkey({
    projectId: 'bench',
    networks: [mainnet],
    embedded: false,
    connectors: [
      { connector: { id: 'fake', name: 'Fake', type: 'ANNOUNCED', chain: 'eip155' }, provider: fakeWallet() },
    ],
    ports: { storage: memoryStorage(), logger: { error: () => {} } },
  })
  latchkey.start()
  await latchkey.load('catalog')
  void latchkey.open()
  const told: { to: string; type: string }[] = []
  const stop = latchkey.inspect((event) => {
    if (event.type === '@xstate.event' && isTold(event.event.type))
      told.push({ to: event.actorRef.sessionId, type: event.event.type })
  })
  latchkey.dispatch({ type: 'connectors.connect', connectorId: 'fake' })
  await new Promise<void>((there) => {
    const unwatch = latchkey.watch('account', (ref) => {
      if (!ref) return
      there()
      queueMicrotask(() => unwatch())
    })
  })
  stop()
  latchkey.stop()
  const count = (values: readonly string[]) => new Set(values).size
  return {
    deliveries: told.length,
    types: count(told.map(({ type }) => type)),
    actors: count(told.map(({ to }) => to)),
  }
}
