/** Flow: one attempt to connect the chosen wallet. */
import { assign, enqueueActions, sendTo, setup } from 'xstate'
import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { servesNamespace } from './connectors.rules.ts'
import type { StoredApp, SelectedWallet } from './deepLinks.rules.ts'
import { cancelled, crashed } from '../shared/outcome.rules.ts'
import type { AttemptContract } from './attempt.contract.ts'
import type { ExternalContract } from './external.contract.ts'
import { externalMachine } from './external.machine.ts'
import type { WalletConnectContract } from './walletConnect.contract.ts'
import { walletConnectMachine } from './walletConnect.machine.ts'
import { sendToActor } from '../core/messaging.ts'
import { namespaceItem } from './namespace.contract.ts'

export const attemptMachine = setup({
  types: {} as SetupTypes<AttemptContract>,
  actors: {
    external: withContract<ExternalContract>()(externalMachine),
    walletConnect: withContract<WalletConnectContract>()(walletConnectMachine),
    /**
     * Stores how the pairing protocol's library can open the wallet's app for each request. If a code was scanned, removes the
     * stored value.
     */
    storeApp: promiseActor<void, { app: StoredApp | undefined }>('attempt.storeApp'),
  },
  actions: {
    setOutcome: assign({ outcome: (_, { output }: { output: Outcome<Connection> }) => output }),
    /** The embedded wallet has an account in each of its namespaces, so the free ones sync their connection too. */
    syncEmbeddedNamespaces: enqueueActions(
      ({ context: { connector, free }, enqueue }, { output }: { output: Outcome<Connection> }) => {
        if (output.status !== 'done') return
        for (const other of free)
          if (other !== connector.chain && servesNamespace(connector, other))
            enqueue(sendToActor(namespaceItem(other))({ type: 'namespace.sync', connectorId: connector.id }))
      },
    ),
    setReached: assign((_, { output }: { output: WalletConnectContract['output'] }) => output),
    /** The other namespaces that the wallet shared sync their connections as well. */
    syncOtherNamespaces: enqueueActions(({ enqueue }, { output }: { output: WalletConnectContract['output'] }) => {
      const { outcome, namespaces } = output
      if (outcome.status !== 'done') return
      const { namespace, connector } = outcome.value
      for (const other of namespaces)
        if (other !== namespace)
          enqueue(sendToActor(namespaceItem(other))({ type: 'namespace.sync', connectorId: connector.id }))
    }),
    setCrash: assign({ outcome: (_, { error }: { error: unknown }) => crashed(error) }),
    cancelExternal: sendTo('external', { type: 'external.cancel' }),
    forwardWallet: sendTo('walletConnect', (_, { selectedWallet }: { selectedWallet: SelectedWallet }) => ({
      type: 'walletConnect.selectWallet',
      selectedWallet,
    })),
    cancelWalletConnect: sendTo('walletConnect', { type: 'walletConnect.cancel' }),
  },
  guards: {
    isEmbedded: ({ context }) => context.connector.type === 'AUTH',
    isWalletConnect: ({ context }) => context.connector.type === 'WALLET_CONNECT',
    isConnected: (_, { output }: { output: WalletConnectContract['output'] }) => output.outcome.status === 'done',
  },
  delays: { writing: configurableDelay('writeMemoryMs') },
}).createMachine({
  id: 'attempt',
  description: 'One attempt to connect a wallet: in this browser, embedded, or on another device.',
  meta: { kind: 'flow', spec: ['2.6', '3.17'] },
  context: ({ input }) => ({
    connector: input.connector,
    networkId: input.networkId,
    free: input.free ?? [],
    namespaces: [],
    selectedWallet: input.selectedWallet,
    app: undefined,
    outcome: cancelled,
  }),
  output: ({ context }) => context.outcome,
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides where the wallet is.',
      always: [
        { guard: 'isWalletConnect', target: 'walletConnect' },
        { guard: 'isEmbedded', target: 'embedded' },
        { target: 'external' },
      ],
    },
    external: {
      description: 'The wallet is in this browser. Waits until the user answers in it.',
      tags: 'busy',
      invoke: {
        id: 'external',
        src: 'external',
        input: ({ context: { connector, networkId } }) => ({ connector, networkId }),
        onDone: { target: 'ended', actions: { type: 'setOutcome', params: ({ event }) => event } },
        onError: { target: 'ended', actions: { type: 'setCrash', params: ({ event }) => event } },
      },
      on: { 'attempt.cancel': { actions: 'cancelExternal' } },
    },
    embedded: {
      description:
        'The wallet is embedded and the user has signed in to it. It is requested like a wallet in this browser.',
      tags: 'busy',
      invoke: {
        id: 'external',
        src: 'external',
        input: ({ context: { connector, networkId } }) => ({ connector, networkId }),
        onDone: {
          target: 'ended',
          actions: [
            { type: 'setOutcome', params: ({ event }) => event },
            { type: 'syncEmbeddedNamespaces', params: ({ event }) => event },
          ],
        },
        onError: { target: 'ended', actions: { type: 'setCrash', params: ({ event }) => event } },
      },
      on: { 'attempt.cancel': { actions: 'cancelExternal' } },
    },
    walletConnect: {
      description: 'The wallet is on another device or in an app. Waits until it accepts an offer.',
      tags: 'busy',
      invoke: {
        id: 'walletConnect',
        src: 'walletConnect',
        input: ({ context: { connector, free, selectedWallet } }) => ({ connector, free, selectedWallet }),
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
        onError: { target: 'ended', actions: { type: 'setCrash', params: ({ event }) => event } },
      },
      on: {
        'attempt.cancel': { actions: 'cancelWalletConnect' },
        'attempt.selectWallet': { actions: { type: 'forwardWallet', params: ({ event }) => event } },
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
      on: { 'attempt.cancel': 'ended' },
      after: { writing: 'ended' },
    },
    ended: { type: 'final', description: 'The attempt ended, as the outcome says.' },
  },
})
