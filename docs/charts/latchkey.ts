/**
 * The root: validates the configuration, starts every feature, and starts what belongs to the active account.
 *
 * The chart of `latchkey` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasActiveAccount: true as boolean,
  hasFaults: true as boolean,
}

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    loader: listener,
    activeAccount: listener,
  },
  actions: {
    startFeatures: says('startFeatures'),
    setCarriedOver: says('setCarriedOver'),
    stopActiveAccount: says('stopActiveAccount'),
    startActiveAccount: says('startActiveAccount'),
    setCrashes: says('setCrashes'),
    emitCrashed: says('emitCrashed'),
    trackCrash: says('trackCrash'),
    trackReady: says('trackReady'),
    trackTogether: says('trackTogether'),
    disconnect: says('disconnect'),
  },
  guards: {
    hasActiveAccount: () => yes['hasActiveAccount'],
    hasFaults: () => yes['hasFaults'],
  },
  delays: {
    restoring: 21_000, // timeouts.restoringMs
  },
}).createMachine({
  id: 'latchkey',
  description: 'The root: validates the configuration, starts every feature, and starts what belongs to the active account.',
  meta: { kind: 'root', spec: ['1.1', '5.16'] },
  initial: 'checking',
  entry: 'startFeatures',
  on: {
    'latchkey.disconnect': { actions: [{ type: 'trackTogether' }, { type: 'disconnect' }] },
    'activeAccount.changed': [
      {
        guard: { type: 'hasActiveAccount' },
        actions: ['setCarriedOver', 'stopActiveAccount', 'startActiveAccount'],
      },
      { actions: ['setCarriedOver', 'stopActiveAccount'] },
    ],
    'latchkey.report': { actions: [{ type: 'setCrashes' }, { type: 'emitCrashed' }, { type: 'trackCrash' }] },
  },
  states: {
    checking: {
      description: 'Decides whether the configuration is valid.',
      always: [{ guard: 'hasFaults', target: 'misconfigured' }, { target: 'restoring' }],
    },
    misconfigured: { description: 'The configuration has faults, which the context lists.' },
    restoring: {
      description: 'Waits until the state of an earlier visit is read.',
      on: { 'storage.restored': 'running' },
      after: { restoring: 'running' },
    },
    running: { description: 'The instance is running.', entry: 'trackReady' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
