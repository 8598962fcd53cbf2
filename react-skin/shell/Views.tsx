import { Component, useContext, useEffect, type ComponentType, type ReactNode } from 'react'
import { isOffered, type ViewName } from '../../sdk/index.ts'
import { useLatchkey, useSelect, useView } from '../hooks.ts'
import { LazyPart, OfFeature, PartFailed } from '../parts/LazyPart.tsx'
import { useStrings } from '../strings/strings.tsx'
import { SwapContext, type OwnView } from '../swap.tsx'
import { Connect } from '../views/Connect.tsx'
import { loadable, useLoaded } from './loadable.ts'

type LazyView = Exclude<ViewName, 'Connect'>

const views = {
  ConnectingWalletConnect: loadable(
    async () => (await import('../views/ConnectingWalletConnect.tsx')).ConnectingWalletConnect,
  ),
  ConnectingWalletConnectBasic: loadable(
    async () => (await import('../views/ConnectingWalletConnectBasic.tsx')).ConnectingWalletConnectBasic,
  ),
  ConnectingExternal: loadable(async () => (await import('../views/ConnectingExternal.tsx')).ConnectingExternal),
  ConnectingMultiChain: loadable(async () => (await import('../views/ConnectingMultiChain.tsx')).ConnectingMultiChain),
  ConnectSocials: loadable(async () => (await import('../views/ConnectSocials.tsx')).ConnectSocials),
  ConnectingSocial: loadable(async () => (await import('../views/ConnectingSocial.tsx')).ConnectingSocial),
  ConnectingFarcaster: loadable(async () => (await import('../views/ConnectingFarcaster.tsx')).ConnectingFarcaster),
  EmailLogin: loadable(async () => (await import('../views/EmailLogin.tsx')).EmailLogin),
  EmailVerifyOtp: loadable(async () => (await import('../views/EmailVerifyOtp.tsx')).EmailVerifyOtp),
  EmailVerifyDevice: loadable(async () => (await import('../views/EmailVerifyDevice.tsx')).EmailVerifyDevice),
  UpdateEmailWallet: loadable(async () => (await import('../views/UpdateEmailWallet.tsx')).UpdateEmailWallet),
  UpdateEmailPrimaryOtp: loadable(async () => (await import('../views/UpdateEmailOtp.tsx')).UpdateEmailPrimaryOtp),
  UpdateEmailSecondaryOtp: loadable(async () => (await import('../views/UpdateEmailOtp.tsx')).UpdateEmailSecondaryOtp),
  Create: loadable(async () => (await import('../views/Create.tsx')).Create),
  AllWallets: loadable(async () => (await import('../views/AllWallets.tsx')).AllWallets),
  Downloads: loadable(async () => (await import('../views/Downloads.tsx')).Downloads),
  GetWallet: loadable(async () => (await import('../views/GetWallet.tsx')).GetWallet),
  WhatIsAWallet: loadable(async () => (await import('../views/WhatIsAWallet.tsx')).WhatIsAWallet),
  Account: loadable(async () => (await import('../views/Account.tsx')).Account),
  AccountSettings: loadable(async () => (await import('../views/AccountSettings.tsx')).AccountSettings),
  Profile: loadable(async () => (await import('../views/Profile.tsx')).Profile),
  UpgradeEmailWallet: loadable(async () => (await import('../views/UpgradeEmailWallet.tsx')).UpgradeEmailWallet),
  ChooseAccountName: loadable(async () => (await import('../views/ChooseAccountName.tsx')).ChooseAccountName),
  RegisterAccountName: loadable(async () => (await import('../views/RegisterAccountName.tsx')).RegisterAccountName),
  RegisterAccountNameSuccess: loadable(
    async () => (await import('../views/RegisterAccountNameSuccess.tsx')).RegisterAccountNameSuccess,
  ),
  SwitchAddress: loadable(async () => (await import('../views/SwitchAddress.tsx')).SwitchAddress),
  WalletReceive: loadable(async () => (await import('../views/WalletReceive.tsx')).WalletReceive),
  WalletCompatibleNetworks: loadable(
    async () => (await import('../views/WalletCompatibleNetworks.tsx')).WalletCompatibleNetworks,
  ),
  SwitchActiveChain: loadable(async () => (await import('../views/SwitchActiveChain.tsx')).SwitchActiveChain),
  Networks: loadable(async () => (await import('../views/Networks.tsx')).Networks),
  UnsupportedChain: loadable(async () => (await import('../views/UnsupportedChain.tsx')).UnsupportedChain),
  WalletSend: loadable(async () => (await import('../views/WalletSend.tsx')).WalletSend),
  WalletSendSelectToken: loadable(
    async () => (await import('../views/WalletSendSelectToken.tsx')).WalletSendSelectToken,
  ),
  WalletSendPreview: loadable(async () => (await import('../views/WalletSendPreview.tsx')).WalletSendPreview),
  WalletSendConfirmed: loadable(async () => (await import('../views/WalletSendConfirmed.tsx')).WalletSendConfirmed),
  Swap: loadable(async () => (await import('../views/Swap.tsx')).Swap),
  SwapSelectToken: loadable(async () => (await import('../views/SwapSelectToken.tsx')).SwapSelectToken),
  SwapPreview: loadable(async () => (await import('../views/SwapPreview.tsx')).SwapPreview),
  SwapConfirmed: loadable(async () => (await import('../views/SwapConfirmed.tsx')).SwapConfirmed),
  ConnectingSiwe: loadable(async () => (await import('../views/ConnectingSiwe.tsx')).ConnectingSiwe),
  SIWXSignMessage: loadable(async () => (await import('../views/SIWXSignMessage.tsx')).SIWXSignMessage),
  SmartSessionList: loadable(async () => (await import('../views/SmartSessionList.tsx')).SmartSessionList),
  SmartSessionCreated: loadable(async () => (await import('../views/SmartSessionCreated.tsx')).SmartSessionCreated),
  OnRampProviders: loadable(async () => (await import('../views/OnRampProviders.tsx')).OnRampProviders),
  OnRampTokenSelect: loadable(async () => (await import('../views/OnRampTokenSelect.tsx')).OnRampTokenSelect),
  OnRampFiatSelect: loadable(async () => (await import('../views/OnRampFiatSelect.tsx')).OnRampFiatSelect),
  OnRampActivity: loadable(async () => (await import('../views/OnRampActivity.tsx')).OnRampActivity),
  BuyInProgress: loadable(async () => (await import('../views/BuyInProgress.tsx')).BuyInProgress),
  WhatIsABuy: loadable(async () => (await import('../views/WhatIsABuy.tsx')).WhatIsABuy),
  Pay: loadable(async () => (await import('../views/Pay.tsx')).Pay),
  PayLoading: loadable(async () => (await import('../views/PayLoading.tsx')).PayLoading),
  ApproveTransaction: loadable(async () => (await import('../views/ApproveTransaction.tsx')).ApproveTransaction),
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
  const { views: ownViews, slots } = useContext(SwapContext)
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
  const { words } = useStrings()
  return <div data-part="view" data-loading="" role="group" aria-busy="true" aria-label={words.loading} />
}

function Lazy({ view }: { view: LazyView }) {
  const { load, featureOf } = useLatchkey()
  const { status } = useLoaded(views[view])
  const routes = useSelect('view', ({ context }) => context.routes)
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
