/** Flow: one attempt to connect a wallet on another device, or in another app. Offers are renewed before they expire. */
import { assign, setup } from 'xstate'
import { LIMITS, TIMING } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { Connector } from '../entities/connector.ts'
import type { Namespace } from '../entities/namespace.ts'
import { LatchkeyError } from '../errors/error.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { listener, timeout } from '../kit/effects.ts'
import { tell } from '../kit/system.ts'
import { now } from '../kit/time.ts'
import { appChoice, openLink, type Chosen } from '../rules/deepLinks.ts'
import { platformsOf, type Platform } from '../rules/platforms.ts'
import { cancelled, done, expired, offerOutcome } from '../rules/outcomes.ts'
import type { CountdownContract } from './countdown.contract.ts'
import { countdownMachine } from './countdown.machine.ts'
import type { WalletConnectContract } from './walletConnect.contract.ts'
import { clipboard } from '../shell/clipboard.contract.ts'

type Context = WalletConnectContract['context']
type Offer = Extract<WalletConnectContract['event'], { type: `offer.${string}` }>
type Seen = Extract<WalletConnectContract['event'], { type: `page.${string}` }>

/** What opens the chosen wallet with the offer, where there are both. */
const linkTo = ({ chosen }: Context, platform: Platform, uri: string | undefined) =>
  chosen && uri !== undefined ? openLink(chosen, platform, uri) : undefined

const platformsFor = (chosen: Chosen | undefined) =>
  platformsOf(chosen?.wallet, { mobile: chosen?.page?.mobile ?? false })

export const walletConnectMachine = setup({
  types: {} as TypesOf<WalletConnectContract>,
  actors: {
    /** Makes an offer and hears what becomes of it. What is not taken up is withdrawn, also when it is taken up late. */
    offer: listener<Offer, { connector: Connector; free: readonly Namespace[] }>('walletConnect.offer'),
    /** Hears whether the page can be seen: it cannot while an app is in front of it. */
    watchPage: listener<Seen>('walletConnect.watchPage'),
    countdown: seal<CountdownContract>()(countdownMachine),
  },
  actions: {
    begin: assign({ uri: undefined, link: undefined, app: undefined, offers: ({ context }) => context.offers + 1 }),
    keepOffer: assign(({ context }, { uri, expiresAt }: { uri: string; expiresAt: number }) => ({
      uri,
      expiresAt,
      link: linkTo(context, context.platform, uri),
    })),
    keepPlatform: assign(({ context }, { platform }: { platform: Platform }) => ({
      platform,
      link: linkTo(context, platform, context.uri),
    })),
    direct: assign(({ context }, { chosen }: { chosen: Chosen }) => {
      const platforms = platformsFor(chosen)
      const [platform] = platforms
      return { chosen, platforms, platform, link: linkTo({ ...context, chosen }, platform, context.uri) }
    }),
    keepApp: assign({ app: ({ context }) => context.chosen && appChoice(context.chosen, context.platform) }),
    dropApp: assign({ app: undefined }),
    copyUri: tell(clipboard)(({ uri }: { uri: string | undefined }) => ({
      type: 'clipboard.copy',
      text: uri ?? '',
      notice: 'link.copied',
    })),
    keepConnection: assign(
      (_, { connection, namespaces }: { connection: Connection; namespaces: readonly Namespace[] }) => ({
        outcome: done(connection),
        namespaces,
      }),
    ),
    keepRefusal: assign({
      outcome: ({ context }, { error }: { error: unknown }) => offerOutcome(error, context.connector.name),
    }),
    keepSilence: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    keepExpiry: assign({
      outcome: ({ context }) =>
        expired(new LatchkeyError('connect.expired', { params: { wallet: context.connector.name } })),
    }),
  },
  guards: {
    userRejected: (_, { error }: { error: unknown }) => LatchkeyError.is(error, 'connect.declined'),
    reachable: ({ context }, { platform }: { platform: Platform }) =>
      context.platforms.includes(platform) && platform !== context.platform,
    linked: ({ context }) => context.link !== undefined,
    /** An app on a desktop comes up beside the page. */
    besidePage: ({ context }) => context.platform === 'desktop',
    offersLeft: ({ context }) => context.offers < LIMITS.offers,
  },
  delays: {
    pairing: timeout('pairingMs'),
    openApp: TIMING.openAppMs,
    /** A little before its end: nobody scans an offer that is over before it is read. */
    offer: ({ context, system }) => Math.max(0, context.expiresAt - now(system)),
  },
}).createMachine({
  id: 'walletConnect',
  description: 'One attempt to connect a wallet elsewhere: a code to scan, or a link that opens its app.',
  meta: { kind: 'flow', spec: ['2.6', '4.35', '9.19'] },
  context: ({ input }) => {
    const { connector, free = [], chosen } = input
    const platforms = platformsFor(chosen)
    return {
      connector,
      free,
      namespaces: [],
      chosen,
      platforms,
      platform: platforms[0],
      uri: undefined,
      link: undefined,
      app: undefined,
      expiresAt: 0,
      offers: 0,
      outcome: cancelled,
    }
  },
  output: ({ context: { outcome, app, namespaces } }) => ({ outcome, app, namespaces }),
  initial: 'open',
  states: {
    open: {
      description: 'There is an offer, or there will be.',
      entry: 'begin',
      initial: 'preparing',
      invoke: {
        id: 'offer',
        src: 'offer',
        input: ({ context: { connector, free } }) => ({ connector, free }),
        onError: { target: 'failed', actions: { type: 'keepRefusal', params: ({ event }) => event } },
      },
      on: {
        'offer.made': { target: '.offering', actions: { type: 'keepOffer', params: ({ event }) => event } },
        'offer.approved': { target: 'connected', actions: { type: 'keepConnection', params: ({ event }) => event } },
        'offer.refused': [
          {
            guard: { type: 'userRejected', params: ({ event }) => event },
            target: 'declined',
            actions: { type: 'keepRefusal', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'keepRefusal', params: ({ event }) => event } },
        ],
        'walletConnect.cancel': 'cancelled',
        'walletConnect.direct': { actions: { type: 'direct', params: ({ event }) => event } },
        'walletConnect.selectPlatform': {
          guard: { type: 'reachable', params: ({ event }) => event },
          actions: { type: 'keepPlatform', params: ({ event }) => event },
        },
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
              input: ({ context }) => ({ until: context.expiresAt }),
              onDone: { description: 'The offer itself ends at the same moment, below.' },
              onError: { description: 'The seconds are not told any more; the offer stays.' },
            },
          ],
          on: {
            'walletConnect.refresh': { target: '#walletConnect.open', reenter: true },
            'walletConnect.copyUri': { actions: { type: 'copyUri', params: ({ context }) => context } },
            'walletConnect.openWallet': { guard: 'linked', target: '.opening' },
            'walletConnect.direct': {
              target: '.waiting',
              actions: ['dropApp', { type: 'direct', params: ({ event }) => event }],
            },
            'walletConnect.selectPlatform': {
              guard: { type: 'reachable', params: ({ event }) => event },
              target: '.waiting',
              actions: ['dropApp', { type: 'keepPlatform', params: ({ event }) => event }],
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
})
