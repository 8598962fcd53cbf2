import type { Configuration } from '../entities/configuration.ts'
import { accountTabs } from '../rules/project.ts'
import { viewsOff } from '../rules/views.ts'

/** The history is the API's, which serves those with a project id. */
const readsHistory = ({ projectId, features }: Configuration) => projectId !== undefined && features.history

/** What a service is started with, the first time and every other. */
export const inputs = {
  modal: ({ embedded }: Configuration) => ({ embedded }),
  view: (configuration: Configuration) => ({
    manual: configuration.manualWCControl,
    remoteOnly: configuration.remoteOnly,
    blocksUnsupported: configuration.enableNetworkSwitch && configuration.unsupportedChain === 'view',
    off: viewsOff(configuration),
  }),
  alerts: ({ debug }: Configuration) => ({ onScreen: debug }),
  theme: ({ theme }: Configuration) => ({ choice: theme }),
  network: ({ networks, defaultNetworkId }: Configuration) => ({ networks, defaultNetworkId }),
  account: (configuration: Configuration) => ({ tabs: accountTabs(readsHistory(configuration)) }),
  balance: ({ networks, tokens }: Configuration) => ({ networks, listed: tokens }),
  activity: (configuration: Configuration) => ({ configured: readsHistory(configuration) }),
  connectors: ({ namespaces, defaultNetworkId }: Configuration) => ({
    namespaces,
    networkId: defaultNetworkId,
  }),
  project: ({ projectId }: Configuration) => ({ configured: projectId !== undefined }),
  tracker: ({ analytics }: Configuration) => ({ mode: analytics }),
  wallets: ({ wallets, namespaces, networks, projectId }: Configuration) => ({
    options: wallets,
    namespaces,
    chains: networks.map(({ caipNetworkId }) => caipNetworkId),
    configured: projectId !== undefined,
  }),
  catalogue: ({ wallets, networks, projectId }: Configuration) => ({
    options: wallets,
    chains: networks.map(({ caipNetworkId }) => caipNetworkId),
    configured: projectId !== undefined,
  }),
  send: ({ networks, defaultNetworkId, watchPendingTransactions }: Configuration) => ({
    networks,
    networkId: defaultNetworkId,
    watchPending: watchPendingTransactions,
  }),
} as const

/** Those that hear facts come before those that announce them; the tracker hears what happened before what followed. */
const services = [
  'tracker',
  'snackbar',
  'clipboard',
  'alerts',
  'theme',
  'modal',
  'view',
  'network',
  'account',
  'balance',
  'activity',
  'requests',
  'send',
  'wallets',
  'catalogue',
  'connectors',
  'project',
  'memory',
] as const
type Service = (typeof services)[number]

export const isService = (name: string): name is Service => (services as readonly string[]).includes(name)
/** The input of a service, by its name; nothing for those that need none. */
export const inputOf = (name: Service, configuration: Configuration) =>
  name in inputs ? inputs[name as keyof typeof inputs](configuration) : undefined
