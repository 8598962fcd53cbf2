/** Flow: one attempt to connect the chosen wallet. Every ending is an outcome. */
import { assign, enqueueActions, sendTo, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { servesNamespace } from './connectors.rules.ts'
import type { StoredApp, SelectedWallet } from './deepLinks.rules.ts'
import { cancelled, connectOutcome, crashed, done, expired } from '../shared/outcome.rules.ts'
import type { ConnectionAttemptContract } from './connectionAttempt.contract.ts'
import type { WalletConnectContract } from './walletConnect.contract.ts'
import { walletConnectMachine } from './walletConnect.machine.ts'
import { sendToActor } from '../core/messaging.ts'
import { namespaceItem } from './namespace.contract.ts'

interface WalletInput {
  connector: Connector
  networkId: NetworkId | undefined
}
interface Thrown {
  error: unknown
}

/** The error if the wallet still shows an earlier prompt. */
function pendingError(
  { connector }: ConnectionAttemptContract['context'],
  { error: thrown }: Thrown,
): LatchkeyError | undefined {
  const outcome = connectOutcome(thrown, connector.name)
  return 'error' in outcome && outcome.error.code === 'connect.pending' ? outcome.error : undefined
}

export const connectionAttemptMachine = setup({
  types: {} as SetupTypes<ConnectionAttemptContract>,
  actors: {
    /** Loads the code of a wallet whose connector is `lazy`. */
    loadWallet: promiseActor<void, { connector: Connector }>('connectionAttempt.loadWallet'),
    /** Requests the accounts of a wallet in this browser or of the embedded wallet. The user approves or rejects there. */
    requestAccounts: promiseActor<Connection, WalletInput>('connectionAttempt.requestAccounts'),
    /** Reads the accounts that the wallet shares by now, without a prompt. */
    readAccounts: promiseActor<Connection | undefined, WalletInput>('connectionAttempt.readAccounts'),
    walletConnect: withContract<WalletConnectContract>()(walletConnectMachine),
    /**
     * Stores how the WalletConnect library can open the wallet's app for each request. If a QR code was scanned, removes the
     * stored value.
     */
    storeApp: promiseActor<void, { app: StoredApp | undefined }>('connectionAttempt.storeApp'),
  },
  actions: {
    setConnection: assign({
      outcome: (_, { output }: { output: Connection | undefined }) => done(assertDefined(output)),
    }),
    /** The embedded wallet has an account in each of its namespaces, so the available ones restore their connection as well. */
    syncEmbeddedNamespaces: enqueueActions(({ context: { connector, availableNamespaces }, enqueue }) => {
      for (const other of availableNamespaces)
        if (other !== connector.chain && servesNamespace(connector, other))
          enqueue(sendToActor(namespaceItem(other))({ type: 'namespace.sync', connectorId: connector.id }))
    }),
    setPending: assign(({ context }, thrown: Thrown) => ({ error: pendingError(context, thrown) })),
    setRefusal: assign({
      outcome: ({ context: { connector } }, { error }: Thrown) => connectOutcome(error, connector.name),
    }),
    setLoadExpiry: assign({
      outcome: ({ context: { connector } }) =>
        expired(new LatchkeyError('connector.notLoaded', { params: { wallet: connector.name } })),
    }),
    setExpiry: assign({
      outcome: ({ context: { error, connector } }) =>
        expired(error ?? new LatchkeyError('connect.expired', { params: { wallet: connector.name } })),
    }),
    setReached: assign((_, { output }: { output: WalletConnectContract['output'] }) => output),
    /** The other namespaces that the wallet shared restore their connections as well. */
    syncOtherNamespaces: enqueueActions(({ enqueue }, { output }: { output: WalletConnectContract['output'] }) => {
      const { outcome, namespaces } = output
      if (outcome.status !== 'done') return
      const { namespace, connector } = outcome.value
      for (const other of namespaces)
        if (other !== namespace)
          enqueue(sendToActor(namespaceItem(other))({ type: 'namespace.sync', connectorId: connector.id }))
    }),
    setFailure: assign({ outcome: (_, { error }: Thrown) => crashed(error) }),
    forwardWallet: sendTo('walletConnect', (_, { selectedWallet }: { selectedWallet: SelectedWallet }) => ({
      type: 'walletConnect.selectWallet',
      selectedWallet,
    })),
    cancelWalletConnect: sendTo('walletConnect', { type: 'walletConnect.cancel' }),
  },
  guards: {
    /** The wallet still shows an earlier request, so the attempt waits until the user approves or rejects that one. */
    isPending: ({ context }, thrown: Thrown) => pendingError(context, thrown) !== undefined,
    /** The wallet shares an account now, so the user approved the earlier request. */
    hasConnection: (_, { output }: { output: Connection | undefined }) => output !== undefined,
    /** The wallet is on another device or in an app, so it is reached with a QR code or a link. */
    isWalletConnect: ({ context }) => context.connector.type === 'WALLET_CONNECT',
    /** The wallet's code loads before the first request to the wallet. */
    isLazy: ({ context }) => context.connector.lazy === true,
    /** A wallet approved the connection over WalletConnect. */
    isConnected: (_, { output }: { output: WalletConnectContract['output'] }) => output.outcome.status === 'done',
  },
  delays: {
    /** How long the wallet's code may take to load. */
    load: configurableDelay('loadMs'),
    /** How long the user may take to approve or reject in the wallet. */
    connect: configurableDelay('connectMs'),
    /** The time until the UI points out that the wallet's window may be hidden. */
    reminder: TIMING.reminderMs,
    /** The time between two checks of the accounts that the wallet shares. */
    again: TIMING.accountsPollMs,
    /** How long to wait for one check of the accounts. */
    restore: configurableDelay('restoreMs'),
    /** How long to wait until the value is stored. */
    writing: configurableDelay('writeStorageMs'),
  },
}).createMachine({
  id: 'connectionAttempt',
  description: 'One attempt to connect a wallet: in this browser, embedded, or on another device.',
  meta: { kind: 'flow', spec: ['2.6', '3.17', '8.46'] },
  context: ({ input }) => ({
    connector: input.connector,
    networkId: input.networkId,
    availableNamespaces: input.availableNamespaces ?? [],
    namespaces: [],
    selectedWallet: input.selectedWallet,
    app: undefined,
    error: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Selects how to connect: in this browser, or over WalletConnect.',
      always: [
        { guard: 'isWalletConnect', target: 'walletConnect' },
        { guard: 'isLazy', target: 'loading' },
        { target: 'requesting' },
      ],
    },
    loading: {
      description:
        "Loads the wallet's code, which the app provides as a function. No request is sent to the wallet yet.",
      tags: ['busy', 'loading'],
      invoke: {
        id: 'loadWallet',
        src: 'loadWallet',
        input: ({ context: { connector } }) => ({ connector }),
        onDone: 'requesting',
        onError: { target: 'ended', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      on: { 'connectionAttempt.cancel': 'ended' },
      after: { load: { target: 'ended', actions: 'setLoadExpiry' } },
    },
    requesting: {
      description: 'The wallet is in this browser, or embedded. It shows a request for its accounts.',
      tags: 'busy',
      initial: 'waiting',
      invoke: {
        id: 'requestAccounts',
        src: 'requestAccounts',
        input: ({ context: { connector, networkId } }) => ({ connector, networkId }),
        onDone: {
          target: 'ended',
          actions: [{ type: 'setConnection', params: ({ event }) => event }, 'syncEmbeddedNamespaces'],
        },
        onError: [
          {
            guard: { type: 'isPending', params: ({ event }) => event },
            target: 'pending',
            actions: { type: 'setPending', params: ({ event }) => event },
          },
          { target: 'ended', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
      },
      on: { 'connectionAttempt.cancel': 'ended' },
      after: { connect: { target: 'ended', actions: 'setExpiry' } },
      states: {
        waiting: { description: 'The request was sent a moment ago.', after: { reminder: 'overdue' } },
        overdue: {
          description: "No response for a while: the wallet's window may be hidden behind another.",
          tags: 'overdue',
        },
      },
    },
    pending: {
      description: 'The wallet still shows an earlier prompt. A new request would open another one.',
      tags: 'busy',
      initial: 'waiting',
      on: { 'connectionAttempt.cancel': 'ended' },
      after: { connect: { target: 'ended', actions: 'setExpiry' } },
      states: {
        waiting: { description: 'Waits before the next check.', after: { again: 'checking' } },
        checking: {
          description: 'Checks the accounts that the wallet shares, to see whether the user has approved.',
          invoke: {
            id: 'readAccounts',
            src: 'readAccounts',
            input: ({ context: { connector, networkId } }) => ({ connector, networkId }),
            onDone: [
              {
                guard: { type: 'hasConnection', params: ({ event }) => event },
                target: '#connectionAttempt.ended',
                actions: [{ type: 'setConnection', params: ({ event }) => event }, 'syncEmbeddedNamespaces'],
              },
              { target: 'waiting' },
            ],
            onError: 'waiting',
          },
          after: { restore: 'waiting' },
        },
      },
    },
    walletConnect: {
      description: 'The wallet is on another device or in an app. Waits until it approves the proposal.',
      tags: 'busy',
      invoke: {
        id: 'walletConnect',
        src: 'walletConnect',
        input: ({ context: { connector, availableNamespaces, selectedWallet } }) => ({
          connector,
          availableNamespaces,
          selectedWallet,
        }),
        onDone: [
          {
            guard: { type: 'isConnected', params: ({ event }) => event },
            target: 'storingApp',
            actions: [
              { type: 'setReached', params: ({ event }) => event },
              { type: 'syncOtherNamespaces', params: ({ event }) => event },
            ],
          },
          { target: 'ended', actions: { type: 'setReached', params: ({ event }) => event } },
        ],
        onError: { target: 'ended', actions: { type: 'setFailure', params: ({ event }) => event } },
      },
      on: {
        'connectionAttempt.cancel': { actions: 'cancelWalletConnect' },
        'connectionAttempt.selectWallet': { actions: { type: 'forwardWallet', params: ({ event }) => event } },
      },
    },
    storingApp: {
      description: 'The wallet is connected. How to open its app again is being stored; a failure is ignored.',
      tags: 'busy',
      invoke: {
        id: 'storeApp',
        src: 'storeApp',
        input: ({ context }) => ({ app: context.app }),
        onDone: 'ended',
        onError: 'ended',
      },
      on: { 'connectionAttempt.cancel': 'ended' },
      after: { writing: 'ended' },
    },
    ended: { type: 'final', description: 'The attempt ended: connected, cancelled, rejected, timed out or failed.' },
  },
})
