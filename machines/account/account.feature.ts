import type { Configuration } from '../project/configuration.types.ts'
import { hasEmbedded } from '../embedded/frame.feature.ts'
import { featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { storage } from '../storage/storage.contract.ts'
import { hasSent } from '../transactions/sent.rules.ts'
import { modal } from '../shell/modal.contract.ts'
import { accountTabs, readsHistory } from '../project/project.rules.ts'
import { account } from './account.contract.ts'

/** The route of views that only accounts of embedded wallets have. */
const ofEmbedded = (configuration: Configuration) =>
  hasEmbedded(configuration) ? ({ for: 'connected' } as const) : undefined

export const accountFeature = featureOfAccount(account, {
  views: {
    Account: { for: 'connected', home: 'connected' },
    AccountSettings: ofEmbedded,
    Profile: ofEmbedded,
    UpgradeEmailWallet: ofEmbedded,
    SwitchAddress: { for: 'connected', until: 'activeAccount' },
    WalletReceive: ({ features }) => (features.receive ? { for: 'connected' } : undefined),
    WalletCompatibleNetworks: ({ features }) => (features.receive ? { for: 'connected' } : undefined),
  },
  carryOver: ['connection', 'profile', 'labels'],
  carryOverOnSwitch: ['tab'],
  input: ({ connection }, configuration, system, { connection: last, profile = {}, tab = 'Tokens', labels = {} }) => ({
    connection,
    // On another network, the address keeps its profile until the new lookup ends.
    profile: last?.address === connection.address ? profile : {},
    // While the modal is closed, a new account starts on the first tab.
    tab: configuration.embedded || getActorSnapshot(system, modal)?.hasTag('open') ? tab : 'Tokens',
    tabs: accountTabs(
      readsHistory(configuration),
      configuration.features.history && hasSent(getActorSnapshot(system, storage)?.context.persisted, connection),
    ),
    storesSent: configuration.features.history,
    labels,
  }),
  load: async () => (await import('./account.machine.ts')).accountLogic,
  eager: true,
})
