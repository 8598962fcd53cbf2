/** Flow: one attempt to connect a wallet on another device. Offers are renewed before they expire. */
import { assign, setup } from 'xstate'
import { LIMITS, TIMEOUTS } from '../constants.ts'
import type { Connection } from '../entities/account.ts'
import type { Connector } from '../entities/connector.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { TypesOf } from '../kit/contract.ts'
import { listener } from '../kit/effects.ts'
import { now } from '../kit/time.ts'
import { cancelled, done, expired, offerOutcome } from '../rules/outcomes.ts'
import type { WalletConnectContract } from './walletConnect.contract.ts'

type Offer = Extract<WalletConnectContract['event'], { type: `offer.${string}` }>

export const walletConnectMachine = setup({
  types: {} as TypesOf<WalletConnectContract>,
  actors: {
    /** Makes an offer and hears what becomes of it. What is not taken up is withdrawn, also when it is taken up late. */
    offer: listener<Offer, { connector: Connector }>('walletConnect.offer'),
  },
  actions: {
    begin: assign({ uri: undefined, offers: ({ context }) => context.offers + 1 }),
    keepOffer: assign((_, { uri, expiresAt }: { uri: string; expiresAt: number }) => ({ uri, expiresAt })),
    keepConnection: assign({
      outcome: (_, { connection }: { connection: Connection }) => done(connection),
    }),
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
    offersLeft: ({ context }) => context.offers < LIMITS.offers,
  },
  delays: {
    pairing: TIMEOUTS.pairingMs,
    /** A little before its end: nobody scans an offer that is over before it is read. */
    offer: ({ context, system }) => Math.max(0, context.expiresAt - now(system)),
  },
}).createMachine({
  id: 'walletConnect',
  description: 'One attempt to connect a wallet on another device, by a code to scan or a link to open.',
  meta: { kind: 'flow', spec: ['2.6', '4.35', '9.19'] },
  context: ({ input }) => ({ connector: input.connector, uri: undefined, expiresAt: 0, offers: 0, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'open',
  states: {
    open: {
      entry: 'begin',
      initial: 'preparing',
      invoke: {
        id: 'offer',
        src: 'offer',
        input: ({ context }) => ({ connector: context.connector }),
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
      },
      states: {
        preparing: {
          description: 'The offer is being made; the relay may be slow.',
          tags: 'busy',
          after: { pairing: { target: '#walletConnect.expired', actions: 'keepSilence' } },
        },
        offering: {
          description: 'The visitor scans the code or opens the link, and answers in the wallet.',
          tags: ['busy', 'offering'],
          on: { 'walletConnect.refresh': { target: '#walletConnect.open', reenter: true } },
          after: {
            offer: [
              { guard: 'offersLeft', target: '#walletConnect.open', reenter: true },
              { target: '#walletConnect.expired', actions: 'keepExpiry' },
            ],
          },
        },
      },
    },
    connected: { type: 'final' },
    declined: { type: 'final', description: 'The visitor said no in the wallet.' },
    expired: { type: 'final', description: 'Nobody took any of the offers up, or none could be made.' },
    cancelled: { type: 'final', description: 'The visitor, or the site, called it off.' },
    failed: { type: 'final' },
  },
})
