/**
 * One swap: approved if necessary, simulated, sent, and measured.
 *
 * The chart of `swapExecution` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  stale: true as boolean,
  approved: true as boolean,
  atomic: true as boolean,
  current: true as boolean,
  sent: true as boolean,
  bundleSent: true as boolean,
  succeeded: true as boolean,
  own: true as boolean,
  bundleSucceeded: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  readPermit: 'pending' as Ends, // the slot swapExecution.readPermit
  build: 'pending' as Ends, // the slot swapExecution.build
  simulate: 'pending' as Ends, // the slot swapExecution.simulate
  awaitBundle: 'pending' as Ends, // the slot swapExecution.awaitBundle
  readReceived: 'pending' as Ends, // the slot swapExecution.readReceived
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
    readAge: says('readAge'),
    keepPermit: says('keepPermit'),
    keepApproved: says('keepApproved'),
    beginApproval: says('beginApproval'),
    endApproval: says('endApproval'),
    keepBuilt: says('keepBuilt'),
    keepForecast: says('keepForecast'),
    countQuestion: says('countQuestion'),
    askApproval: says('askApproval'),
    askSwap: says('askSwap'),
    askBundle: says('askBundle'),
    callOff: says('callOff'),
    keepHash: says('keepHash'),
    keepBundleId: says('keepBundleId'),
    keepFinalHash: says('keepFinalHash'),
    keepBundleHash: says('keepBundleHash'),
    watch: says('watch'),
    keepReceived: says('keepReceived'),
    keepUnmeasured: says('keepUnmeasured'),
    keepRefusal: says('keepRefusal'),
    keepCancelled: says('keepCancelled'),
    keepUnasked: says('keepUnasked'),
    keepUnanswered: says('keepUnanswered'),
    keepUnsettled: says('keepUnsettled'),
    keepUndone: says('keepUndone'),
    keepUnapproved: says('keepUnapproved'),
    keepBundleUndone: says('keepBundleUndone'),
    keepError: says('keepError'),
    announceDone: says('announceDone'),
    trackSubmitted: says('trackSubmitted'),
    trackEnd: says('trackEnd'),
    tellUnasked: says('tellUnasked'),
    sayApproving: says('sayApproving'),
    sayConfirming: says('sayConfirming'),
    sayStarted: says('sayStarted'),
    sayEnd: says('sayEnd'),
  },
  guards: {
    stale: () => yes['stale'],
    approved: () => yes['approved'],
    atomic: () => yes['atomic'],
    current: () => yes['current'],
    sent: () => yes['sent'],
    bundleSent: () => yes['bundleSent'],
    succeeded: () => yes['succeeded'],
    own: () => yes['own'],
    bundleSucceeded: () => yes['bundleSucceeded'],
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
      entry: 'readAge',
      always: [
        {
          guard: 'stale',
          target: 'ended',
          actions: [{ type: 'keepError', params: { code: 'swap.staleQuote' } }, 'keepUnasked'],
        },
        { target: 'allowance' },
      ],
    },
    allowance: {
      description: 'The allowance is being read.',
      tags: 'busy',
      entry: 'trackSubmitted',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'keepUnasked', 'tellUnasked'] },
      },
      invoke: {
        id: 'readPermit',
        src: 'readPermit',
        onDone: { target: 'building', actions: { type: 'keepPermit' } },
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { api: { target: 'ended', actions: { type: 'keepError', params: { code: 'swap.allowanceFailed' } } } },
    },
    building: {
      description: 'The API is building the swap. It is checked against the one that the user saw.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'keepUnasked', 'tellUnasked'] },
      },
      invoke: {
        id: 'build',
        src: 'build',
        onDone: { target: 'simulating', actions: { type: 'keepBuilt' } },
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { api: { target: 'ended', actions: { type: 'keepError', params: { code: 'swap.buildFailed' } } } },
    },
    simulating: {
      description: 'The swap is being simulated on the current state of the chain.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'keepUnasked', 'tellUnasked'] },
      },
      invoke: {
        id: 'simulate',
        src: 'simulate',
        onDone: [
          { guard: 'approved', target: 'swapping', actions: { type: 'keepForecast' } },
          {
            description: 'An approval is missing, and the wallet can send both calls as one bundle.',
            guard: 'atomic',
            target: 'bundling',
            actions: { type: 'keepForecast' },
          },
          { target: 'approving', actions: { type: 'keepForecast' } },
        ],
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { simulate: { target: 'ended', actions: { type: 'keepError', params: { code: 'swap.wouldFail' } } } },
    },
    approving: {
      description: 'Waits until the user approves the token in the wallet, for exactly the amount of the swap.',
      tags: ['busy', 'asking'],
      entry: ['countQuestion', 'beginApproval', 'sayApproving', 'askApproval'],
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'callOff'] },
        'requests.settled': [
          { guard: { type: 'sent' }, target: 'confirmingApproval', actions: [{ type: 'keepHash' }, 'watch'] },
          { guard: { type: 'current' }, target: 'ended', actions: { type: 'keepRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'keepUnanswered' } },
    },
    confirmingApproval: {
      description: 'Waits for the approval to be confirmed. The swap is then built again, because it may be outdated.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: 'keepUnsettled' },
        'swapExecution.settle': [
          { guard: { type: 'succeeded' }, target: 'building', actions: ['keepApproved', 'endApproval'] },
          { guard: { type: 'own' }, target: 'ended', actions: { type: 'keepUnapproved' } },
        ],
      },
      after: { settle: { target: 'ended', actions: 'keepUnsettled' } },
    },
    swapping: {
      description: 'Waits until the user confirms the swap in the wallet.',
      tags: ['busy', 'asking'],
      entry: ['countQuestion', 'sayConfirming', 'askSwap'],
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'callOff'] },
        'requests.settled': [
          {
            guard: { type: 'sent' },
            target: 'confirming',
            actions: [{ type: 'keepHash' }, 'watch', 'sayStarted'],
          },
          { guard: { type: 'current' }, target: 'ended', actions: { type: 'keepRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'keepUnanswered' } },
    },
    confirming: {
      description: 'Waits for the swap to be confirmed.',
      tags: 'busy',
      on: {
        'swapExecution.cancel': { target: 'ended', actions: 'keepUnsettled' },
        'swapExecution.settle': [
          { guard: { type: 'succeeded' }, target: 'measuring', actions: { type: 'keepFinalHash' } },
          { guard: { type: 'own' }, target: 'ended', actions: { type: 'keepUndone' } },
        ],
      },
      after: { settle: { target: 'ended', actions: 'keepUnsettled' } },
    },
    bundling: {
      description: 'Waits until the user confirms the approval and the swap in the wallet. Both are executed, or neither.',
      tags: ['busy', 'asking'],
      entry: ['countQuestion', 'sayConfirming', 'askBundle'],
      on: {
        'swapExecution.cancel': { target: 'ended', actions: ['keepCancelled', 'callOff'] },
        'requests.settled': [
          {
            guard: { type: 'bundleSent' },
            target: 'confirmingBundle',
            actions: [{ type: 'keepBundleId' }, 'sayStarted'],
          },
          { guard: { type: 'current' }, target: 'ended', actions: { type: 'keepRefusal' } },
        ],
      },
      after: { lost: { target: 'ended', actions: 'keepUnanswered' } },
    },
    confirmingBundle: {
      description: 'Waits until the wallet reports the result of the bundle.',
      tags: 'busy',
      on: { 'swapExecution.cancel': { target: 'ended', actions: 'keepUnsettled' } },
      invoke: {
        id: 'awaitBundle',
        src: 'awaitBundle',
        onDone: [
          { guard: { type: 'bundleSucceeded' }, target: 'measuring', actions: { type: 'keepBundleHash' } },
          { target: 'ended', actions: 'keepBundleUndone' },
        ],
        onError: { target: 'ended', actions: { type: 'keepError' } },
      },
      after: { bundle: { target: 'ended', actions: { type: 'keepError', params: { code: 'calls.timedOut' } } } },
    },
    measuring: {
      description: 'The swap is confirmed. The received amount is being read.',
      tags: 'busy',
      on: { 'swapExecution.cancel': { target: 'ended', actions: 'keepUnmeasured' } },
      invoke: {
        id: 'readReceived',
        src: 'readReceived',
        onDone: { target: 'ended', actions: { type: 'keepReceived' } },
        onError: { target: 'ended', actions: 'keepUnmeasured' },
      },
      after: { simulate: { target: 'ended', actions: 'keepUnmeasured' } },
    },
    ended: {
      type: 'final',
      description: 'The swap ended, or is no longer waited for.',
      entry: ['announceDone', 'trackEnd', 'sayEnd'],
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
