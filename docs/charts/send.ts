/**
 * Sends tokens: the draft, the wallet request, and the result.
 *
 * The chart of `send` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  named: true as boolean,
  same: true as boolean,
  unread: false as boolean,
  complete: true as boolean,
  unchecked: true as boolean,
  sent: true as boolean,
  refused: true as boolean,
  unaffordable: true as boolean,
  empty: true as boolean,
  estimable: true as boolean,
  unpriced: true as boolean,
  renewed: true as boolean,
  current: true as boolean,
  answered: true as boolean,
  unconfirmed: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  receiver: 'pending' as Ends, // a machine of its own
  resolveName: 'pending' as Ends, // the slot send.resolveName
  estimateMaximum: 'pending' as Ends, // the slot send.estimateMaximum
  readNft: 'pending' as Ends, // the slot send.readNft
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
    keepTokens: says('keepTokens'),
    keepRetry: says('keepRetry'),
    setToken: says('setToken'),
    setNft: says('setNft'),
    keepNft: says('keepNft'),
    forgetNft: says('forgetNft'),
    setAmount: says('setAmount'),
    setReceiver: says('setReceiver'),
    keepReceiver: says('keepReceiver'),
    keepReceiverError: says('keepReceiverError'),
    keepRenamed: says('keepRenamed'),
    keepFault: says('keepFault'),
    keepError: says('keepError'),
    fix: says('fix'),
    ask: says('ask'),
    callOff: says('callOff'),
    keepHash: says('keepHash'),
    keepProgress: says('keepProgress'),
    keepReceipt: says('keepReceipt'),
    reset: says('reset'),
    clearReceiver: says('clearReceiver'),
    clearError: says('clearError'),
    beginReview: says('beginReview'),
    endReview: says('endReview'),
    forgetReview: says('forgetReview'),
    keepFee: says('keepFee'),
    keepFeeError: says('keepFeeError'),
    keepProfile: says('keepProfile'),
    watch: says('watch'),
    leaveTokens: says('leaveTokens'),
    leavePreview: says('leavePreview'),
    showConfirmed: says('showConfirmed'),
    emitSent: says('emitSent'),
    emitNotSent: says('emitNotSent'),
    emitFault: says('emitFault'),
    trackSubmitted: says('trackSubmitted'),
    tellBalance: says('tellBalance'),
    trackStarted: says('trackStarted'),
    trackNotSent: says('trackNotSent'),
    leaveViews: says('leaveViews'),
    sayWaiting: says('sayWaiting'),
    sayStarted: says('sayStarted'),
    sayNotSent: says('sayNotSent'),
  },
  guards: {
    named: () => yes['named'],
    same: () => yes['same'],
    unread: () => yes['unread'],
    complete: () => yes['complete'],
    unchecked: () => yes['unchecked'],
    sent: () => yes['sent'],
    refused: () => yes['refused'],
    unaffordable: () => yes['unaffordable'],
    empty: () => yes['empty'],
    estimable: () => yes['estimable'],
    unpriced: () => yes['unpriced'],
    renewed: () => yes['renewed'],
    current: () => yes['current'],
    answered: () => yes['answered'],
    unconfirmed: () => yes['unconfirmed'],
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
    'balance.loaded': { actions: { type: 'keepTokens' } },
    'send.setRetry': { actions: { type: 'keepRetry' } },
  },
  states: {
    editing: {
      description: 'The user edits the draft: the token, the amount and the receiver.',
      initial: 'checking',
      on: {
        'balance.loaded': [
          { guard: { type: 'renewed' }, target: '.checking', actions: { type: 'keepTokens' } },
          {
            description: 'The data of the draft\'s token has changed, so what the user read about it is no longer true.',
            target: '.checking',
            actions: [{ type: 'keepTokens' }, 'leaveViews'],
          },
        ],
        'send.setToken': { target: '.checking', actions: [{ type: 'setToken' }, 'leaveTokens'] },
        'send.setNft': { target: '.checking', actions: { type: 'setNft' } },
        'send.setAmount': { target: '.checking', actions: { type: 'setAmount' } },
        'send.setReceiver': [
          { guard: { type: 'empty' }, target: '.checking', actions: 'clearReceiver' },
          { target: '.resolving', reenter: true, actions: { type: 'setReceiver' } },
        ],
        'send.setMaximum': { guard: 'estimable', target: '.estimating' },
        'send.reset': { target: '.checking', actions: 'reset' },
        'send.submit': { actions: ['keepFault', 'emitFault'] },
      },
      states: {
        checking: {
          description: 'Decides whether the draft is complete and valid.',
          entry: 'forgetReview',
          always: [
            { guard: 'unread', target: 'reading' },
            { guard: 'unchecked', target: 'resolving' },
            { guard: 'complete', target: 'complete' },
            { target: 'incomplete' },
          ],
        },
        reading: {
          description: 'Waits for the chain to return what the NFT is, and whether the account holds it.',
          on: { 'balance.loaded': { actions: { type: 'keepTokens' } } },
          invoke: {
            id: 'readNft',
            src: 'readNft',
            onDone: { target: 'checking', actions: { type: 'keepNft' } },
            onError: { target: 'checking', actions: [{ type: 'keepError' }, 'forgetNft'] },
          },
          after: { estimate: { target: 'checking', actions: [{ type: 'keepError' }, 'forgetNft'] } },
        },
        resolving: {
          description: 'The receiver is being validated.',
          invoke: {
            id: 'receiver',
            src: 'receiver',
            onDone: { target: 'checking', actions: { type: 'keepReceiver' } },
            onError: { target: 'checking', actions: { type: 'keepReceiverError' } },
          },
        },
        estimating: {
          description: 'The maximum amount is being computed.',
          on: { 'balance.loaded': { guard: { type: 'renewed' }, actions: { type: 'keepTokens' } } },
          invoke: {
            id: 'estimateMaximum',
            src: 'estimateMaximum',
            onDone: { target: 'checking', actions: { type: 'setAmount' } },
            onError: { target: 'checking', actions: { type: 'keepError' } },
          },
          after: { estimate: { target: 'checking', actions: { type: 'keepError' } } },
        },
        incomplete: {
          description: 'Something is missing or invalid, or the transfer cannot be made, as `feeError` says.',
        },
        complete: {
          description: 'The draft is complete and can be submitted, even before the item transferReview has reported the fee.',
          tags: 'submittable',
          entry: 'beginReview',
          exit: 'endReview',
          on: {
            'xstate.error.actor.transferReview': [
              { guard: 'unpriced', actions: { type: 'keepFeeError' } },
              { description: 'The fee, or the reason why it is unknown, was reported before.' },
            ],
            'send.priced': [
              {
                description: 'The account cannot pay the network fee.',
                guard: { type: 'unaffordable' },
                target: 'incomplete',
                actions: [{ type: 'keepFee' }, { type: 'keepFeeError' }],
              },
              { actions: { type: 'keepFee' } },
            ],
            'send.unpriced': [
              { guard: { type: 'refused' }, target: 'incomplete', actions: { type: 'keepFeeError' } },
              { actions: { type: 'keepFeeError' } },
            ],
            'send.profileFound': { actions: { type: 'keepProfile' } },
            'send.submit': [
              { guard: 'named', target: '#send.confirming', actions: 'clearError' },
              { target: '#send.sending', actions: 'fix' },
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
          { guard: { type: 'same' }, target: 'sending', actions: 'fix' },
          {
            target: 'editing',
            actions: [{ type: 'keepRenamed' }, { type: 'keepError' }, { type: 'emitNotSent' }],
          },
        ],
        onError: { target: 'editing', actions: [{ type: 'keepError' }, { type: 'emitNotSent' }] },
      },
      on: {
        'send.cancel': {
          description: 'The wallet has received nothing, so there is nothing to warn of.',
          target: 'editing',
          actions: { type: 'emitNotSent', params: { outcome: { status: 'cancelled' } } },
        },
      },
      after: { resolve: { target: 'editing', actions: [{ type: 'keepError' }, { type: 'emitNotSent' }] } },
    },
    sending: {
      description: 'Waits for the user\'s answer in the wallet. The transfer is frozen: changes elsewhere do not affect it.',
      tags: 'busy',
      entry: ['trackSubmitted', 'sayWaiting', 'ask'],
      on: {
        'requests.settled': [
          {
            guard: { type: 'answered' },
            target: 'sent',
            actions: [
              { type: 'keepHash' },
              { type: 'watch' },
              { type: 'emitSent' },
              'tellBalance',
              { type: 'trackStarted' },
              'showConfirmed',
              'sayStarted',
            ],
          },
          {
            description: 'The wallet may have sent the transfer, which cannot be determined: the draft is not offered again.',
            guard: { type: 'unconfirmed' },
            target: 'editing',
            actions: [
              { type: 'emitNotSent' },
              { type: 'trackNotSent' },
              { type: 'sayNotSent' },
              'tellBalance',
              'reset',
              { type: 'keepError' },
              'leavePreview',
            ],
          },
          {
            guard: { type: 'current' },
            target: 'editing',
            actions: [
              { type: 'keepError' },
              { type: 'emitNotSent' },
              { type: 'trackNotSent' },
              { type: 'sayNotSent' },
            ],
          },
        ],
        'send.cancel': {
          target: 'editing',
          actions: [
            { type: 'keepError', params: { outcome: { status: 'cancelled' } } },
            { type: 'emitNotSent', params: { outcome: { status: 'cancelled' } } },
            { type: 'sayNotSent', params: { outcome: { status: 'cancelled' } } },
            'callOff',
          ],
        },
      },
      after: {
        lost: {
          target: 'editing',
          actions: [
            { type: 'emitNotSent' },
            { type: 'trackNotSent' },
            { type: 'sayNotSent' },
            'reset',
            { type: 'keepError' },
            'leavePreview',
          ],
        },
      },
    },
    sent: {
      description: 'The wallet sent the transfer. The item transaction:<hash> waits for the network.',
      on: {
        'transaction.settled': { guard: { type: 'sent' }, actions: { type: 'keepReceipt' } },
        'send.giveUp': { guard: { type: 'sent' }, actions: { type: 'keepProgress', params: { progress: 'unconfirmed' } } },
        'send.reset': { target: 'editing', actions: 'reset' },
        'send.setToken': { target: 'editing', actions: ['reset', { type: 'setToken' }, 'leaveTokens'] },
        'send.setNft': { target: 'editing', actions: ['reset', { type: 'setNft' }] },
        'send.setAmount': { target: 'editing', actions: ['reset', { type: 'setAmount' }] },
        'send.setReceiver': { target: 'editing', actions: ['reset', { type: 'setReceiver' }] },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
