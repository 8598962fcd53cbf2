/** The table of all features and their effects. To add a feature, add a line here. */
import { accountFeature } from '../../machines/account/account.feature.ts'
import { activityFeature } from '../../machines/account/activity.feature.ts'
import { nftsFeature } from '../../machines/account/nfts.feature.ts'
import { recentFeature } from '../../machines/transactions/recent.feature.ts'
import { balanceFeature } from '../../machines/account/balance.feature.ts'
import { accountTypeFeature } from '../../machines/embedded/login/accountType.feature.ts'
import { emailFeature } from '../../machines/embedded/login/email.feature.ts'
import { farcasterFeature } from '../../machines/embedded/login/farcaster.feature.ts'
import { emailUpdateFeature } from '../../machines/embedded/login/emailUpdate.feature.ts'
import { frameFeature } from '../../machines/embedded/frame.feature.ts'
import { socialFeature } from '../../machines/embedded/login/social.feature.ts'
import { catalogFeature } from '../../machines/wallets/catalog.feature.ts'
import { connectorsFeature } from '../../machines/connection/connectors.machine.ts'
import { namespaceFeature } from '../../machines/connection/namespace.machine.ts'
import { callsFeature } from '../../machines/calls/calls.feature.ts'
import { namesFeature } from '../../machines/names/names.feature.ts'
import { onrampFeature, purchasesFeature } from '../../machines/onramp/onramp.feature.ts'
import { networkFeature } from '../../machines/network/network.machine.ts'
import { walletsFeature } from '../../machines/wallets/wallets.machine.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import type { Implementations } from '../../machines/core/implementations.ts'
import type { AnyFeature, LazyNameOf } from '../../machines/core/feature.ts'
import { approvalFeature } from '../../machines/wallet-requests/approval.feature.ts'
import { requestsFeature } from '../../machines/wallet-requests/requests.machine.ts'
import { pairingFeature } from '../../machines/pairing/pairing.feature.ts'
import { providerFeature } from '../../machines/pairing/provider.feature.ts'
import { storageFeature } from '../../machines/storage/storage.machine.ts'
import { projectFeature } from '../../machines/project/project.machine.ts'
import { signInFeature, signOutFeature } from '../../machines/sign-in/signIn.feature.ts'
import { smartSessionsFeature } from '../../machines/smart-sessions/smartSessions.feature.ts'
import { analyticsFeature } from '../../machines/analytics/analytics.feature.ts'
import { alertsFeature } from '../../machines/shell/alerts.machine.ts'
import { clipboardFeature } from '../../machines/shell/clipboard.machine.ts'
import { modalFeature } from '../../machines/shell/modal.machine.ts'
import { snackbarFeature } from '../../machines/shell/snackbar.machine.ts'
import { themeFeature } from '../../machines/shell/theme.machine.ts'
import type { ViewName } from '../../machines/shell/view.types.ts'
import { viewFeature } from '../../machines/shell/view.machine.ts'
import { swapFeature } from '../../machines/swap/swap.feature.ts'
import { payFeature } from '../../machines/pay/pay.feature.ts'
import { sendFeature } from '../../machines/send/send.feature.ts'
import { transactionsFeature } from '../../machines/transactions/transactions.feature.ts'
import { clipboardEffects } from '../shell/clipboard.effects.ts'
import {
  connectionAttemptEffects,
  connectorsEffects,
  disconnectionEffects,
  namespaceEffects,
} from '../connection/connection.effects.ts'
import { storageEffects } from '../storage/storage.effects.ts'
import { networkSwitchEffects } from '../network/networkSwitch.effects.ts'
import { requestEffects } from '../wallet-requests/walletRequests.effects.ts'
import { projectEffects } from '../project/project.effects.ts'
import type { AppSettings } from './appSettings.ts'
import { themeEffects } from '../shell/theme.effects.ts'
import { countdownEffects, walletConnectEffects } from '../connection/walletConnect.effects.ts'
import { walletsEffects } from '../wallets/wallets.effects.ts'
import type { Ports } from './ports.ts'

/** Returns the effects of a feature, and of the machines that it starts. */
type Effects = (ports: Ports, settings: AppSettings) => Implementations
export type Entry = AnyFeature & {
  /** For a lazy feature, the effects are loaded together with its machine. */
  readonly effects: Effects | { load: () => Promise<Effects> }
}

export const withEffects = <F extends AnyFeature>(
  feature: F,
  effects: Entry['effects'] = () => ({}),
): F & Pick<Entry, 'effects'> => ({
  ...feature,
  effects,
})

/**
 * The order matters: subscribers of a broadcast event come before its senders. `analytics` receives an event before its
 * consequences.
 */
export const features = [
  withEffects(analyticsFeature, {
    load: async () => (await import('../analytics/analytics.effects.ts')).analyticsEffects,
  }),
  withEffects(snackbarFeature),
  withEffects(clipboardFeature, clipboardEffects),
  withEffects(alertsFeature),
  withEffects(themeFeature, themeEffects),
  withEffects(payFeature, { load: async () => (await import('../pay/pay.effects.ts')).payEffects }),
  withEffects(modalFeature),
  withEffects(viewFeature),
  withEffects(networkFeature, networkSwitchEffects),
  withEffects(activityFeature, { load: async () => (await import('../account/activity.effects.ts')).activityEffects }),
  withEffects(recentFeature, { load: async () => (await import('../transactions/recent.effects.ts')).recentEffects }),
  withEffects(nftsFeature, { load: async () => (await import('../account/nfts.effects.ts')).nftsEffects }),
  withEffects(accountFeature, { load: async () => (await import('../account/account.effects.ts')).accountEffects }),
  withEffects(balanceFeature, { load: async () => (await import('../account/account.effects.ts')).balanceEffects }),
  withEffects(requestsFeature, requestEffects),
  withEffects(approvalFeature, {
    load: async () => (await import('../wallet-requests/approval.effects.ts')).approvalEffects,
  }),
  withEffects(signInFeature, { load: async () => (await import('../sign-in/signIn.effects.ts')).signInEffects }),
  withEffects(signOutFeature, { load: async () => (await import('../sign-in/signIn.effects.ts')).signOutEffects }),
  withEffects(transactionsFeature, {
    load: async () => (await import('../transactions/transactions.effects.ts')).transactionEffects,
  }),
  withEffects(callsFeature, { load: async () => (await import('../calls/calls.effects.ts')).callsEffects }),
  withEffects(sendFeature, { load: async () => (await import('../send/send.effects.ts')).sendEffects }),
  withEffects(namesFeature, { load: async () => (await import('../names/names.effects.ts')).namesEffects }),
  withEffects(swapFeature, { load: async () => (await import('../swap/swap.effects.ts')).swapEffects }),
  withEffects(onrampFeature, { load: async () => (await import('../onramp/onramp.effects.ts')).onrampEffects }),
  withEffects(purchasesFeature, { load: async () => (await import('../onramp/onramp.effects.ts')).purchasesEffects }),
  withEffects(smartSessionsFeature, {
    load: async () => (await import('../smart-sessions/smartSessions.effects.ts')).smartSessionEffects,
  }),
  withEffects(walletsFeature, walletsEffects),
  withEffects(catalogFeature, {
    load: async () => (await import('../wallets/catalog.effects.ts')).catalogEffects,
  }),
  withEffects(connectorsFeature, connectorsEffects),
  withEffects(accountTypeFeature, {
    load: async () => (await import('../embedded/login/accountType.effects.ts')).accountTypeEffects,
  }),
  withEffects(emailFeature, { load: async () => (await import('../embedded/login/email.effects.ts')).emailEffects }),
  withEffects(socialFeature, { load: async () => (await import('../embedded/login/social.effects.ts')).socialEffects }),
  withEffects(farcasterFeature, {
    load: async () => (await import('../embedded/login/farcaster.effects.ts')).farcasterEffects,
  }),
  withEffects(emailUpdateFeature, {
    load: async () => (await import('../embedded/login/emailUpdate.effects.ts')).emailUpdateEffects,
  }),
  withEffects(frameFeature, { load: async () => (await import('../embedded/frame.effects.ts')).frameEffects }),
  withEffects(pairingFeature, { load: async () => (await import('../pairing/pairing.effects.ts')).pairingEffects }),
  withEffects(providerFeature, { load: async () => (await import('../pairing/provider.effects.ts')).providerEffects }),
  withEffects(projectFeature, projectEffects),
  withEffects(storageFeature, storageEffects),
] as const
export type Features = typeof features

/** Returns the lazy feature that provides a view, or `undefined` if the view belongs to a service that always exists. */
export const featureOf = (view: ViewName): LazyNameOf<Features> | undefined => {
  const owner = features.find(({ lazy, views }) => lazy && views.includes(view))
  return owner?.lazy ? owner.name : undefined
}

const connectionEffects: Effects = (ports, settings) => ({
  ...connectionAttemptEffects(ports, settings),
  ...countdownEffects(ports),
  ...disconnectionEffects(ports),
  ...namespaceEffects(ports, settings),
  ...walletConnectEffects(ports, settings),
})

/** The features of an app, including one per namespace. */
export const featuresOf = (namespaces: readonly Namespace[]): readonly Entry[] => [
  ...namespaces.map((namespace) => withEffects(namespaceFeature(namespace), connectionEffects)),
  ...features,
]
