import { Component, useContext, useEffect, type ComponentType, type ReactNode } from 'react'
import { type ViewName, isOffered } from '../../sdk/index.ts'
import { useLatchkey, useActorSelector, useView } from '../hooks/index.ts'
import { LazyPart, OfFeature, PartFailed } from '../components/LazyPart.tsx'
import { useCardStrings } from '../strings/cardStrings.tsx'
import { ReplacementsContext, type OwnView } from '../components/replaceable.tsx'
import { Connect } from '../connection/Connect.tsx'
import { loadable, useLoaded } from './loadable.ts'

type LazyView = Exclude<ViewName, 'Connect'>

/** The views of a feature are loaded together. */
const email = () => import('../embedded/emailViews.ts')
const names = () => import('../names/views.ts')
const network = () => import('../network/views.ts')
const send = () => import('../send/views.ts')
const swap = () => import('../swap/views.ts')
const signIn = () => import('../sign-in/views.ts')
const smartSessions = () => import('../smart-sessions/views.ts')
const onramp = () => import('../onramp/views.ts')
const pay = () => import('../pay/views.ts')

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
  EmailLogin: loadable(async () => (await email()).EmailLogin),
  EmailVerifyOtp: loadable(async () => (await email()).EmailVerifyOtp),
  EmailVerifyDevice: loadable(async () => (await email()).EmailVerifyDevice),
  UpdateEmailWallet: loadable(async () => (await email()).UpdateEmailWallet),
  UpdateEmailPrimaryOtp: loadable(async () => (await email()).UpdateEmailPrimaryOtp),
  UpdateEmailSecondaryOtp: loadable(async () => (await email()).UpdateEmailSecondaryOtp),
  Create: loadable(async () => (await import('../connection/Create.tsx')).Create),
  AllWallets: loadable(async () => (await import('../wallets/AllWallets.tsx')).AllWallets),
  Downloads: loadable(async () => (await import('../connection/Downloads.tsx')).Downloads),
  GetWallet: loadable(async () => (await import('../wallets/GetWallet.tsx')).GetWallet),
  WhatIsAWallet: loadable(async () => (await import('../wallets/WhatIsAWallet.tsx')).WhatIsAWallet),
  Account: loadable(async () => (await import('../account/Account.tsx')).Account),
  AccountSettings: loadable(async () => (await import('../account/AccountSettings.tsx')).AccountSettings),
  Profile: loadable(async () => (await import('../account/Profile.tsx')).Profile),
  UpgradeEmailWallet: loadable(async () => (await import('../embedded/UpgradeEmailWallet.tsx')).UpgradeEmailWallet),
  ChooseAccountName: loadable(async () => (await names()).ChooseAccountName),
  RegisterAccountName: loadable(async () => (await names()).RegisterAccountName),
  RegisterAccountNameSuccess: loadable(async () => (await names()).RegisterAccountNameSuccess),
  SwitchAddress: loadable(async () => (await import('../account/SwitchAddress.tsx')).SwitchAddress),
  WalletReceive: loadable(async () => (await import('../account/WalletReceive.tsx')).WalletReceive),
  WalletCompatibleNetworks: loadable(async () => (await network()).WalletCompatibleNetworks),
  SwitchActiveChain: loadable(async () => (await network()).SwitchActiveChain),
  Networks: loadable(async () => (await network()).Networks),
  UnsupportedChain: loadable(async () => (await network()).UnsupportedChain),
  WalletSend: loadable(async () => (await send()).WalletSend),
  WalletSendSelectToken: loadable(async () => (await send()).WalletSendSelectToken),
  WalletSendPreview: loadable(async () => (await send()).WalletSendPreview),
  WalletSendConfirmed: loadable(async () => (await send()).WalletSendConfirmed),
  Swap: loadable(async () => (await swap()).Swap),
  SwapSelectToken: loadable(async () => (await swap()).SwapSelectToken),
  SwapPreview: loadable(async () => (await swap()).SwapPreview),
  SwapConfirmed: loadable(async () => (await swap()).SwapConfirmed),
  ConnectingSiwe: loadable(async () => (await signIn()).ConnectingSiwe),
  SIWXSignMessage: loadable(async () => (await signIn()).SIWXSignMessage),
  SmartSessionList: loadable(async () => (await smartSessions()).SmartSessionList),
  SmartSessionCreated: loadable(async () => (await smartSessions()).SmartSessionCreated),
  OnRampProviders: loadable(async () => (await onramp()).OnRampProviders),
  OnRampTokenSelect: loadable(async () => (await onramp()).OnRampTokenSelect),
  OnRampFiatSelect: loadable(async () => (await onramp()).OnRampFiatSelect),
  OnRampActivity: loadable(async () => (await onramp()).OnRampActivity),
  BuyInProgress: loadable(async () => (await onramp()).BuyInProgress),
  WhatIsABuy: loadable(async () => (await onramp()).WhatIsABuy),
  Pay: loadable(async () => (await pay()).Pay),
  PayLoading: loadable(async () => (await pay()).PayLoading),
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
