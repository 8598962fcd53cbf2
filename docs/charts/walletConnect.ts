/**
 * One attempt to connect a wallet elsewhere: a code to scan, or a link that opens its app.
 *
 * The chart of `walletConnect`, with stand-ins for everything else, so that it runs by itself: in Stately’s editor (import from code), in any
 * page, or in node. Change what stands at the head. Written by a test from the machine; what you change here changes nothing there.
 */
import { createActor, fromPromise, fromCallback, setup } from 'xstate'

/** What each guard says: flip one, and the chart takes the other way. */
export const yes = {
  userRejected: true as boolean,
  reachable: true as boolean,
  linked: true as boolean,
  besidePage: true as boolean,
  offersLeft: true as boolean,
}

/** How the work outside the chart ends, after a second; what is pending does not end by itself. */
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

/** What is listened to for as long as a state lasts; nothing is heard here. */
const listener = fromCallback(() => {})

/** Says what the product would do now. */
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
    begin: says('begin'),
    keepOffer: says('keepOffer'),
    keepPlatform: says('keepPlatform'),
    direct: says('direct'),
    keepApp: says('keepApp'),
    dropApp: says('dropApp'),
    copyUri: says('copyUri'),
    keepConnection: says('keepConnection'),
    keepRefusal: says('keepRefusal'),
    keepSilence: says('keepSilence'),
    keepExpiry: says('keepExpiry'),
  },
  guards: {
    userRejected: () => yes['userRejected'],
    reachable: () => yes['reachable'],
    linked: () => yes['linked'],
    besidePage: () => yes['besidePage'],
    offersLeft: () => yes['offersLeft'],
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
      description: 'There is an offer, or there will be.',
      entry: 'begin',
      initial: 'preparing',
      invoke: { id: 'offer', src: 'offer', onError: { target: 'failed', actions: { type: 'keepRefusal' } } },
      on: {
        'offer.made': { target: '.offering', actions: { type: 'keepOffer' } },
        'offer.approved': { target: 'connected', actions: { type: 'keepConnection' } },
        'offer.refused': [
          { guard: { type: 'userRejected' }, target: 'declined', actions: { type: 'keepRefusal' } },
          { target: 'failed', actions: { type: 'keepRefusal' } },
        ],
        'walletConnect.cancel': 'cancelled',
        'walletConnect.direct': { actions: { type: 'direct' } },
        'walletConnect.selectPlatform': { guard: { type: 'reachable' }, actions: { type: 'keepPlatform' } },
      },
      states: {
        preparing: {
          description: 'The offer is being made; the relay may be slow.',
          tags: 'busy',
          after: { pairing: { target: '#walletConnect.expired', actions: 'keepSilence' } },
        },
        offering: {
          description: 'The visitor scans the code or opens the wallet, and answers there.',
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
              onDone: { description: 'The offer itself ends at the same moment, below.' },
              onError: { description: 'The seconds are not told any more; the offer stays.' },
            },
          ],
          on: {
            'walletConnect.refresh': { target: '#walletConnect.open', reenter: true },
            'walletConnect.copyUri': { actions: { type: 'copyUri' } },
            'walletConnect.openWallet': { guard: 'linked', target: '.opening' },
            'walletConnect.direct': { target: '.waiting', actions: ['dropApp', { type: 'direct' }] },
            'walletConnect.selectPlatform': {
              guard: { type: 'reachable' },
              target: '.waiting',
              actions: ['dropApp', { type: 'keepPlatform' }],
            },
          },
          after: {
            offer: [
              { guard: 'offersLeft', target: '#walletConnect.open', reenter: true },
              { target: '#walletConnect.expired', actions: 'keepExpiry' },
            ],
          },
          states: {
            waiting: { description: 'For a scan, or for the link to be pressed.' },
            opening: {
              description: 'The link was pressed. An app that opens takes the screen.',
              tags: 'opening',
              entry: 'keepApp',
              on: { 'page.hidden': 'opened', 'page.left': { guard: 'besidePage', target: 'opened' } },
              after: { openApp: 'unopened' },
            },
            opened: {
              description: 'The visitor answers in the app, and comes back, with or without an answer.',
              tags: 'opened',
            },
            unopened: {
              description: 'Nothing came up: it may not be installed. The code, and where to get it, are shown.',
              tags: 'unopened',
              entry: 'dropApp',
              on: {
                'page.hidden': {
                  description: 'It may come up late, after the browser asked. What is shown stays, in case it did not.',
                  actions: 'keepApp',
                },
              },
            },
          },
        },
      },
    },
    connected: { type: 'final', description: 'A wallet took the offer up and shares its accounts.' },
    declined: { type: 'final', description: 'The visitor said no in the wallet.' },
    expired: { type: 'final', description: 'Nobody took any of the offers up, or none could be made.' },
    cancelled: { type: 'final', description: 'The visitor, or the site, called it off.' },
    failed: { type: 'final', description: 'No offer could be made, or what a wallet answered is not good enough.' },
  },
  context: {},
  options: { maxIterations: 1_000 },
})

/** Starts it; `start().send({ type: … })` goes on. */
export const start = () => createActor(machine).start()
