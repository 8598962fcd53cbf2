/** Root: starts every service, and starts one again that stopped by mistake. */
import { assign, emit, enqueueActions, setup } from 'xstate'
import { LIMITS } from '../constants.ts'
import { accountMachine } from '../account/account.machine.ts'
import type { AccountContract } from '../account/account.contract.ts'
import { activityMachine } from '../account/activity.machine.ts'
import type { ActivityContract } from '../account/activity.contract.ts'
import { balanceMachine } from '../account/balance.machine.ts'
import type { BalanceContract } from '../account/balance.contract.ts'
import { catalogueMachine } from '../connection/catalogue.machine.ts'
import type { CatalogueContract } from '../connection/catalogue.contract.ts'
import { connectorsMachine } from '../connection/connectors.machine.ts'
import type { ConnectorsContract } from '../connection/connectors.contract.ts'
import { namespaceMachine } from '../connection/namespace.machine.ts'
import type { NamespaceContract } from '../connection/namespace.contract.ts'
import { networkMachine } from '../connection/network.machine.ts'
import type { NetworkContract } from '../connection/network.contract.ts'
import { walletsMachine } from '../connection/wallets.machine.ts'
import type { WalletsContract } from '../connection/wallets.contract.ts'
import type { Namespace } from '../entities/namespace.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { timeout } from '../kit/effects.ts'
import { announce } from '../kit/system.ts'
import { requestsMachine } from '../requests/requests.machine.ts'
import type { RequestsContract } from '../requests/requests.contract.ts'
import { configurationFaults } from '../rules/configuration.ts'
import { alertsMachine } from '../shell/alerts.machine.ts'
import type { AlertsContract } from '../shell/alerts.contract.ts'
import { modalMachine } from '../shell/modal.machine.ts'
import type { ClipboardContract } from '../shell/clipboard.contract.ts'
import { clipboardMachine } from '../shell/clipboard.machine.ts'
import type { ModalContract } from '../shell/modal.contract.ts'
import { snackbarMachine } from '../shell/snackbar.machine.ts'
import type { SnackbarContract } from '../shell/snackbar.contract.ts'
import { themeMachine } from '../shell/theme.machine.ts'
import type { ThemeContract } from '../shell/theme.contract.ts'
import { viewMachine } from '../shell/view.machine.ts'
import type { ViewContract } from '../shell/view.contract.ts'
import { sendMachine } from '../transfer/send.machine.ts'
import type { SendContract } from '../transfer/send.contract.ts'
import { inputOf, inputs, isService } from './inputs.ts'
import type { LatchkeyContract } from './latchkey.contract.ts'
import { memoryMachine } from './memory.machine.ts'
import type { MemoryContract } from './memory.contract.ts'
import { projectMachine } from './project.machine.ts'
import type { ProjectContract } from './project.contract.ts'
import { trackerMachine } from './tracker.machine.ts'
import type { TrackerContract } from './tracker.contract.ts'

const isNamespace = (name: string): name is `namespace:${Namespace}` => name.startsWith('namespace:')

const failedName = (type: string): string => type.slice('xstate.error.actor.'.length)

export const latchkeyMachine = setup({
  types: {} as TypesOf<LatchkeyContract>,
  actors: {
    snackbar: seal<SnackbarContract>()(snackbarMachine),
    alerts: seal<AlertsContract>()(alertsMachine),
    theme: seal<ThemeContract>()(themeMachine),
    clipboard: seal<ClipboardContract>()(clipboardMachine),
    modal: seal<ModalContract>()(modalMachine),
    view: seal<ViewContract>()(viewMachine),
    network: seal<NetworkContract>()(networkMachine),
    account: seal<AccountContract>()(accountMachine),
    balance: seal<BalanceContract>()(balanceMachine),
    activity: seal<ActivityContract>()(activityMachine),
    wallets: seal<WalletsContract>()(walletsMachine),
    catalogue: seal<CatalogueContract>()(catalogueMachine),
    project: seal<ProjectContract>()(projectMachine),
    tracker: seal<TrackerContract>()(trackerMachine),
    requests: seal<RequestsContract>()(requestsMachine),
    send: seal<SendContract>()(sendMachine),
    connectors: seal<ConnectorsContract>()(connectorsMachine),
    memory: seal<MemoryContract>()(memoryMachine),
    namespace: seal<NamespaceContract>()(namespaceMachine),
  },
  actions: {
    startNamespaces: enqueueActions(({ context, enqueue }) => {
      for (const namespace of context.configuration.namespaces)
        enqueue.spawnChild('namespace', {
          id: `namespace:${namespace}`,
          systemId: `namespace:${namespace}`,
          input: { namespace },
        })
    }),
    restart: enqueueActions(({ context, enqueue }, { name }: { name: string }) => {
      enqueue.stopChild(name)
      if (isNamespace(name))
        enqueue.spawnChild('namespace', {
          id: name,
          systemId: name,
          input: { namespace: name.slice('namespace:'.length) as Namespace },
        })
      else if (isService(name))
        // Each service's input is what `inputs` holds for it; a union of names cannot say so.
        enqueue.spawnChild(name, { id: name, systemId: name, input: inputOf(name, context.configuration) } as never)
    }),
    count: assign({
      crashes: ({ context }, { name }: { name: string }) => ({
        ...context.crashes,
        [name]: (context.crashes[name] ?? 0) + 1,
      }),
    }),
    emitCrashed: emit(({ context }, { name, error }: { name: string; error: unknown }) => ({
      type: 'latchkey.crashed' as const,
      name,
      error,
      restarted: (context.crashes[name] ?? 0) <= LIMITS.restarts,
    })),
    announceRestarted: announce(({ name }: { name: string }) =>
      isNamespace(name)
        ? { type: 'account.disconnected', namespace: name.slice('namespace:'.length) as Namespace }
        : { type: 'actor.restarted', name },
    ),
    announceReady: announce((_: undefined, { configuration }: LatchkeyContract['context']) => ({
      type: 'latchkey.ready',
      configuration,
    })),
    announceTogether: announce(({ namespace }: { namespace?: Namespace }) =>
      namespace === undefined ? { type: 'disconnection.together' } : undefined,
    ),
    disconnect: enqueueActions(({ context, enqueue }, { namespace }: { namespace?: Namespace }) => {
      for (const known of context.configuration.namespaces)
        if (namespace === undefined || namespace === known)
          enqueue.sendTo(`namespace:${known}`, { type: 'namespace.disconnect' })
    }),
  },
  guards: {
    faulty: ({ context }) => context.faults.length > 0,
    restartable: ({ context }, { name }: { name: string }) => (context.crashes[name] ?? 0) < LIMITS.restarts,
  },
  delays: { restoring: timeout('restoringMs') },
}).createMachine({
  id: 'latchkey',
  description:
    'The root: checks the configuration, starts every service, and starts one again that stopped by mistake.',
  meta: { kind: 'root', spec: ['1.1', '5.16'] },
  context: ({ input }) => ({
    configuration: input.configuration,
    faults: configurationFaults(input.configuration),
    crashes: {},
  }),
  initial: 'checking',
  entry: 'startNamespaces',
  invoke: [
    {
      id: 'tracker',
      src: 'tracker',
      systemId: 'tracker',
      input: ({ context }) => inputs.tracker(context.configuration),
    },
    { id: 'snackbar', src: 'snackbar', systemId: 'snackbar' },
    { id: 'clipboard', src: 'clipboard', systemId: 'clipboard' },
    { id: 'alerts', src: 'alerts', systemId: 'alerts', input: ({ context }) => inputs.alerts(context.configuration) },
    { id: 'theme', src: 'theme', systemId: 'theme', input: ({ context }) => inputs.theme(context.configuration) },
    { id: 'modal', src: 'modal', systemId: 'modal', input: ({ context }) => inputs.modal(context.configuration) },
    { id: 'view', src: 'view', systemId: 'view', input: ({ context }) => inputs.view(context.configuration) },
    {
      id: 'network',
      src: 'network',
      systemId: 'network',
      input: ({ context }) => inputs.network(context.configuration),
    },
    {
      id: 'account',
      src: 'account',
      systemId: 'account',
      input: ({ context }) => inputs.account(context.configuration),
    },
    {
      id: 'balance',
      src: 'balance',
      systemId: 'balance',
      input: ({ context }) => inputs.balance(context.configuration),
    },
    {
      id: 'activity',
      src: 'activity',
      systemId: 'activity',
      input: ({ context }) => inputs.activity(context.configuration),
    },
    { id: 'requests', src: 'requests', systemId: 'requests' },
    { id: 'send', src: 'send', systemId: 'send', input: ({ context }) => inputs.send(context.configuration) },
    {
      id: 'wallets',
      src: 'wallets',
      systemId: 'wallets',
      input: ({ context }) => inputs.wallets(context.configuration),
    },
    {
      id: 'catalogue',
      src: 'catalogue',
      systemId: 'catalogue',
      input: ({ context }) => inputs.catalogue(context.configuration),
    },
    {
      id: 'connectors',
      src: 'connectors',
      systemId: 'connectors',
      input: ({ context }) => inputs.connectors(context.configuration),
    },
    {
      id: 'project',
      src: 'project',
      systemId: 'project',
      input: ({ context }) => inputs.project(context.configuration),
    },
    { id: 'memory', src: 'memory', systemId: 'memory' },
  ],
  on: {
    'latchkey.disconnect': {
      actions: [
        { type: 'announceTogether', params: ({ event }) => event },
        { type: 'disconnect', params: ({ event }) => event },
      ],
    },
    'xstate.error.actor.*': [
      {
        guard: { type: 'restartable', params: ({ event }) => ({ name: failedName(event.type) }) },
        actions: [
          { type: 'count', params: ({ event }) => ({ name: failedName(event.type) }) },
          { type: 'emitCrashed', params: ({ event }) => ({ name: failedName(event.type), error: event.error }) },
          { type: 'restart', params: ({ event }) => ({ name: failedName(event.type) }) },
          { type: 'announceRestarted', params: ({ event }) => ({ name: failedName(event.type) }) },
        ],
      },
      {
        actions: [
          { type: 'count', params: ({ event }) => ({ name: failedName(event.type) }) },
          { type: 'emitCrashed', params: ({ event }) => ({ name: failedName(event.type), error: event.error }) },
        ],
      },
    ],
  },
  states: {
    checking: {
      description: 'Passing through: is the configuration good?',
      always: [{ guard: 'faulty', target: 'misconfigured' }, { target: 'restoring' }],
    },
    misconfigured: { description: 'The configuration has faults; the context lists them.' },
    restoring: {
      description: 'What an earlier visit left is being read.',
      on: { 'memory.restored': 'running' },
      after: { restoring: 'running' },
    },
    running: { description: 'Everything works.', entry: 'announceReady' },
  },
})
