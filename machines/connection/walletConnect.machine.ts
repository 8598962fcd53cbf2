/** Flow: one attempt to connect a wallet on another device or in another app. Pairing URIs are renewed before they expire. */
import { assign, setup } from 'xstate'
import { LIMITS, TIMING } from '../constants.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { callbackActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { storedApp, openLink, type SelectedWallet } from './deepLinks.rules.ts'
import { platformsOf, type Platform } from './platforms.rules.ts'
import { cancelled, done, expired, proposalOutcome } from '../shared/outcome.rules.ts'
import type { CountdownContract } from './countdown.contract.ts'
import { countdownMachine } from './countdown.machine.ts'
import type { WalletConnectContract } from './walletConnect.contract.ts'
import { clipboard } from '../shell/clipboard.contract.ts'

type Context = WalletConnectContract['context']
type ProposalEvent = Extract<WalletConnectContract['event'], { type: `pairingUri.${string}` | `proposal.${string}` }>
type VisibilityState = Extract<WalletConnectContract['event'], { type: `page.${string}` }>

/** The link that opens the chosen wallet with the pairing URI, if both exist. */
const walletLinkTo = ({ selectedWallet }: Context, platform: Platform, uri: string | undefined) =>
  selectedWallet && uri !== undefined ? openLink(selectedWallet, platform, uri) : undefined

const platformsFor = (selectedWallet: SelectedWallet | undefined) =>
  platformsOf(selectedWallet?.wallet, { mobile: selectedWallet?.page?.mobile ?? false })

export const walletConnectMachine = setup({
  types: {} as SetupTypes<WalletConnectContract>,
  actors: {
    /** Proposes a session and reports the result. Withdraws the proposal when stopped, even if a wallet approves it late. */
    propose: callbackActor<ProposalEvent, { connector: Connector; availableNamespaces: readonly Namespace[] }>(
      'walletConnect.propose',
    ),
    /** Reports the visibility of the page: it is hidden while an app is in front of it. */
    watchPage: callbackActor<VisibilityState>('walletConnect.watchPage'),
    countdown: withContract<CountdownContract>()(countdownMachine),
  },
  actions: {
    startProposal: assign({
      uri: undefined,
      link: undefined,
      app: undefined,
      uriCount: ({ context }) => context.uriCount + 1,
    }),
    setPairingUri: assign(({ context }, { uri, expiresAt }: { uri: string; expiresAt: number }) => ({
      uri,
      expiresAt,
      link: walletLinkTo(context, context.platform, uri),
    })),
    setPlatform: assign(({ context }, { platform }: { platform: Platform }) => ({
      platform,
      link: walletLinkTo(context, platform, context.uri),
    })),
    setWallet: assign(({ context }, { selectedWallet }: { selectedWallet: SelectedWallet }) => {
      const platforms = platformsFor(selectedWallet)
      const [platform] = platforms
      return {
        selectedWallet,
        platforms,
        platform,
        link: walletLinkTo({ ...context, selectedWallet }, platform, context.uri),
      }
    }),
    setApp: assign({
      app: ({ context }) => context.selectedWallet && storedApp(context.selectedWallet, context.platform),
    }),
    clearApp: assign({ app: undefined }),
    copyUri: sendToActor(clipboard)(({ uri }: { uri: string | undefined }) => ({
      type: 'clipboard.copy',
      text: uri ?? '',
      notice: 'link.copied',
    })),
    setConnection: assign(
      (_, { connection, namespaces }: { connection: Connection; namespaces: readonly Namespace[] }) => ({
        outcome: done(connection),
        namespaces,
      }),
    ),
    setRefusal: assign({
      outcome: ({ context }, { error }: { error: unknown }) => proposalOutcome(error, context.connector.name),
    }),
    setTimedOut: assign({ outcome: () => expired(new LatchkeyError('pairing.unreachable')) }),
    setExpiry: assign({
      outcome: ({ context }) =>
        expired(new LatchkeyError('connect.expired', { params: { wallet: context.connector.name } })),
    }),
  },
  guards: {
    /** The user rejected the connection in the wallet. Any other error is a failure. */
    isUserRejection: (_, { error }: { error: unknown }) => LatchkeyError.is(error, 'connect.declined'),
    /** The wallet can be opened on the selected platform, which differs from the current one. */
    isReachable: ({ context }, { platform }: { platform: Platform }) =>
      context.platforms.includes(platform) && platform !== context.platform,
    /** The selected wallet has a link for this platform, so it can be opened. */
    hasLink: ({ context }) => context.link !== undefined,
    /** A desktop app opens next to the page, so it opened if the page lost the focus. */
    isDesktop: ({ context }) => context.platform === 'desktop',
    /** The expired URI may be renewed: the limit of URIs per attempt is not reached. */
    canRenewUri: ({ context }) => context.uriCount < LIMITS.pairingUris,
  },
  delays: {
    /** The maximum time to create the pairing URI. */
    pairing: configurableDelay('pairingMs'),
    /** An app that has not opened after this time may not be installed. */
    openApp: TIMING.openAppMs,
    /** A little before the pairing URI expires, so that it does not expire while it is being scanned. */
    uriExpiry: ({ context, system }) => Math.max(0, context.expiresAt - now(system)),
  },
}).createMachine({
  id: 'walletConnect',
  description:
    'One attempt to connect over WalletConnect: shows a QR code, or a link that opens the app of the wallet.',
  meta: { kind: 'flow', spec: ['2.6', '4.35', '9.19'] },
  context: ({ input }) => {
    const { connector, availableNamespaces = [], selectedWallet } = input
    const platforms = platformsFor(selectedWallet)
    return {
      connector,
      availableNamespaces,
      namespaces: [],
      selectedWallet,
      platforms,
      platform: platforms[0],
      uri: undefined,
      link: undefined,
      app: undefined,
      expiresAt: 0,
      uriCount: 0,
      outcome: cancelled,
    }
  },
  output: ({ context: { outcome, app, namespaces } }) => ({ outcome, app, namespaces }),
  initial: 'open',
  states: {
    open: {
      description: 'A pairing URI is open or being created.',
      entry: 'startProposal',
      initial: 'preparing',
      invoke: {
        id: 'propose',
        src: 'propose',
        input: ({ context: { connector, availableNamespaces } }) => ({ connector, availableNamespaces }),
        onError: { target: 'failed', actions: { type: 'setRefusal', params: ({ event }) => event } },
      },
      on: {
        'pairingUri.created': {
          target: '.showingUri',
          actions: { type: 'setPairingUri', params: ({ event }) => event },
        },
        'proposal.approved': { target: 'connected', actions: { type: 'setConnection', params: ({ event }) => event } },
        'proposal.rejected': [
          {
            guard: { type: 'isUserRejection', params: ({ event }) => event },
            target: 'declined',
            actions: { type: 'setRefusal', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
        'walletConnect.cancel': 'cancelled',
        'walletConnect.selectWallet': { actions: { type: 'setWallet', params: ({ event }) => event } },
        'walletConnect.selectPlatform': {
          guard: { type: 'isReachable', params: ({ event }) => event },
          actions: { type: 'setPlatform', params: ({ event }) => event },
        },
      },
      states: {
        preparing: {
          description: 'The pairing URI is being created. The relay may be slow.',
          tags: 'busy',
          after: { pairing: { target: '#walletConnect.expired', actions: 'setTimedOut' } },
        },
        showingUri: {
          description: 'The user scans the code or opens the wallet, and approves or rejects there.',
          tags: ['busy', 'showingUri'],
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
              onDone: { description: 'The pairing URI expires at the same moment, through its own timeout.' },
              onError: { description: 'The seconds are no longer counted. The pairing URI remains open.' },
            },
          ],
          on: {
            'walletConnect.refresh': { target: '#walletConnect.open', reenter: true },
            'walletConnect.copyUri': { actions: { type: 'copyUri', params: ({ context }) => context } },
            'walletConnect.openWallet': { guard: 'hasLink', target: '.opening' },
            'walletConnect.selectWallet': {
              target: '.waiting',
              actions: ['clearApp', { type: 'setWallet', params: ({ event }) => event }],
            },
            'walletConnect.selectPlatform': {
              guard: { type: 'isReachable', params: ({ event }) => event },
              target: '.waiting',
              actions: ['clearApp', { type: 'setPlatform', params: ({ event }) => event }],
            },
          },
          after: {
            uriExpiry: [
              { guard: 'canRenewUri', target: '#walletConnect.open', reenter: true },
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
              after: { openApp: 'notOpened' },
            },
            opened: {
              description: 'The user decides in the wallet app and then returns to this page.',
              tags: 'opened',
            },
            notOpened: {
              description: 'No app opened: it may not be installed. The code and a download link are shown.',
              tags: 'notOpened',
              entry: 'clearApp',
              on: {
                'page.hidden': {
                  description:
                    'The app may open late, after a prompt of the browser. The view stays, in case it did not open.',
                  actions: 'setApp',
                },
              },
            },
          },
        },
      },
    },
    connected: { type: 'final', description: 'A wallet approved the proposal and shared its accounts.' },
    declined: { type: 'final', description: 'The user rejected the proposal in the wallet.' },
    expired: { type: 'final', description: 'No wallet approved in time, or no pairing URI could be created in time.' },
    cancelled: { type: 'final', description: 'The user or the app cancelled the attempt.' },
    failed: { type: 'final', description: "No pairing URI could be created, or the wallet's response is invalid." },
  },
})
