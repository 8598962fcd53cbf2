import type * as machines from '../../../machines/index.ts'
import type { Walk } from '../../support/walker.ts'
import { mainnet } from '../../../sdk/index.ts'
import { connection, connector, foreign, network, remote } from './samples.ts'

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
    { type: 'view.locked', by: 'UnsupportedChain' },
  ],
}

export const snackbarMachine: Walk<typeof machines.snackbarMachine> = {
  events: [
    { type: 'snackbar.show', message: { variant: 'success', code: 'address.copied' } },
    { type: 'snackbar.show', message: { variant: 'loading', code: 'send.waiting' } },
  ],
}

export const themeMachine: Walk<typeof machines.themeMachine> = {
  inputs: [{ choice: 'system' }, { choice: 'light' }],
  events: [
    { type: 'theme.set', choice: 'dark' },
    { type: 'theme.set', choice: 'light' },
    { type: 'theme.set', choice: 'system' },
    { type: 'scheme.changed', scheme: 'dark' },
    { type: 'scheme.changed', scheme: 'light' },
    { type: 'memory.restored', remembered: {} },
    { type: 'memory.restored', remembered: { theme: 'dark' } },
    { type: 'memory.changed', remembered: { theme: 'light' } },
  ],
}

const nobody = { connectedIn: [], active: undefined, mobile: false }

export const viewMachine: Walk<typeof machines.viewMachine> = {
  inputs: [
    { ...nobody, blocksUnsupported: true, off: [], manual: false, remoteOnly: false },
    { ...nobody, blocksUnsupported: false, off: ['Networks'], manual: true, remoteOnly: false },
    { ...nobody, blocksUnsupported: true, off: [], manual: false, remoteOnly: true },
  ],
  events: [
    { type: 'view.push', view: 'AllWallets' },
    { type: 'view.push', view: 'SwitchAddress' },
    { type: 'view.push', view: 'WalletSendPreview' },
    { type: 'view.push', view: 'ApproveTransaction' },
    { type: 'view.replace', view: 'WalletSendSelectToken' },
    { type: 'view.replace', view: 'ApproveTransaction' },
    { type: 'modal.opened' },
    { type: 'modal.opened', view: 'ApproveTransaction' },
    { type: 'modal.opened', view: 'Networks' },
    { type: 'page.known', mobile: true },
    { type: 'page.known', mobile: false },
    { type: 'connection.started', connector, directed: false },
    { type: 'connection.started', connector: remote, directed: true },
    { type: 'connection.cancelled', connector },
    { type: 'account.connected', connection, restored: false },
    { type: 'account.disconnected', namespace: 'eip155' },
    { type: 'scope.changed', scope: { connection, network: mainnet } },
    { type: 'network.changed', networkId: network, namespaceSwitched: false },
    { type: 'network.changed', networkId: 'solana:mainnet', namespaceSwitched: true },
    { type: 'network.unsupported', networkId: foreign },
    { type: 'send.started', hash: '0x1', networkId: network, token: 'ETH', amount: '1' },
  ],
}
