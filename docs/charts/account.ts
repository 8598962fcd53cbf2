/**
 * The active account, and the name and avatar of its address.
 *
 * The chart of `account` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isInFrame: true as boolean,
  isOtherTab: true as boolean,
  isTabMissing: true as boolean,
  isSentByAccount: true as boolean,
  hasSentBefore: true as boolean,
  hasProfileError: true as boolean,
  hasName: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  fetchIdentity: 'pending' as Ends, // the actor account.fetchIdentity
  fetchName: 'pending' as Ends, // the actor account.fetchName
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
    fetchIdentity: work('fetchIdentity'),
    fetchName: work('fetchName'),
  },
  actions: {
    clearProfile: says('clearProfile'),
    setProfileError: says('setProfileError'),
    setProfile: says('setProfile'),
    setName: says('setName'),
    selectTab: says('selectTab'),
    selectAccount: says('selectAccount'),
    setType: says('setType'),
    setLabel: says('setLabel'),
    requireProject: says('requireProject'),
    loadHistory: says('loadHistory'),
    notifyHistory: says('notifyHistory'),
    notifyRecent: says('notifyRecent'),
    showSent: says('showSent'),
    notifyNfts: says('notifyNfts'),
    trackTab: says('trackTab'),
  },
  guards: {
    isInFrame: () => yes['isInFrame'],
    isOtherTab: () => yes['isOtherTab'],
    isTabMissing: () => yes['isTabMissing'],
    isSentByAccount: () => yes['isSentByAccount'],
    hasSentBefore: () => yes['hasSentBefore'],
    hasProfileError: () => yes['hasProfileError'],
    hasName: () => yes['hasName'],
  },
  delays: {
    identity: 15_000, // timeouts.apiMs
  },
}).createMachine({
  id: 'account',
  description: 'The active account, and the name and avatar of its address.',
  meta: { kind: 'service', spec: ['2.3', '3.6', '3.18', '4.27', '7.4', '7.15', '8.15'] },
  initial: 'identifying',
  entry: 'loadHistory',
  on: {
    'account.select': [
      {
        description: 'The embedded wallet switches to the selected one of its accounts.',
        guard: { type: 'isInFrame' },
        actions: { type: 'setType' },
      },
      { actions: { type: 'selectAccount' } },
    ],
    'account.selectTab': [
      {
        guard: { type: 'isOtherTab' },
        actions: [
          { type: 'selectTab' },
          { type: 'notifyHistory' },
          { type: 'notifyRecent' },
          { type: 'notifyNfts' },
          { type: 'trackTab' },
          'loadHistory',
        ],
      },
      { guard: { type: 'isTabMissing' }, actions: 'requireProject' },
    ],
    'account.setLabel': { actions: { type: 'setLabel' } },
    'account.setName': {
      description: 'A name was registered for the address [4.27]. A lookup in progress may not return it yet.',
      target: '.settled',
      actions: { type: 'setName' },
    },
    'transaction.sent': {
      description: 'From now on there is a transaction to show, even without an API history.',
      guard: { type: 'isSentByAccount' },
      actions: 'showSent',
    },
    'storage.restored': {
      description: 'A wallet may connect before the stored transactions are read.',
      guard: { type: 'hasSentBefore' },
      actions: 'showSent',
    },
    'storage.updated': { guard: { type: 'hasSentBefore' }, actions: 'showSent' },
    'modal.closed': { actions: { type: 'selectTab', params: { tab: 'Tokens' } } },
  },
  states: {
    identifying: {
      description: 'Waits for the profile of the address: its name and avatar. Without an answer it has none.',
      invoke: {
        id: 'fetchIdentity',
        src: 'fetchIdentity',
        onDone: [
          { guard: { type: 'hasName' }, target: 'settled', actions: { type: 'setProfile' } },
          { target: 'naming', actions: { type: 'setProfile' } },
        ],
        onError: { target: 'naming', actions: { type: 'setProfileError' } },
      },
      after: { identity: { target: 'naming', actions: { type: 'setProfileError' } } },
    },
    naming: {
      description: 'The profile has no name, or could not be fetched. Waits for the names registered for the address.',
      invoke: {
        id: 'fetchName',
        src: 'fetchName',
        onDone: { target: 'settled', actions: { type: 'setName' } },
        onError: { target: 'settled', actions: { type: 'setProfileError' } },
      },
      after: { identity: { target: 'settled', actions: { type: 'setProfileError' } } },
    },
    settled: {
      description: 'The lookup ended.',
      on: {
        'modal.opened': {
          description: 'Retries a failed lookup.',
          guard: 'hasProfileError',
          target: 'identifying',
          actions: 'clearProfile',
        },
      },
    },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
