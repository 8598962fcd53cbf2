/**
 * One attempt to connect a wallet elsewhere: a code to scan, or a link that opens its app.
 *
 * The chart of `walletConnect` with mocks for everything else. It runs on its own: in Stately’s editor (import from code), in any page, or in
 * Node. Change the constants at the top. Generated from the machine by a test; changes here do not affect the machine.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** The result of each guard. Change one to take the other transition. */
export const yes = {
  isUserRejection: true as boolean,
  isReachable: true as boolean,
  hasLink: true as boolean,
  isDesktop: true as boolean,
  hasOffersLeft: true as boolean,
}

/** How each effect ends, after one second. A pending effect does not end. */
type Ends = 'pending' | 'done' | 'failed'
export const ends = {
  countdown: 'pending' as Ends, // a machine of its own
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
    offer: listener,
    watchPage: listener,
    countdown: work('countdown'),
  },
  actions: {
    startOffer: says('startOffer'),
    setOffer: says('setOffer'),
    setPlatform: says('setPlatform'),
    setWallet: says('setWallet'),
    setApp: says('setApp'),
    clearApp: says('clearApp'),
    copyUri: says('copyUri'),
    setConnection: says('setConnection'),
    setRefusal: says('setRefusal'),
    setSilence: says('setSilence'),
    setExpiry: says('setExpiry'),
  },
  guards: {
    isUserRejection: () => yes['isUserRejection'],
    isReachable: () => yes['isReachable'],
    hasLink: () => yes['hasLink'],
    isDesktop: () => yes['isDesktop'],
    hasOffersLeft: () => yes['hasOffersLeft'],
  },
  delays: {
    pairing: 20_000, // timeouts.pairingMs
    openApp: 3_000,
    offer: 1_000, // worked out as it goes; a second here
  },
}).createMachine({
  id: 'walletConnect',
  description: 'One attempt to connect a wallet elsewhere: a code to scan, or a link that opens its app.',
  meta: { kind: 'flow', spec: ['2.6', '4.35', '9.19'] },
  initial: 'open',
  states: {
    open: {
      description: 'An offer is open or being made.',
      entry: 'startOffer',
      initial: 'preparing',
      invoke: { id: 'offer', src: 'offer', onError: { target: 'failed', actions: { type: 'setRefusal' } } },
      on: {
        'offer.made': { target: '.offering', actions: { type: 'setOffer' } },
        'offer.approved': { target: 'connected', actions: { type: 'setConnection' } },
        'offer.refused': [
          { guard: { type: 'isUserRejection' }, target: 'declined', actions: { type: 'setRefusal' } },
          { target: 'failed', actions: { type: 'setRefusal' } },
        ],
        'walletConnect.cancel': 'cancelled',
        'walletConnect.selectWallet': { actions: { type: 'setWallet' } },
        'walletConnect.selectPlatform': { guard: { type: 'isReachable' }, actions: { type: 'setPlatform' } },
      },
      states: {
        preparing: {
          description: 'The offer is being made. The relay may be slow.',
          tags: 'busy',
          after: { pairing: { target: '#walletConnect.expired', actions: 'setSilence' } },
        },
        offering: {
          description: 'The user scans the code or opens the wallet, and answers there.',
          tags: ['busy', 'offering'],
          initial: 'waiting',
          invoke: [
            {
              id: 'watchPage',
              src: 'watchPage',
              onError: { description: 'Then no app is known to have opened, and the code is shown as well.' },
            },
            {
              id: 'countdown',
              src: 'countdown',
              onDone: { description: 'The offer ends at the same moment, through its own timeout.' },
              onError: { description: 'The seconds are no longer counted. The offer remains open.' },
            },
          ],
          on: {
            'walletConnect.refresh': { target: '#walletConnect.open', reenter: true },
            'walletConnect.copyUri': { actions: { type: 'copyUri' } },
            'walletConnect.openWallet': { guard: 'hasLink', target: '.opening' },
            'walletConnect.selectWallet': { target: '.waiting', actions: ['clearApp', { type: 'setWallet' }] },
            'walletConnect.selectPlatform': {
              guard: { type: 'isReachable' },
              target: '.waiting',
              actions: ['clearApp', { type: 'setPlatform' }],
            },
          },
          after: {
            offer: [
              { guard: 'hasOffersLeft', target: '#walletConnect.open', reenter: true },
              { target: '#walletConnect.expired', actions: 'setExpiry' },
            ],
          },
          states: {
            waiting: { description: 'Waits until the code is scanned or the link is pressed.' },
            opening: {
              description: 'The link was pressed. An app that opens covers the page or takes its focus.',
              tags: 'opening',
              entry: 'setApp',
              on: { 'page.hidden': 'opened', 'page.left': { guard: 'isDesktop', target: 'opened' } },
              after: { openApp: 'unopened' },
            },
            opened: {
              description: 'The user answers in the app and then returns, with or without an answer.',
              tags: 'opened',
            },
            unopened: {
              description: 'No app opened: it may not be installed. The code and a download link are shown.',
              tags: 'unopened',
              entry: 'clearApp',
              on: {
                'page.hidden': {
                  description: 'The app may open late, after a prompt of the browser. The view stays, in case it did not open.',
                  actions: 'setApp',
                },
              },
            },
          },
        },
      },
    },
    connected: { type: 'final', description: 'A wallet accepted the offer and shared its accounts.' },
    declined: { type: 'final', description: 'The user rejected the offer in the wallet.' },
    expired: { type: 'final', description: 'No wallet accepted an offer, or none could be made in time.' },
    cancelled: { type: 'final', description: 'The user or the app cancelled the attempt.' },
    failed: { type: 'final', description: 'No offer could be made, or the wallet\'s answer is not valid.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts the machine. Send events with `start().send({ type: … })`. */
export const start = () => createActor(machine).start()
