import type * as machines from '../../../machines/index.ts'
import type { Walk } from '../../support/walker.ts'
import { mainnet } from '../../../sdk/index.ts'
import type { ConnectionStatus } from '../../../machines/shared/account.types.ts'
import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { homesOf } from '../../../machines/shell/view.rules.ts'
import { routesIn } from '../../support/routes.ts'
import { configuration, connection, network } from './samples.ts'

export const alertsMachine: Walk<typeof machines.alertsMachine> = {
  inputs: [{ onScreen: true }, { onScreen: false }],
  events: [
    { type: 'alerts.open', alert: { code: 'alert.networkNotFound' } },
    { type: 'alerts.open', alert: { code: 'alert.invalidProjectId' } },
  ],
  lasting: { closed: 'each alert opens once' },
}

export const clipboardMachine: Walk<typeof machines.clipboardMachine> = {
  events: [{ type: 'clipboard.copy', text: 'a text', notice: 'address.copied' }],
}

export const modalMachine: Walk<typeof machines.modalMachine> = {
  inputs: [{ embedded: false }, { embedded: true }],
  events: [
    { type: 'modal.open' },
    { type: 'modal.open', view: 'Networks' },
    { type: 'modal.close' },
    { type: 'modal.close', forced: true },
    { type: 'modal.lock', by: 'UnsupportedChain' },
  ],
}

export const snackbarMachine: Walk<typeof machines.snackbarMachine> = {
  inputs: [{ view: undefined }, { view: 'WalletSendPreview' }],
  events: [
    { type: 'snackbar.show', message: { variant: 'success', code: 'address.copied' } },
    {
      type: 'snackbar.show',
      message: { variant: 'loading', code: 'send.waiting', hiddenInViews: ['WalletSendPreview'] },
    },
    {
      type: 'snackbar.show',
      message: { variant: 'success', code: 'send.started', hiddenInViews: ['WalletSendPreview'] },
    },
    { type: 'view.shown', view: 'WalletSendPreview' },
    { type: 'view.shown', view: 'Account' },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'disconnected', connected: false },
  ],
}

export const themeMachine: Walk<typeof machines.themeMachine> = {
  inputs: [{ choice: 'system' }, { choice: 'light' }],
  events: [
    { type: 'theme.set', choice: 'dark' },
    { type: 'theme.set', choice: 'light' },
    { type: 'theme.set', choice: 'system' },
    { type: 'theme.restored', choice: 'dark' },
    { type: 'scheme.changed', scheme: 'dark' },
    { type: 'scheme.changed', scheme: 'light' },
    { type: 'storage.restored', persisted: {} },
    { type: 'storage.restored', persisted: { theme: 'dark' } },
    { type: 'storage.updated', persisted: { theme: 'light' } },
  ],
}

const shown = (site: Partial<Configuration>, connectionStatus: ConnectionStatus) => {
  const routes = routesIn({ ...configuration, ...site })
  return { routes, homes: homesOf(routes), connectionStatus }
}
const active = { connection, network: mainnet }

export const viewMachine: Walk<typeof machines.viewMachine> = {
  inputs: [
    shown({}, 'disconnected'),
    shown({ enableNetworkSwitch: false, manualWCControl: true }, 'disconnected'),
    shown({ remoteOnly: true }, 'otherNamespace'),
    shown({}, 'connected'),
  ],
  events: [
    { type: 'view.push', view: 'AllWallets' },
    { type: 'view.push', view: 'SwitchAddress' },
    { type: 'view.push', view: 'WalletSendPreview' },
    { type: 'view.push', view: 'ApproveTransaction' },
    { type: 'view.cancel' },
    { type: 'view.replace', view: 'WalletSendSelectToken' },
    { type: 'view.replace', view: 'ApproveTransaction' },
    { type: 'view.replace', view: 'WalletSendConfirmed', only: 'WalletSendPreview' },
    { type: 'view.showAttempt', view: 'ConnectingExternal', directed: false },
    { type: 'view.showAttempt', view: 'ConnectingWalletConnect', directed: true },
    { type: 'view.leave', views: ['ConnectingExternal', 'WalletSendPreview'] },
    { type: 'view.leave', views: ['ApproveTransaction'] },
    { type: 'view.leave', views: ['WalletSendSelectToken'], otherwise: 'WalletSend' },
    { type: 'view.impose', view: 'UnsupportedChain' },
    { type: 'view.setHome', view: 'AllWallets' },
    { type: 'modal.opened' },
    { type: 'modal.opened', view: 'ApproveTransaction' },
    { type: 'modal.opened', view: 'Networks' },
    { type: 'activeAccount.changed', activeAccount: active, connectionStatus: 'connected', connected: true },
    { type: 'activeAccount.changed', activeAccount: active, connectionStatus: 'connected', connected: false },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'otherNamespace', connected: false },
    { type: 'activeAccount.changed', activeAccount: undefined, connectionStatus: 'disconnected', connected: false },
    { type: 'network.changed', networkId: network, namespaceSwitched: false },
  ],
}
