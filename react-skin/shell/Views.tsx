import { Component, useContext, useEffect, type ComponentType, type ReactNode } from 'react'
import { type ViewName, isOffered } from '../../sdk/index.ts'
import { useLatchkey, useActorSelector, useView } from '../hooks/index.ts'
import { LazyPart, OfFeature, PartFailed } from '../components/LazyPart.tsx'
import { useCardStrings } from '../strings/cardStrings.tsx'
import { ReplacementsContext, type OwnView } from '../components/replaceable.tsx'
import { Connect } from '../connection/Connect.tsx'
import { loadable, useLoaded } from './loadable.ts'

type LazyView = Exclude<ViewName, 'Connect'>

const views = {
  ConnectingWalletConnect: loadable(
    async () => (await import('../connection/ConnectingWalletConnect.tsx')).ConnectingWalletConnect,
  ),
  ConnectingWalletConnectBasic: loadable(
    async () => (await import('../connection/ConnectingWalletConnectBasic.tsx')).ConnectingWalletConnectBasic,
  ),
  ConnectingExternal: loadable(async () => (await import('../connection/ConnectingExternal.tsx')).ConnectingExternal),
  ConnectingMultiChain: loadable(
    async () => (await import('../connection/ConnectingMultiChain.tsx')).ConnectingMultiChain,
  ),
  ConnectSocials: loadable(async () => (await import('../embedded/ConnectSocials.tsx')).ConnectSocials),
  ConnectingSocial: loadable(async () => (await import('../embedded/ConnectingSocial.tsx')).ConnectingSocial),
  ConnectingFarcaster: loadable(async () => (await import('../embedded/ConnectingFarcaster.tsx')).ConnectingFarcaster),
  EmailLogin: loadable(async () => (await import('../embedded/EmailLogin.tsx')).EmailLogin),
  EmailVerifyOtp: loadable(async () => (await import('../embedded/EmailVerifyOtp.tsx')).EmailVerifyOtp),
  EmailVerifyDevice: loadable(async () => (await import('../embedded/EmailVerifyDevice.tsx')).EmailVerifyDevice),
  UpdateEmailWallet: loadable(async () => (await import('../embedded/UpdateEmailWallet.tsx')).UpdateEmailWallet),
  UpdateEmailPrimaryOtp: loadable(async () => (await import('../embedded/UpdateEmailOtp.tsx')).UpdateEmailPrimaryOtp),
  UpdateEmailSecondaryOtp: loadable(
    async () => (await import('../embedded/UpdateEmailOtp.tsx')).UpdateEmailSecondaryOtp,
  ),
  Create: loadable(async () => (await import('../connection/Create.tsx')).Create),
  AllWallets: loadable(async () => (await import('../wallets/AllWallets.tsx')).AllWallets),
  Downloads: loadable(async () => (await import('../connection/Downloads.tsx')).Downloads),
  GetWallet: loadable(async () => (await import('../wallets/GetWallet.tsx')).GetWallet),
  WhatIsAWallet: loadable(async () => (await import('../wallets/WhatIsAWallet.tsx')).WhatIsAWallet),
  Account: loadable(async () => (await import('../account/Account.tsx')).Account),
  AccountSettings: loadable(async () => (await import('../account/AccountSettings.tsx')).AccountSettings),
  Profile: loadable(async () => (await import('../account/Profile.tsx')).Profile),
  UpgradeEmailWallet: loadable(async () => (await import('../embedded/UpgradeEmailWallet.tsx')).UpgradeEmailWallet),
  ChooseAccountName: loadable(async () => (await import('../names/ChooseAccountName.tsx')).ChooseAccountName),
  RegisterAccountName: loadable(async () => (await import('../names/RegisterAccountName.tsx')).RegisterAccountName),
  RegisterAccountNameSuccess: loadable(
    async () => (await import('../names/RegisterAccountNameSuccess.tsx')).RegisterAccountNameSuccess,
  ),
  SwitchAddress: loadable(async () => (await import('../account/SwitchAddress.tsx')).SwitchAddress),
  WalletReceive: loadable(async () => (await import('../account/WalletReceive.tsx')).WalletReceive),
  WalletCompatibleNetworks: loadable(
    async () => (await import('../network/WalletCompatibleNetworks.tsx')).WalletCompatibleNetworks,
  ),
  SwitchActiveChain: loadable(async () => (await import('../network/SwitchActiveChain.tsx')).SwitchActiveChain),
  Networks: loadable(async () => (await import('../network/Networks.tsx')).Networks),
  UnsupportedChain: loadable(async () => (await import('../network/UnsupportedChain.tsx')).UnsupportedChain),
  WalletSend: loadable(async () => (await import('../send/WalletSend.tsx')).WalletSend),
  WalletSendSelectToken: loadable(
    async () => (await import('../send/WalletSendSelectToken.tsx')).WalletSendSelectToken,
  ),
  WalletSendPreview: loadable(async () => (await import('../send/WalletSendPreview.tsx')).WalletSendPreview),
  WalletSendConfirmed: loadable(async () => (await import('../send/WalletSendConfirmed.tsx')).WalletSendConfirmed),
  Swap: loadable(async () => (await import('../swap/Swap.tsx')).Swap),
  SwapSelectToken: loadable(async () => (await import('../swap/SwapSelectToken.tsx')).SwapSelectToken),
  SwapPreview: loadable(async () => (await import('../swap/SwapPreview.tsx')).SwapPreview),
  SwapConfirmed: loadable(async () => (await import('../swap/SwapConfirmed.tsx')).SwapConfirmed),
  ConnectingSiwe: loadable(async () => (await import('../sign-in/ConnectingSiwe.tsx')).ConnectingSiwe),
  SIWXSignMessage: loadable(async () => (await import('../sign-in/SIWXSignMessage.tsx')).SIWXSignMessage),
  SmartSessionList: loadable(async () => (await import('../smart-sessions/SmartSessionList.tsx')).SmartSessionList),
  SmartSessionCreated: loadable(
    async () => (await import('../smart-sessions/SmartSessionCreated.tsx')).SmartSessionCreated,
  ),
  OnRampProviders: loadable(async () => (await import('../onramp/OnRampProviders.tsx')).OnRampProviders),
  OnRampTokenSelect: loadable(async () => (await import('../onramp/OnRampTokenSelect.tsx')).OnRampTokenSelect),
  OnRampFiatSelect: loadable(async () => (await import('../onramp/OnRampFiatSelect.tsx')).OnRampFiatSelect),
  OnRampActivity: loadable(async () => (await import('../onramp/OnRampActivity.tsx')).OnRampActivity),
  BuyInProgress: loadable(async () => (await import('../onramp/BuyInProgress.tsx')).BuyInProgress),
  WhatIsABuy: loadable(async () => (await import('../onramp/WhatIsABuy.tsx')).WhatIsABuy),
  Pay: loadable(async () => (await import('../pay/Pay.tsx')).Pay),
  PayLoading: loadable(async () => (await import('../pay/PayLoading.tsx')).PayLoading),
  ApproveTransaction: loadable(
    async () => (await import('../wallet-requests/ApproveTransaction.tsx')).ApproveTransaction,
  ),
} satisfies Record<LazyView, ReturnType<typeof loadable<object>>>

/** The views to which a view leads; they are preloaded while it is shown. */
const next: { readonly [View in LazyView]?: readonly LazyView[] } = {
  ConnectingExternal: ['Account'],
  ConnectSocials: ['ConnectingSocial'],
  Create: ['EmailVerifyDevice', 'EmailVerifyOtp', 'ConnectSocials', 'ConnectingSocial'],
  EmailLogin: ['EmailVerifyDevice', 'EmailVerifyOtp'],
  EmailVerifyDevice: ['EmailVerifyOtp'],
  EmailVerifyOtp: ['Account'],
  UpdateEmailWallet: ['UpdateEmailPrimaryOtp', 'UpdateEmailSecondaryOtp'],
  ConnectingWalletConnectBasic: ['AllWallets', 'ConnectingWalletConnect'],
  AllWallets: ['Downloads'],
  GetWallet: ['Downloads'],
  WhatIsAWallet: ['GetWallet'],
  Account: [
    'Networks',
    'OnRampProviders',
    'Swap',
    'WalletSend',
    'WalletReceive',
    'SmartSessionList',
    'AccountSettings',
    'Profile',
  ],
  Profile: ['AccountSettings'],
  AccountSettings: ['UpdateEmailWallet', 'UpgradeEmailWallet'],
  ChooseAccountName: ['RegisterAccountName', 'RegisterAccountNameSuccess'],
  OnRampProviders: ['OnRampTokenSelect', 'OnRampFiatSelect', 'BuyInProgress', 'OnRampActivity'],
  Pay: ['PayLoading'],
  WalletReceive: ['WalletCompatibleNetworks'],
  WalletSend: ['WalletSendSelectToken', 'WalletSendPreview'],
  WalletSendPreview: ['WalletSendConfirmed'],
  Swap: ['SwapSelectToken', 'SwapPreview'],
  SwapPreview: ['ApproveTransaction', 'SwapConfirmed'],
}

/** The current view. Each except the first is loaded on demand. */
export function Views() {
  const view = useView()
  const { featureOf } = useLatchkey()
  const { views: ownViews, slots } = useContext(ReplacementsContext)
  const own = ownViews[view]
  const { before, after } = slots[view] ?? {}
  const feature = featureOf(view)
  const shown = own ? <Own view={own} /> : view === 'Connect' ? <Connect /> : <Lazy view={view} />
  return (
    <>
      {before && <Slot key={`before ${view}`} content={before} />}
      <Boundary key={view}>
        {feature ? (
          <OfFeature name={feature} until={<Loading />}>
            {shown}
          </OfFeature>
        ) : (
          shown
        )}
      </Boundary>
      {after && <Slot key={`after ${view}`} content={after} />}
    </>
  )
}

/** An app's own view, with the padding of the skin's unless it opts out. */
function Own({ view }: { view: OwnView }) {
  const { component: Content, padded } = 'component' in view ? view : { component: view, padded: true }
  return (
    <div data-part="own-view" data-padded={padded || undefined}>
      <Content />
    </div>
  )
}

/** Content that an app adds above or below a view. If it crashes, the view remains. */
const Slot = ({ content: Content }: { content: ComponentType }) => (
  <Boundary>
    <div data-part="slot">
      <Content />
    </div>
  </Boundary>
)

/** The placeholder of a view that is loading. */
function Loading() {
  const { words } = useCardStrings()
  return <div data-part="view" data-loading="" role="group" aria-busy="true" aria-label={words.loading} />
}

function Lazy({ view }: { view: LazyView }) {
  const { load, featureOf } = useLatchkey()
  const { status } = useLoaded(views[view])
  const routes = useActorSelector('view', ({ context }) => context.routes)
  useEffect(() => {
    if (status !== 'ready') return
    for (const name of (next[view] ?? []).filter((each) => isOffered({ routes }, each))) {
      const feature = featureOf(name)
      if (feature) void load(feature)
      views[name].load()
    }
  }, [view, status, routes, load, featureOf])
  return (
    <LazyPart part={views[view]}>
      <Loading />
    </LazyPart>
  )
}

/** An error boundary: a view that crashes must not unmount the app. */
class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  retry = () => this.setState({ failed: false })
  override render() {
    return this.state.failed ? <PartFailed onRetry={this.retry} /> : this.props.children
  }
}
