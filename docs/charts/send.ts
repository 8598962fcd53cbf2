/**
 * Sending tokens: the draft, the question to the wallet, and what became of it.
 *
 * The chart of `send`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
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

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
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

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
  description: 'Sending tokens: the draft, the question to the wallet, and what became of it.',
  meta: { kind: 'service', spec: ['1.5', '3.3', '4.12', '4.22', '4.23', '5.1', '5.2', '5.14'] },
  initial: 'editing',
  on: {
    'balance.loaded': { actions: { type: 'keepTokens' } },
    'send.setRetry': { actions: { type: 'keepRetry' } },
  },
  states: {
    editing: {
      description: 'The visitor says what is to be sent, and to whom.',
      initial: 'checking',
      on: {
        'balance.loaded': [
          { guard: { type: 'renewed' }, target: '.checking', actions: { type: 'keepTokens' } },
          {
            description: 'The token of the draft is suddenly another one: what was read of it is no longer true.',
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
          description: 'Passing through: is everything there, and right?',
          entry: 'forgetReview',
          always: [
            { guard: 'unread', target: 'reading' },
            { guard: 'unchecked', target: 'resolving' },
            { guard: 'complete', target: 'complete' },
            { target: 'incomplete' },
          ],
        },
        reading: {
          description: 'The chain is asked what the NFT is, and whether the account holds it.',
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
          description: 'The receiver is checked.',
          invoke: {
            id: 'receiver',
            src: 'receiver',
            onDone: { target: 'checking', actions: { type: 'keepReceiver' } },
            onError: { target: 'checking', actions: { type: 'keepReceiverError' } },
          },
        },
        estimating: {
          description: 'The largest amount is worked out.',
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
          description: 'Something is missing or not right, or it cannot be made as it is, which `feeError` says.',
        },
        complete: {
          description: 'Everything is there and right; it can be sent, whether the item transferReview has told what it costs or not.',
          tags: 'submittable',
          entry: 'beginReview',
          exit: 'endReview',
          on: {
            'xstate.error.actor.transferReview': [
              { guard: 'unpriced', actions: { type: 'keepFeeError' } },
              { description: 'What it costs, or why that is not known, was told before.' },
            ],
            'send.priced': [
              {
                description: 'The account cannot pay what the network asks for.',
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
      description: 'Whether the name that was typed stands for the address that was read still.',
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
          target: 'editing',
          actions: [
            { type: 'keepError', params: { outcome: { status: 'cancelled' } } },
            { type: 'emitNotSent', params: { outcome: { status: 'cancelled' } } },
          ],
        },
      },
      after: { resolve: { target: 'editing', actions: [{ type: 'keepError' }, { type: 'emitNotSent' }] } },
    },
    sending: {
      description: 'The visitor answers in the wallet. The transfer is fixed; changes elsewhere do not touch it.',
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
            description: 'The wallet may have sent it, and nobody can tell: the draft is not offered again.',
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
      description: 'The wallet has sent it; the item transaction:<hash> waits for the network.',
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

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
