import { feature } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { modal } from '../shell/modal.contract.ts'
import { view } from '../shell/view.contract.ts'
import { catalog } from './catalog.contract.ts'

export const catalogFeature = feature(catalog, {
  views: {
    // If the app controls the pairing URI, the list stays open until a wallet is selected for it.
    AllWallets: ({ manualWCControl }) =>
      manualWCControl
        ? { for: 'disconnected', covers: ['ConnectingWalletConnect'], live: true }
        : { for: 'disconnected' },
  },
  input: ({ wallets: options, networks, projectId, embedded }, system) => ({
    options,
    chains: networks.map(({ caipNetworkId }) => caipNetworkId),
    configured: projectId !== undefined,
    isVisible:
      (embedded || getActorSnapshot(system, modal)?.hasTag('open') === true) &&
      getActorSnapshot(system, view)?.context.stack.at(-1) === 'AllWallets',
  }),
  load: async () => (await import('./catalog.machine.ts')).catalogLogic,
})
