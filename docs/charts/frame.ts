/**
 * The frame of the embedded wallet: created when it is first needed. All of its answers are validated.
 *
 * The chart of `frame` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isReached: true as boolean,
  hasOpenRequest: true as boolean,
  hasNoOpenRequest: true as boolean,
  isGone: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  reach: 'pending' as Ends, // the actor frame.reach
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
    frameRequest: listener,
    hold: listener,
    reach: work('reach'),
    show: listener,
  },
  actions: {
    startRequest: says('startRequest'),
    postAll: says('postAll'),
    failAll: says('failAll'),
    cancelRequests: says('cancelRequests'),
    withdrawRequest: says('withdrawRequest'),
    settle: says('settle'),
    setError: says('setError'),
    emitSignedOut: says('emitSignedOut'),
    setAbsence: says('setAbsence'),
    setUnheard: says('setUnheard'),
    updateSilent: says('updateSilent'),
    setUser: says('setUser'),
    clearUser: says('clearUser'),
    syncFrame: says('syncFrame'),
    resetStatus: says('resetStatus'),
    openAlert: says('openAlert'),
    alertUnresponsive: says('alertUnresponsive'),
  },
  guards: {
    isReached: () => yes['isReached'],
    hasOpenRequest: () => yes['hasOpenRequest'],
    hasNoOpenRequest: () => yes['hasNoOpenRequest'],
    isGone: () => yes['isGone'],
  },
  delays: {
    ready: 20_000, // timeouts.frameReadyMs
    reach: 15_000, // timeouts.apiMs
    settle: 500,
  },
}).createMachine({
  id: 'frame',
  description: 'The frame of the embedded wallet: created when it is first needed. All of its answers are validated.',
  meta: { kind: 'service', spec: ['3.19', '4.29', '7.38', '7.39', '7.43', '8.19', '8.20', '8.27', '9.4', '9.7'] },
  context: { open: [], count: 0, isSilent: false },
  initial: 'absent',
  on: {
    'frame.cancel': { actions: { type: 'cancelRequests' } },
    'xstate.done.actor.*': {
      actions: [
        { type: 'alertUnresponsive' },
        { type: 'updateSilent' },
        { type: 'setUser' },
        { type: 'syncFrame' },
        { type: 'settle' },
      ],
    },
    'xstate.error.actor.*': { description: 'A crashed item does not affect the others.', actions: { type: 'settle' } },
  },
  states: {
    absent: {
      description: 'The frame was not needed yet, and nothing was requested from its site.',
      on: { 'frame.ask': { target: 'present', actions: { type: 'startRequest' } } },
    },
    present: {
      description: 'The frame is in the page.',
      entry: 'resetStatus',
      initial: 'loading',
      invoke: {
        id: 'hold',
        src: 'hold',
        onError: {
          target: 'failed',
          actions: [{ type: 'setError' }, { type: 'openAlert', params: { code: 'alert.iframeLoadFailed' } }],
        },
      },
      on: {
        'frame.ask': { actions: { type: 'startRequest' } },
        'frame.withdraw': { actions: { type: 'withdrawRequest' } },
        'frame.signedOut': { actions: ['clearUser', 'emitSignedOut'] },
        'frame.lost': { target: 'failed', actions: { type: 'setError' } },
      },
      states: {
        loading: {
          description: 'Waits for the secure site to answer from the frame.',
          tags: 'busy',
          on: { 'frame.answering': 'settling' },
          after: { ready: { target: '#frame.explaining', actions: { type: 'setError' } } },
        },
        settling: {
          description: 'The frame is ready. Waits a moment before messages are posted.',
          tags: 'busy',
          after: { settle: 'ready' },
        },
        ready: {
          description: 'The frame answers messages.',
          initial: 'quiet',
          entry: ['resetStatus', 'postAll'],
          on: {
            'frame.ask': [
              {
                description: 'The frame no longer answers, so a new one is loaded.',
                guard: 'isGone',
                target: '#frame.present',
                reenter: true,
                actions: ['setAbsence', 'failAll', { type: 'startRequest' }],
              },
              { actions: [{ type: 'startRequest' }, 'postAll'] },
            ],
            'frame.unanswered': { actions: { type: 'setUnheard' } },
          },
          states: {
            quiet: {
              description: 'The user does not see the frame.',
              always: { guard: 'hasOpenRequest', target: 'showing' },
            },
            showing: {
              description: 'The user sees the frame and decides in it.',
              tags: 'showing',
              invoke: {
                id: 'show',
                src: 'show',
                onError: { description: 'The frame stays where it is. Its prompts can be withdrawn.' },
              },
              always: { guard: 'hasNoOpenRequest', target: 'quiet' },
            },
          },
        },
      },
    },
    explaining: {
      description: 'The frame did not load. Checks whether the secure site can be reached and thus refuses this page.',
      entry: 'failAll',
      invoke: {
        id: 'reach',
        src: 'reach',
        onDone: [
          {
            guard: { type: 'isReached' },
            target: 'failed',
            actions: { type: 'openAlert', params: { code: 'alert.unverifiedDomain' } },
          },
          { target: 'failed', actions: { type: 'openAlert', params: { code: 'alert.iframeLoadFailed' } } },
        ],
        onError: { target: 'failed', actions: { type: 'openAlert', params: { code: 'alert.iframeLoadFailed' } } },
      },
      on: {
        'frame.ask': {
          target: 'present',
          actions: [{ type: 'openAlert', params: { code: 'alert.iframeLoadFailed' } }, { type: 'startRequest' }],
        },
      },
      after: {
        reach: { target: 'failed', actions: { type: 'openAlert', params: { code: 'alert.iframeLoadFailed' } } },
      },
    },
    failed: {
      description: 'The frame could not be loaded, or was replaced or removed. The next message loads it again.',
      entry: 'failAll',
      on: { 'frame.ask': { target: 'present', actions: { type: 'startRequest' } } },
    },
  },
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
