/**
 * The account that the visitor acts for, and what it is known as.
 *
 * The chart of `account`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  inFrame: true as boolean,
  other: true as boolean,
  missing: true as boolean,
  sentHere: true as boolean,
  sentBefore: true as boolean,
  failed: true as boolean,
  named: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchIdentity: 'pending' as Ends, // the slot account.fetchIdentity
  fetchName: 'pending' as Ends, // the slot account.fetchName
}
const work = (name: keyof typeof ends) =>
  fromPromise<unknown, unknown>(
    () =>
      new Promise((resolve, reject) => {
        if (ends[name] === 'done') setTimeout(resolve, 1_000)
        if (ends[name] === 'failed') setTimeout(reject, 1_000, new Error(`${name} failed`))
      }),
  )

/** Says what the product would do now. */
export const log: { say: (text: string) => void } = { say: () => {} }
const says = (name: string) => (_: unknown, _params: unknown) => log.say(name)

export const machine = setup({
  types: {} as { context: Record<string, unknown>; events: { type: string } },
  actors: {
    fetchIdentity: work('fetchIdentity'),
    fetchName: work('fetchName'),
  },
  actions: {
    clearProfile: says('clearProfile'),
    keepProfileError: says('keepProfileError'),
    keepProfile: says('keepProfile'),
    keepName: says('keepName'),
    selectTab: says('selectTab'),
    selectAccount: says('selectAccount'),
    setType: says('setType'),
    setLabel: says('setLabel'),
    needProject: says('needProject'),
    wantHistory: says('wantHistory'),
    tellHistory: says('tellHistory'),
    tellRecent: says('tellRecent'),
    showSent: says('showSent'),
    lookAtNfts: says('lookAtNfts'),
    trackTab: says('trackTab'),
  },
  guards: {
    inFrame: () => yes['inFrame'],
    other: () => yes['other'],
    missing: () => yes['missing'],
    sentHere: () => yes['sentHere'],
    sentBefore: () => yes['sentBefore'],
    failed: () => yes['failed'],
    named: () => yes['named'],
  },
  delays: {
    identity: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'account',
  description: 'The account that the visitor acts for, and what it is known as.',
  meta: { kind: 'service', spec: ['2.3', '3.6', '3.18', '4.27', '7.4', '7.15', '8.15'] },
  initial: 'identifying',
  entry: 'wantHistory',
  on: {
    'account.select': [
      {
        description: 'The embedded wallet is told which of its accounts it acts for.',
        guard: { type: 'inFrame' },
        actions: { type: 'setType' },
      },
      { actions: { type: 'selectAccount' } },
    ],
    'account.selectTab': [
      {
        guard: { type: 'other' },
        actions: [
          { type: 'selectTab' },
          { type: 'tellHistory' },
          { type: 'tellRecent' },
          { type: 'lookAtNfts' },
          { type: 'trackTab' },
          'wantHistory',
        ],
      },
      { guard: { type: 'missing' }, actions: 'needProject' },
    ],
    'account.setLabel': { actions: { type: 'setLabel' } },
    'account.setName': {
      description: 'A name was registered for the address [4.27]; what is being looked up may not tell it yet.',
      target: '.settled',
      actions: { type: 'keepName' },
    },
    'transaction.sent': {
      description: 'There is something to show from now on, whoever tells the history.',
      guard: { type: 'sentHere' },
      actions: 'showSent',
    },
    'memory.restored': {
      description: 'Who connects at once is there before what was stored is read.',
      guard: { type: 'sentBefore' },
      actions: 'showSent',
    },
    'memory.changed': { guard: { type: 'sentBefore' }, actions: 'showSent' },
    'modal.closed': { actions: { type: 'selectTab', params: { tab: 'Tokens' } } },
  },
  states: {
    identifying: {
      description: 'The name and picture that the address has made for itself. Without an answer it has none.',
      invoke: {
        id: 'fetchIdentity',
        src: 'fetchIdentity',
        onDone: [
          { guard: { type: 'named' }, target: 'settled', actions: { type: 'keepProfile' } },
          { target: 'naming', actions: { type: 'keepProfile' } },
        ],
        onError: { target: 'naming', actions: { type: 'keepProfileError' } },
      },
      after: { identity: { target: 'naming', actions: { type: 'keepProfileError' } } },
    },
    naming: {
      description: 'It has made none, or nobody tells: perhaps a name is registered for it.',
      invoke: {
        id: 'fetchName',
        src: 'fetchName',
        onDone: { target: 'settled', actions: { type: 'keepName' } },
        onError: { target: 'settled', actions: { type: 'keepProfileError' } },
      },
      after: { identity: { target: 'settled', actions: { type: 'keepProfileError' } } },
    },
    settled: {
      description: 'What the address is known as was looked up.',
      on: {
        'modal.opened': {
          description: 'What failed before may go well now.',
          guard: 'failed',
          target: 'identifying',
          actions: 'clearProfile',
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
