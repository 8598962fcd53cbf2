/**
 * One session between a page and a wallet.
 *
 * The chart of `session`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  changing: true as boolean,
  doubtful: true as boolean,
  acknowledged: true as boolean,
  gone: true as boolean,
  overtaken: true as boolean,
  permitted: true as boolean,
  approved: true as boolean,
  speakable: true as boolean,
  answerable: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  check: 'pending' as Ends, // the slot session.check
  leave: 'pending' as Ends, // the slot session.leave
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
    acknowledge: says('acknowledge'),
    takeNamespaces: says('takeNamespaces'),
    lengthen: says('lengthen'),
    writeDown: says('writeDown'),
    answer: says('answer'),
    speak: says('speak'),
    ask: says('ask'),
    keepExchange: says('keepExchange'),
    close: says('close'),
    cancel: says('cancel'),
    stopOpen: says('stopOpen'),
    keepLeaver: says('keepLeaver'),
    keepEnding: says('keepEnding'),
    tellSettled: says('tellSettled'),
    tellLeft: says('tellLeft'),
    tellUnspoken: says('tellUnspoken'),
    see: says('see'),
    tellOvertaken: says('tellOvertaken'),
    tellUpdateRefused: says('tellUpdateRefused'),
    tellEventRefused: says('tellEventRefused'),
    tellChanged: says('tellChanged'),
    tellEmitted: says('tellEmitted'),
    queue: says('queue'),
    renewQueued: says('renewQueued'),
    dropQueued: says('dropQueued'),
    renew: says('renew'),
    prove: says('prove'),
  },
  guards: {
    changing: () => yes['changing'],
    doubtful: () => yes['doubtful'],
    acknowledged: () => yes['acknowledged'],
    gone: () => yes['gone'],
    overtaken: () => yes['overtaken'],
    permitted: () => yes['permitted'],
    approved: () => yes['approved'],
    speakable: () => yes['speakable'],
    answerable: () => yes['answerable'],
  },
  delays: {
    expiry: 1_000, // worked out as it goes; a second here
    settlement: 300_000,
    restorePing: 2_000,
    disconnect: 10_000, // timeouts.disconnectMs
  },
}).createMachine({
  id: 'session',
  description: 'One session between a page and a wallet.',
  meta: { kind: 'item', spec: ['3.28', '4.36', '5.46', '9.19'] },
  initial: 'live',
  states: {
    live: {
      description: 'Both sides may speak.',
      type: 'parallel',
      tags: 'live',
      entry: 'writeDown',
      exit: ['stopOpen', 'dropQueued'],
      on: {
        'session.updated': [
          { guard: { type: 'overtaken' }, actions: [{ type: 'answer' }, { type: 'tellOvertaken' }] },
          {
            guard: { type: 'permitted' },
            actions: [{ type: 'see' }, { type: 'takeNamespaces' }, 'writeDown', { type: 'answer' }, 'tellChanged'],
          },
          { actions: [{ type: 'answer' }, { type: 'tellUpdateRefused' }] },
        ],
        'session.extended': { actions: ['lengthen', 'renew', 'prove', 'tellChanged'] },
        'session.pinged': { actions: 'prove' },
        'session.emitted': [
          { guard: { type: 'overtaken' }, actions: { type: 'tellOvertaken' } },
          { guard: { type: 'approved' }, actions: [{ type: 'see' }, { type: 'tellEmitted' }] },
          { actions: { type: 'tellEventRefused' } },
        ],
        'request.received': { guard: { type: 'answerable' }, actions: [{ type: 'queue' }, 'prove'] },
        'session.crowded': { actions: { type: 'answer' } },
        'session.flooded': { target: 'leaving', actions: { type: 'keepEnding', params: { ending: 'flooded' } } },
        'session.speak': [{ guard: { type: 'speakable' }, actions: { type: 'speak' } }, { actions: { type: 'tellUnspoken' } }],
        'session.ask': { actions: { type: 'ask' } },
        'session.cancel': { actions: { type: 'cancel' } },
        'session.deleted': { target: 'ended', actions: { type: 'keepEnding', params: { ending: 'left' } } },
        'session.disconnect': { target: 'leaving', actions: { type: 'keepLeaver' } },
        'xstate.done.actor.exchange.*': [
          {
            description: 'It changed the session.',
            guard: { type: 'changing' },
            actions: [
              { type: 'keepExchange' },
              'writeDown',
              { type: 'close' },
              { type: 'tellSettled' },
              'renew',
              'tellChanged',
              'renewQueued',
            ],
          },
          { actions: [{ type: 'close' }, { type: 'tellSettled' }] },
        ],
        'xstate.done.actor.sessionRequest.*': { actions: [{ type: 'close' }, { type: 'tellSettled' }] },
      },
      states: {
        standing: {
          description: 'Does the other side have it as well?',
          initial: 'deciding',
          states: {
            deciding: {
              description: 'Passing through: does the other side know of it?',
              always: [
                { guard: 'doubtful', target: 'checking' },
                { guard: 'acknowledged', target: 'acknowledged' },
                { target: 'settled' },
              ],
            },
            checking: {
              description: 'It is from an earlier visit; a wallet that sleeps does not answer, and is still there.',
              tags: ['busy', 'checking'],
              invoke: {
                id: 'check',
                src: 'check',
                onDone: 'acknowledged',
                onError: [
                  {
                    guard: { type: 'gone' },
                    target: '#session.ended',
                    actions: { type: 'keepEnding', params: { ending: 'left' } },
                  },
                  { target: 'acknowledged' },
                ],
              },
              after: { restorePing: 'acknowledged' },
            },
            settled: {
              description: 'The wallet settled it; the page has not confirmed yet.',
              on: {
                'session.acknowledged': { target: 'acknowledged', actions: ['acknowledge', 'tellChanged'] },
                'session.proven': {
                  description: 'Its confirmation was lost on the way.',
                  target: 'acknowledged',
                  actions: ['acknowledge', 'tellChanged'],
                },
                'session.unsettled': { target: '#session.ended', actions: { type: 'keepEnding' } },
              },
              after: {
                settlement: {
                  target: '#session.leaving',
                  actions: { type: 'keepEnding', params: { ending: 'unsettled' } },
                },
              },
            },
            acknowledged: { description: 'Both sides know that the other one has it.' },
          },
        },
        lifetime: {
          description: 'How long it lasts.',
          initial: 'running',
          states: {
            running: {
              description: 'Until it expires; an extension begins its life anew.',
              after: {
                expiry: {
                  target: '#session.leaving',
                  actions: { type: 'keepEnding', params: { ending: 'expired' } },
                },
              },
              on: { 'session.renewed': { target: 'running', reenter: true } },
            },
          },
        },
      },
    },
    leaving: {
      description: 'The other side is told.',
      tags: 'busy',
      invoke: {
        id: 'leave',
        src: 'leave',
        onDone: { target: 'ended', actions: { type: 'tellLeft', params: { outcome: { status: 'done' } } } },
        onError: { target: 'ended', actions: { type: 'tellLeft' } },
      },
      on: {
        'session.deleted': { target: 'ended', actions: { type: 'tellLeft', params: { outcome: { status: 'done' } } } },
        'session.disconnect': { description: 'It is being left already.', actions: { type: 'tellSettled' } },
      },
      after: { disconnect: { target: 'ended', actions: { type: 'tellLeft' } } },
    },
    ended: { type: 'final', description: 'It must not be used again.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
