/** The table of all features and their effects. To add a feature, add a line here. */
import { accountFeature } from '../machines/account/account.feature.ts'
import { activityFeature } from '../machines/account/activity.feature.ts'
import { nftsFeature } from '../machines/account/nfts.feature.ts'
import { recentFeature } from '../machines/transactions/recent.feature.ts'
import { balanceFeature } from '../machines/account/balance.feature.ts'
import { accountTypeFeature } from '../machines/embedded/login/accountType.feature.ts'
import { emailFeature } from '../machines/embedded/login/email.feature.ts'
import { farcasterFeature } from '../machines/embedded/login/farcaster.feature.ts'
import { emailUpdateFeature } from '../machines/embedded/login/emailUpdate.feature.ts'
import { frameFeature } from '../machines/embedded/frame.feature.ts'
import { socialFeature } from '../machines/embedded/login/social.feature.ts'
import { catalogueFeature } from '../machines/wallets/catalogue.feature.ts'
import { connectorsFeature } from '../machines/connection/connectors.machine.ts'
import { namespaceFeature } from '../machines/connection/namespace.machine.ts'
import { callsFeature } from '../machines/calls/calls.feature.ts'
import { namesFeature } from '../machines/names/names.feature.ts'
import { onrampFeature, purchasesFeature } from '../machines/onramp/onramp.feature.ts'
import { networkFeature } from '../machines/network/network.machine.ts'
import { walletsFeature } from '../machines/wallets/wallets.machine.ts'
import type { Namespace } from '../machines/shared/namespace.types.ts'
import type { Filling } from '../machines/core/implementations.ts'
import type { AnyFeature, LazyNameOf } from '../machines/core/feature.ts'
import { approvalFeature } from '../machines/wallet-requests/approval.feature.ts'
import { requestsFeature } from '../machines/wallet-requests/requests.machine.ts'
import { pairingFeature } from '../machines/pairing/pairing.feature.ts'
import { providerFeature } from '../machines/pairing/provider.feature.ts'
import { memoryFeature } from '../machines/storage/memory.machine.ts'
import { projectFeature } from '../machines/project/project.machine.ts'
import { signInFeature, signOutFeature } from '../machines/sign-in/signIn.feature.ts'
import { smartSessionsFeature } from '../machines/smart-sessions/smartSessions.feature.ts'
import { trackerFeature } from '../machines/analytics/tracker.feature.ts'
import { alertsFeature } from '../machines/shell/alerts.machine.ts'
import { clipboardFeature } from '../machines/shell/clipboard.machine.ts'
import { modalFeature } from '../machines/shell/modal.machine.ts'
import { snackbarFeature } from '../machines/shell/snackbar.machine.ts'
import { themeFeature } from '../machines/shell/theme.machine.ts'
import type { ViewName } from '../machines/shell/view.types.ts'
import { viewFeature } from '../machines/shell/view.machine.ts'
import { swapFeature } from '../machines/swap/swap.feature.ts'
import { payFeature } from '../machines/pay/pay.feature.ts'
import { sendFeature } from '../machines/send/send.feature.ts'
import { transactionsFeature } from '../machines/transactions/transactions.feature.ts'
import { clipboardEffects } from './effects/clipboard.ts'
import {
  attemptEffects,
  connectorsEffects,
  disconnectionEffects,
  externalEffects,
  namespaceEffects,
} from './effects/connection.ts'
import { memoryEffects } from './effects/memory.ts'
import { requestEffects } from './effects/requests.ts'
import { projectEffects } from './effects/project.ts'
import type { Site } from './effects/site.ts'
import { themeEffects } from './effects/theme.ts'
import { countdownEffects, walletConnectEffects } from './effects/walletConnect.ts'
import { walletsEffects } from './effects/wallets.ts'
import type { Ports } from './ports.ts'

/** Returns the effects of a feature, and of the machines that it starts. */
type Effects = (ports: Ports, site: Site) => Filling
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
 * The order matters: subscribers of a broadcast event come before its senders. The tracker receives an event before its
 * consequences.
 */
export const features = [
  withEffects(trackerFeature, { load: async () => (await import('./effects/tracker.ts')).trackerEffects }),
  withEffects(snackbarFeature),
  withEffects(clipboardFeature, clipboardEffects),
  withEffects(alertsFeature),
  withEffects(themeFeature, themeEffects),
  withEffects(payFeature, { load: async () => (await import('./effects/pay.ts')).payEffects }),
  withEffects(modalFeature),
  withEffects(viewFeature),
  withEffects(networkFeature),
  withEffects(activityFeature, { load: async () => (await import('./effects/activity.ts')).activityEffects }),
  withEffects(recentFeature, { load: async () => (await import('./effects/recent.ts')).recentEffects }),
  withEffects(nftsFeature, { load: async () => (await import('./effects/nfts.ts')).nftsEffects }),
  withEffects(accountFeature, { load: async () => (await import('./effects/account.ts')).accountEffects }),
  withEffects(balanceFeature, { load: async () => (await import('./effects/account.ts')).readingEffects }),
  withEffects(requestsFeature, requestEffects),
  withEffects(approvalFeature, { load: async () => (await import('./effects/approval.ts')).approvalEffects }),
  withEffects(signInFeature, { load: async () => (await import('./effects/signIn.ts')).signInEffects }),
  withEffects(signOutFeature, { load: async () => (await import('./effects/signIn.ts')).signOutEffects }),
  withEffects(transactionsFeature, {
    load: async () => (await import('./effects/transactions.ts')).transactionEffects,
  }),
  withEffects(callsFeature, { load: async () => (await import('./effects/calls.ts')).callsEffects }),
  withEffects(sendFeature, { load: async () => (await import('./effects/send.ts')).sendEffects }),
  withEffects(namesFeature, { load: async () => (await import('./effects/names.ts')).namesEffects }),
  withEffects(swapFeature, { load: async () => (await import('./effects/swap.ts')).swapEffects }),
  withEffects(onrampFeature, { load: async () => (await import('./effects/onramp.ts')).onrampEffects }),
  withEffects(purchasesFeature, { load: async () => (await import('./effects/onramp.ts')).purchasesEffects }),
  withEffects(smartSessionsFeature, {
    load: async () => (await import('./effects/smartSessions.ts')).smartSessionEffects,
  }),
  withEffects(walletsFeature, walletsEffects),
  withEffects(catalogueFeature, { load: async () => (await import('./effects/catalogue.ts')).catalogueEffects }),
  withEffects(connectorsFeature, connectorsEffects),
  withEffects(accountTypeFeature, {
    load: async () => (await import('./effects/accountType.ts')).accountTypeEffects,
  }),
  withEffects(emailFeature, { load: async () => (await import('./effects/email.ts')).emailEffects }),
  withEffects(socialFeature, { load: async () => (await import('./effects/social.ts')).socialEffects }),
  withEffects(farcasterFeature, { load: async () => (await import('./effects/farcaster.ts')).farcasterEffects }),
  withEffects(emailUpdateFeature, {
    load: async () => (await import('./effects/emailUpdate.ts')).emailUpdateEffects,
  }),
  withEffects(frameFeature, { load: async () => (await import('./effects/frame.ts')).frameEffects }),
  withEffects(pairingFeature, { load: async () => (await import('./effects/pairing.ts')).pairingEffects }),
  withEffects(providerFeature, { load: async () => (await import('./effects/provider.ts')).providerEffects }),
  withEffects(projectFeature, projectEffects),
  withEffects(memoryFeature, memoryEffects),
] as const
export type Features = typeof features

/** Returns the lazy feature that provides a view, or `undefined` if the view belongs to a service that always exists. */
export const featureOf = (view: ViewName): LazyNameOf<Features> | undefined => {
  const owner = features.find(({ lazy, views }) => lazy && views.includes(view))
  return owner?.lazy ? owner.name : undefined
}

const connectionEffects: Effects = (ports, site) => ({
  ...attemptEffects(ports),
  ...countdownEffects(ports),
  ...disconnectionEffects(ports),
  ...externalEffects(ports, site),
  ...namespaceEffects(ports, site),
  ...walletConnectEffects(ports, site),
})

/** The features of an app, including one per namespace. */
export const featuresOf = (namespaces: readonly Namespace[]): readonly Entry[] => [
  ...namespaces.map((namespace) => withEffects(namespaceFeature(namespace), connectionEffects)),
  ...features,
]
