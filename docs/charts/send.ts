/**
 * Sends tokens: the draft, the wallet request, and the result.
 *
 * The chart of `send` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  hasReceiverName: true as boolean,
  isSameReceiver: true as boolean,
  hasUnreadNft: false as boolean,
  isComplete: true as boolean,
  isUnchecked: true as boolean,
  isSent: true as boolean,
  isRefused: true as boolean,
  isUnaffordable: true as boolean,
  isEmpty: true as boolean,
  canBeEstimated: true as boolean,
  isUnpriced: true as boolean,
  isRenewed: true as boolean,
  isCurrent: true as boolean,
  isAnswered: true as boolean,
  isUnconfirmed: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  receiver: 'pending' as Ends, // a machine of its own
  resolveName: 'pending' as Ends, // the actor send.resolveName
  estimateMaximum: 'pending' as Ends, // the actor send.estimateMaximum
  readNft: 'pending' as Ends, // the actor send.readNft
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
    receiver: work('receiver'),
    resolveName: work('resolveName'),
    estimateMaximum: work('estimateMaximum'),
    readNft: work('readNft'),
    transferReview: listener,
  },
  actions: {
    setTokens: says('setTokens'),
    setRetry: says('setRetry'),
    setToken: says('setToken'),
    setNftSource: says('setNftSource'),
    setNft: says('setNft'),
    clearNft: says('clearNft'),
    setAmount: says('setAmount'),
    setReceiverText: says('setReceiverText'),
    setReceiver: says('setReceiver'),
    setReceiverError: says('setReceiverError'),
    setRenamed: says('setRenamed'),
    setFault: says('setFault'),
    setError: says('setError'),
    freezeTransfer: says('freezeTransfer'),
    submitRequest: says('submitRequest'),
    cancelRequest: says('cancelRequest'),
    setHash: says('setHash'),
    setProgress: says('setProgress'),
    setReceipt: says('setReceipt'),
    reset: says('reset'),
    clearReceiver: says('clearReceiver'),
    clearError: says('clearError'),
    startReview: says('startReview'),
    stopReview: says('stopReview'),
    clearReview: says('clearReview'),
    setFee: says('setFee'),
    setFeeError: says('setFeeError'),
    setProfile: says('setProfile'),
    watchTransaction: says('watchTransaction'),
    leaveTokens: says('leaveTokens'),
    leavePreview: says('leavePreview'),
    showConfirmed: says('showConfirmed'),
    emitSent: says('emitSent'),
    emitNotSent: says('emitNotSent'),
    emitFault: says('emitFault'),
    trackSubmitted: says('trackSubmitted'),
    notifyBalance: says('notifyBalance'),
    trackStarted: says('trackStarted'),
    trackNotSent: says('trackNotSent'),
    leaveViews: says('leaveViews'),
    showWaiting: says('showWaiting'),
    showStarted: says('showStarted'),
    showNotSent: says('showNotSent'),
  },
  guards: {
    hasReceiverName: () => yes['hasReceiverName'],
    isSameReceiver: () => yes['isSameReceiver'],
    hasUnreadNft: () => yes['hasUnreadNft'],
    isComplete: () => yes['isComplete'],
    isUnchecked: () => yes['isUnchecked'],
    isSent: () => yes['isSent'],
    isRefused: () => yes['isRefused'],
    isUnaffordable: () => yes['isUnaffordable'],
    isEmpty: () => yes['isEmpty'],
    canBeEstimated: () => yes['canBeEstimated'],
    isUnpriced: () => yes['isUnpriced'],
    isRenewed: () => yes['isRenewed'],
    isCurrent: () => yes['isCurrent'],
    isAnswered: () => yes['isAnswered'],
    isUnconfirmed: () => yes['isUnconfirmed'],
  },
  delays: {
    resolve: 10_000, // timeouts.resolveMs
    estimate: 20_000, // timeouts.estimateMs
    lost: 620_000, // timeouts.walletRequestMs + timeouts.walletRequestMs + timeouts.loadMs
  },
}).createMachine({
  id: 'send',
  description: 'Sends tokens: the draft, the wallet request, and the result.',
  meta: { kind: 'service', spec: ['1.5', '3.3', '4.12', '4.22', '4.23', '5.1', '5.2', '5.14'] },
  initial: 'editing',
  on: {
    'balance.loaded': { actions: { type: 'setTokens' } },
    'send.setRetry': { actions: { type: 'setRetry' } },
  },
  states: {
    editing: {
      description: 'The user edits the draft: the token, the amount and the receiver.',
      initial: 'checking',
      on: {
        'balance.loaded': [
          { guard: { type: 'isRenewed' }, target: '.checking', actions: { type: 'setTokens' } },
          {
            description: 'The data of the draft\'s token has changed, so what the user read about it is no longer true.',
            target: '.checking',
            actions: [{ type: 'setTokens' }, 'leaveViews'],
          },
        ],
        'send.setToken': { target: '.checking', actions: [{ type: 'setToken' }, 'leaveTokens'] },
        'send.setNft': { target: '.checking', actions: { type: 'setNftSource' } },
        'send.setAmount': { target: '.checking', actions: { type: 'setAmount' } },
        'send.setReceiver': [
          { guard: { type: 'isEmpty' }, target: '.checking', actions: 'clearReceiver' },
          { target: '.resolving', reenter: true, actions: { type: 'setReceiverText' } },
        ],
        'send.setMaximum': { guard: 'canBeEstimated', target: '.estimating' },
        'send.reset': { target: '.checking', actions: 'reset' },
        'send.submit': { actions: ['setFault', 'emitFault'] },
      },
      states: {
        checking: {
          description: 'Decides whether the draft is complete and valid.',
          entry: 'clearReview',
          always: [
            { guard: 'hasUnreadNft', target: 'reading' },
            { guard: 'isUnchecked', target: 'resolving' },
            { guard: 'isComplete', target: 'complete' },
            { target: 'incomplete' },
          ],
        },
        reading: {
          description: 'Waits for the chain to return what the NFT is, and whether the account holds it.',
          on: { 'balance.loaded': { actions: { type: 'setTokens' } } },
          invoke: {
            id: 'readNft',
            src: 'readNft',
            onDone: { target: 'checking', actions: { type: 'setNft' } },
            onError: { target: 'checking', actions: [{ type: 'setError' }, 'clearNft'] },
          },
          after: { estimate: { target: 'checking', actions: [{ type: 'setError' }, 'clearNft'] } },
        },
        resolving: {
          description: 'The receiver is being validated.',
          invoke: {
            id: 'receiver',
            src: 'receiver',
            onDone: { target: 'checking', actions: { type: 'setReceiver' } },
            onError: { target: 'checking', actions: { type: 'setReceiverError' } },
          },
        },
        estimating: {
          description: 'The maximum amount is being computed.',
          on: { 'balance.loaded': { guard: { type: 'isRenewed' }, actions: { type: 'setTokens' } } },
          invoke: {
            id: 'estimateMaximum',
            src: 'estimateMaximum',
            onDone: { target: 'checking', actions: { type: 'setAmount' } },
            onError: { target: 'checking', actions: { type: 'setError' } },
          },
          after: { estimate: { target: 'checking', actions: { type: 'setError' } } },
        },
        incomplete: {
          description: 'Something is missing or invalid, or the transfer cannot be made, as `feeError` says.',
        },
        complete: {
          description: 'The draft is complete and can be submitted, even before the item transferReview has reported the fee.',
          tags: 'submittable',
          entry: 'startReview',
          exit: 'stopReview',
          on: {
            'xstate.error.actor.transferReview': [
              { guard: 'isUnpriced', actions: { type: 'setFeeError' } },
              { description: 'The fee, or the reason why it is unknown, was reported before.' },
            ],
            'send.priced': [
              {
                description: 'The account cannot pay the network fee.',
                guard: { type: 'isUnaffordable' },
                target: 'incomplete',
                actions: [{ type: 'setFee' }, { type: 'setFeeError' }],
              },
              { actions: { type: 'setFee' } },
            ],
            'send.unpriced': [
              { guard: { type: 'isRefused' }, target: 'incomplete', actions: { type: 'setFeeError' } },
              { actions: { type: 'setFeeError' } },
            ],
            'send.profileFound': { actions: { type: 'setProfile' } },
            'send.submit': [
              { guard: 'hasReceiverName', target: '#send.confirming', actions: 'clearError' },
              { target: '#send.sending', actions: 'freezeTransfer' },
            ],
          },
        },
      },
    },
    confirming: {
      description: 'Checks whether the typed name still resolves to the address that the user saw.',
      tags: 'busy',
      invoke: {
        id: 'resolveName',
        src: 'resolveName',
        onDone: [
          { guard: { type: 'isSameReceiver' }, target: 'sending', actions: 'freezeTransfer' },
          {
            target: 'editing',
            actions: [{ type: 'setRenamed' }, { type: 'setError' }, { type: 'emitNotSent' }],
          },
        ],
        onError: { target: 'editing', actions: [{ type: 'setError' }, { type: 'emitNotSent' }] },
      },
      on: {
        'send.cancel': {
          description: 'The wallet has received nothing, so there is nothing to warn of.',
          target: 'editing',
          actions: { type: 'emitNotSent', params: { outcome: { status: 'cancelled' } } },
        },
      },
      after: { resolve: { target: 'editing', actions: [{ type: 'setError' }, { type: 'emitNotSent' }] } },
    },
    sending: {
      description: 'Waits for the user\'s answer in the wallet. The transfer is frozen: changes elsewhere do not affect it.',
      tags: 'busy',
      entry: ['trackSubmitted', 'showWaiting', 'submitRequest'],
      on: {
        'requests.settled': [
          {
            guard: { type: 'isAnswered' },
            target: 'sent',
            actions: [
              { type: 'setHash' },
              { type: 'watchTransaction' },
              { type: 'emitSent' },
              'notifyBalance',
              { type: 'trackStarted' },
              'showConfirmed',
              'showStarted',
            ],
          },
          {
            description: 'The wallet may have sent the transfer, which cannot be determined: the draft is not offered again.',
            guard: { type: 'isUnconfirmed' },
            target: 'editing',
            actions: [
              { type: 'emitNotSent' },
              { type: 'trackNotSent' },
              { type: 'showNotSent' },
              'notifyBalance',
              'reset',
              { type: 'setError' },
              'leavePreview',
            ],
          },
          {
            guard: { type: 'isCurrent' },
            target: 'editing',
            actions: [
              { type: 'setError' },
              { type: 'emitNotSent' },
              { type: 'trackNotSent' },
              { type: 'showNotSent' },
            ],
          },
        ],
        'send.cancel': {
          target: 'editing',
          actions: [
            { type: 'setError', params: { outcome: { status: 'cancelled' } } },
            { type: 'emitNotSent', params: { outcome: { status: 'cancelled' } } },
            { type: 'showNotSent', params: { outcome: { status: 'cancelled' } } },
            'cancelRequest',
          ],
        },
      },
      after: {
        lost: {
          target: 'editing',
          actions: [
            { type: 'emitNotSent' },
            { type: 'trackNotSent' },
            { type: 'showNotSent' },
            'reset',
            { type: 'setError' },
            'leavePreview',
          ],
        },
      },
    },
    sent: {
      description: 'The wallet sent the transfer. The item transaction:<hash> waits for the network.',
      on: {
        'transaction.settled': { guard: { type: 'isSent' }, actions: { type: 'setReceipt' } },
        'send.giveUp': { guard: { type: 'isSent' }, actions: { type: 'setProgress', params: { progress: 'unconfirmed' } } },
        'send.reset': { target: 'editing', actions: 'reset' },
        'send.setToken': { target: 'editing', actions: ['reset', { type: 'setToken' }, 'leaveTokens'] },
        'send.setNft': { target: 'editing', actions: ['reset', { type: 'setNftSource' }] },
        'send.setAmount': { target: 'editing', actions: ['reset', { type: 'setAmount' }] },
        'send.setReceiver': { target: 'editing', actions: ['reset', { type: 'setReceiverText' }] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
