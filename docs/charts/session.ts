/**
 * One session between an app and a wallet.
 *
 * The chart of `session` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isChanging: true as boolean,
  isDoubtful: true as boolean,
  isAcknowledged: true as boolean,
  isGone: true as boolean,
  isOvertaken: true as boolean,
  isPermitted: true as boolean,
  isApproved: true as boolean,
  canExchange: true as boolean,
  canBeAnswered: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  check: 'pending' as Ends, // the actor session.check
  leave: 'pending' as Ends, // the actor session.leave
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** A listener that receives no events. */
const listener = fromCallback(() => {})

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    exchange: listener,
    sessionRequest: listener,
    check: work('check'),
    leave: work('leave'),
  },
  actions: {
    setAcknowledged: says('setAcknowledged'),
    setNamespaces: says('setNamespaces'),
    extendExpiry: says('extendExpiry'),
    storeSession: says('storeSession'),
    sendAnswer: says('sendAnswer'),
    startExchange: says('startExchange'),
    startRequest: says('startRequest'),
    setExchange: says('setExchange'),
    close: says('close'),
    cancel: says('cancel'),
    stopOpen: says('stopOpen'),
    setLeaver: says('setLeaver'),
    setEnding: says('setEnding'),
    notifySettled: says('notifySettled'),
    notifyLeft: says('notifyLeft'),
    notifyUnspoken: says('notifyUnspoken'),
    addSeen: says('addSeen'),
    notifyOvertaken: says('notifyOvertaken'),
    notifyUpdateRefused: says('notifyUpdateRefused'),
    notifyEventRefused: says('notifyEventRefused'),
    notifyChanged: says('notifyChanged'),
    notifyEmitted: says('notifyEmitted'),
    enqueueRequest: says('enqueueRequest'),
    updateQueued: says('updateQueued'),
    removeQueued: says('removeQueued'),
    raiseRenewed: says('raiseRenewed'),
    raiseProven: says('raiseProven'),
  },
  guards: {
    isChanging: () => yes['isChanging'],
    isDoubtful: () => yes['isDoubtful'],
    isAcknowledged: () => yes['isAcknowledged'],
    isGone: () => yes['isGone'],
    isOvertaken: () => yes['isOvertaken'],
    isPermitted: () => yes['isPermitted'],
    isApproved: () => yes['isApproved'],
    canExchange: () => yes['canExchange'],
    canBeAnswered: () => yes['canBeAnswered'],
  },
  delays: {
    expiry: 1_000, // worked out as it goes; a second here
    settlement: 300_000,
    restorePing: 2_000,
    disconnect: 10_000, // timeouts.disconnectMs
  },
}).createMachine({
  id: 'session',
  description: 'One session between an app and a wallet.',
  meta: { kind: 'item', spec: ['3.28', '4.36', '5.46', '9.19'] },
  initial: 'live',
  states: {
    live: {
      description: 'Both sides can send messages.',
      type: 'parallel',
      tags: 'live',
      entry: 'storeSession',
      exit: ['stopOpen', 'removeQueued'],
      on: {
        'session.updated': [
          { guard: { type: 'isOvertaken' }, actions: [{ type: 'sendAnswer' }, { type: 'notifyOvertaken' }] },
          {
            guard: { type: 'isPermitted' },
            actions: [
              { type: 'addSeen' },
              { type: 'setNamespaces' },
              'storeSession',
              { type: 'sendAnswer' },
              'notifyChanged',
            ],
          },
          { actions: [{ type: 'sendAnswer' }, { type: 'notifyUpdateRefused' }] },
        ],
        'session.extended': { actions: ['extendExpiry', 'raiseRenewed', 'raiseProven', 'notifyChanged'] },
        'session.pinged': { actions: 'raiseProven' },
        'session.emitted': [
          { guard: { type: 'isOvertaken' }, actions: { type: 'notifyOvertaken' } },
          { guard: { type: 'isApproved' }, actions: [{ type: 'addSeen' }, { type: 'notifyEmitted' }] },
          { actions: { type: 'notifyEventRefused' } },
        ],
        'request.received': { guard: { type: 'canBeAnswered' }, actions: [{ type: 'enqueueRequest' }, 'raiseProven'] },
        'session.crowded': { actions: { type: 'sendAnswer' } },
        'session.flooded': { target: 'leaving', actions: { type: 'setEnding', params: { ending: 'flooded' } } },
        'session.speak': [
          { guard: { type: 'canExchange' }, actions: { type: 'startExchange' } },
          { actions: { type: 'notifyUnspoken' } },
        ],
        'session.ask': { actions: { type: 'startRequest' } },
        'session.cancel': { actions: { type: 'cancel' } },
        'session.deleted': { target: 'ended', actions: { type: 'setEnding', params: { ending: 'left' } } },
        'session.disconnect': { target: 'leaving', actions: { type: 'setLeaver' } },
        'xstate.done.actor.exchange.*': [
          {
            description: 'The exchange changed the session.',
            guard: { type: 'isChanging' },
            actions: [
              { type: 'setExchange' },
              'storeSession',
              { type: 'close' },
              { type: 'notifySettled' },
              'raiseRenewed',
              'notifyChanged',
              'updateQueued',
            ],
          },
          { actions: [{ type: 'close' }, { type: 'notifySettled' }] },
        ],
        'xstate.done.actor.sessionRequest.*': { actions: [{ type: 'close' }, { type: 'notifySettled' }] },
      },
      states: {
        connectionStatus: {
          description: 'Whether the other side has the session as well.',
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Checks whether the other side is known to have the session.',
              always: [
                { guard: 'isDoubtful', target: 'checking' },
                { guard: 'isAcknowledged', target: 'acknowledged' },
                { target: 'settled' },
              ],
            },
            checking: {
              description: 'The session is from an earlier visit. Pings the wallet; one that sleeps does not answer, but still has it.',
              tags: ['busy', 'checking'],
              invoke: {
                id: 'check',
                src: 'check',
                onDone: 'acknowledged',
                onError: [
                  {
                    guard: { type: 'isGone' },
                    target: '#session.ended',
                    actions: { type: 'setEnding', params: { ending: 'left' } },
                  },
                  { target: 'acknowledged' },
                ],
              },
              after: { restorePing: 'acknowledged' },
            },
            settled: {
              description: 'The wallet settled the session. Waits for the app to confirm it.',
              on: {
                'session.acknowledged': { target: 'acknowledged', actions: ['setAcknowledged', 'notifyChanged'] },
                'session.proven': {
                  description: 'The app\'s confirmation was lost on the way.',
                  target: 'acknowledged',
                  actions: ['setAcknowledged', 'notifyChanged'],
                },
                'session.unsettled': { target: '#session.ended', actions: { type: 'setEnding' } },
              },
              after: {
                settlement: {
                  target: '#session.leaving',
                  actions: { type: 'setEnding', params: { ending: 'unsettled' } },
                },
              },
            },
            acknowledged: { description: 'Both sides know that the other one has the session.' },
          },
        },
        lifetime: {
          description: 'The lifetime of the session.',
          initial: 'running',
          states: {
            running: {
              description: 'Waits until the session expires. An extension restarts the wait.',
              after: {
                expiry: { target: '#session.leaving', actions: { type: 'setEnding', params: { ending: 'expired' } } },
              },
              on: { 'session.renewed': { target: 'running', reenter: true } },
            },
          },
        },
      },
    },
    leaving: {
      description: 'The other side is being notified.',
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        onDone: { target: 'ended', actions: { type: 'notifyLeft', params: { outcome: { status: 'done' } } } },
        onError: { target: 'ended', actions: { type: 'notifyLeft' } },
      },
      on: {
        'session.deleted': { target: 'ended', actions: { type: 'notifyLeft', params: { outcome: { status: 'done' } } } },
        'session.disconnect': { description: 'The session is being disconnected already.', actions: { type: 'notifySettled' } },
      },
      after: { disconnect: { target: 'ended', actions: { type: 'notifyLeft' } } },
    },
    ended: { type: 'final', description: 'The session ended. Its topic must not be used again.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
