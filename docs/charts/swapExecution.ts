/**
 * One swap: approved if necessary, simulated, sent, and measured.
 *
 * The chart of `swapExecution` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isStale: true as boolean,
  isApproved: true as boolean,
  isAtomic: true as boolean,
  isCurrent: true as boolean,
  isSent: true as boolean,
  isBundleSent: true as boolean,
  hasSucceeded: true as boolean,
  isOwn: true as boolean,
  hasBundleSucceeded: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  readPermit: 'pending' as Ends, // the actor swapExecution.readPermit
  build: 'pending' as Ends, // the actor swapExecution.build
  simulate: 'pending' as Ends, // the actor swapExecution.simulate
  awaitBundle: 'pending' as Ends, // the actor swapExecution.awaitBundle
  readReceived: 'pending' as Ends, // the actor swapExecution.readReceived
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Logs the actions that the product would run. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    readPermit: work('readPermit'),
    build: work('build'),
    simulate: work('simulate'),
    awaitBundle: work('awaitBundle'),
    readReceived: work('readReceived'),
  },
  actions: {
    setStale: says('setStale'),
    setPermit: says('setPermit'),
    setApproved: says('setApproved'),
    startApproval: says('startApproval'),
    finishApproval: says('finishApproval'),
    setBuilt: says('setBuilt'),
    setForecast: says('setForecast'),
    countQuestion: says('countQuestion'),
    submitApproval: says('submitApproval'),
    submitSwap: says('submitSwap'),
    submitBundle: says('submitBundle'),
    cancelRequest: says('cancelRequest'),
    setHash: says('setHash'),
    setBundleId: says('setBundleId'),
    setFinalHash: says('setFinalHash'),
    setBundleHash: says('setBundleHash'),
    watchTransaction: says('watchTransaction'),
    setReceived: says('setReceived'),
    setUnmeasured: says('setUnmeasured'),
    setRefusal: says('setRefusal'),
    setCancelled: says('setCancelled'),
    setUnasked: says('setUnasked'),
    setUnanswered: says('setUnanswered'),
    setUnsettled: says('setUnsettled'),
    setUndone: says('setUndone'),
    setUnapproved: says('setUnapproved'),
    setBundleUndone: says('setBundleUndone'),
    setError: says('setError'),
    broadcastDone: says('broadcastDone'),
    trackSubmitted: says('trackSubmitted'),
    trackEnd: says('trackEnd'),
    notifyUnasked: says('notifyUnasked'),
    showApproving: says('showApproving'),
    showConfirming: says('showConfirming'),
    showStarted: says('showStarted'),
    showEnd: says('showEnd'),
  },
  guards: {
    isStale: () => yes['isStale'],
    isApproved: () => yes['isApproved'],
    isAtomic: () => yes['isAtomic'],
    isCurrent: () => yes['isCurrent'],
    isSent: () => yes['isSent'],
    isBundleSent: () => yes['isBundleSent'],
    hasSucceeded: () => yes['hasSucceeded'],
    isOwn: () => yes['isOwn'],
    hasBundleSucceeded: () => yes['hasBundleSucceeded'],
  },
  delays: {
    api: 35_000, // timeouts.apiMs + timeouts.loadMs
    simulate: 20_000, // timeouts.estimateMs
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
    settle: 45_000, // timeouts.receiptMs + timeouts.loadMs
    bundle: 300_000, // timeouts.walletRequestMs
  },
}).createMachine({
  id: 'swapExecution',
  description: 'One swap: approved if necessary, simulated, sent, and measured.',
  meta: { kind: 'flow', spec: ['1.6', '7.10', '7.12', '7.13'] },
  initial: 'checkingAge',
  states: {
    checkingAge: {
      description: 'Checks by the clock whether the quote is still valid. The timers of the quote stop while a computer sleeps.',
      entry: 'setStale',
      always: [
        {
          guard: 'isStale',
          target: 'ended',
          actions: [{ type: 'setError', params: { code: 'swap.staleQuote' } }, 'setUnasked'],
        },
        { target: 'allowance' },
      ],
    },
    allowance: {
      description: 'The allowance is being read.',
      tags: 'busy',
      entry: 'trackSubmitted',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'setUnasked', 'notifyUnasked'] },
      },
      invoke: {
        id: 'readPermit',
        src: 'readPermit',
        onDone: { target: 'building', actions: { type: 'setPermit' } },
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { api: { target: 'ended', actions: { type: 'setError', params: { code: 'swap.allowanceFailed' } } } },
    },
    building: {
      description: 'The API is building the swap. It is checked against the one that the user saw.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'setUnasked', 'notifyUnasked'] },
      },
      invoke: {
        id: 'build',
        src: 'build',
        onDone: { target: 'simulating', actions: { type: 'setBuilt' } },
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { api: { target: 'ended', actions: { type: 'setError', params: { code: 'swap.buildFailed' } } } },
    },
    simulating: {
      description: 'The swap is being simulated on the current state of the chain.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'setUnasked', 'notifyUnasked'] },
      },
      invoke: {
        id: 'simulate',
        src: 'simulate',
        onDone: [
          { guard: 'isApproved', target: 'swapping', actions: { type: 'setForecast' } },
          {
            description: 'An approval is missing, and the wallet can send both calls as one bundle.',
            guard: 'isAtomic',
            target: 'bundling',
            actions: { type: 'setForecast' },
          },
          { target: 'approving', actions: { type: 'setForecast' } },
        ],
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { simulate: { target: 'ended', actions: { type: 'setError', params: { code: 'swap.wouldFail' } } } },
    },
    approving: {
      description: 'Waits until the user approves the token in the wallet, for exactly the amount of the swap.',
      tags: ['busy', 'requesting'],
      entry: ['countQuestion', 'startApproval', 'showApproving', 'submitApproval'],
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'cancelRequest'] },
        'requests.settled': [
          {
            guard: { type: 'isSent' },
            target: 'confirmingApproval',
            actions: [{ type: 'setHash' }, 'watchTransaction'],
          },
          { guard: { type: 'isCurrent' }, target: 'ended', actions: { type: 'setRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'setUnanswered' } },
    },
    confirmingApproval: {
      description: 'Waits for the approval to be confirmed. The swap is then built again, because it may be outdated.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: 'setUnsettled' },
        'swapExecution.settle': [
          { guard: { type: 'hasSucceeded' }, target: 'building', actions: ['setApproved', 'finishApproval'] },
          { guard: { type: 'isOwn' }, target: 'ended', actions: { type: 'setUnapproved' } },
        ],
      },
      after: { settle: { target: 'ended', actions: 'setUnsettled' } },
    },
    swapping: {
      description: 'Waits until the user confirms the swap in the wallet.',
      tags: ['busy', 'requesting'],
      entry: ['countQuestion', 'showConfirming', 'submitSwap'],
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'cancelRequest'] },
        'requests.settled': [
          {
            guard: { type: 'isSent' },
            target: 'confirming',
            actions: [{ type: 'setHash' }, 'watchTransaction', 'showStarted'],
          },
          { guard: { type: 'isCurrent' }, target: 'ended', actions: { type: 'setRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'setUnanswered' } },
    },
    confirming: {
      description: 'Waits for the swap to be confirmed.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: 'setUnsettled' },
        'swapExecution.settle': [
          { guard: { type: 'hasSucceeded' }, target: 'measuring', actions: { type: 'setFinalHash' } },
          { guard: { type: 'isOwn' }, target: 'ended', actions: { type: 'setUndone' } },
        ],
      },
      after: { settle: { target: 'ended', actions: 'setUnsettled' } },
    },
    bundling: {
      description: 'Waits until the user confirms the approval and the swap in the wallet. Both are executed, or neither.',
      tags: ['busy', 'requesting'],
      entry: ['countQuestion', 'showConfirming', 'submitBundle'],
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['setCancelled', 'cancelRequest'] },
        'requests.settled': [
          {
            guard: { type: 'isBundleSent' },
            target: 'confirmingBundle',
            actions: [{ type: 'setBundleId' }, 'showStarted'],
          },
          { guard: { type: 'isCurrent' }, target: 'ended', actions: { type: 'setRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'setUnanswered' } },
    },
    confirmingBundle: {
      description: 'Waits until the wallet reports the result of the bundle.',
      tags: 'busy',
      on: { 'swapExecution.cancel': { target: 'ended', actions: 'setUnsettled' } },
      invoke: {
        id: 'awaitBundle',
        src: 'awaitBundle',
        onDone: [
          { guard: { type: 'hasBundleSucceeded' }, target: 'measuring', actions: { type: 'setBundleHash' } },
          { target: 'ended', actions: 'setBundleUndone' },
        ],
        onError: { target: 'ended', actions: { type: 'setError' } },
      },
      after: { bundle: { target: 'ended', actions: { type: 'setError', params: { code: 'calls.timedOut' } } } },
    },
    measuring: {
      description: 'The swap is confirmed. The received amount is being read.',
      tags: 'busy',
      on: { 'swapExecution.cancel': { target: 'ended', actions: 'setUnmeasured' } },
      invoke: {
        id: 'readReceived',
        src: 'readReceived',
        onDone: { target: 'ended', actions: { type: 'setReceived' } },
        onError: { target: 'ended', actions: 'setUnmeasured' },
      },
      after: { simulate: { target: 'ended', actions: 'setUnmeasured' } },
    },
    ended: {
      type: 'final',
      description: 'The swap ended, or is no longer waited for.',
      entry: ['broadcastDone', 'trackEnd', 'showEnd'],
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
