import type { ConnectionStatus } from '../shared/account.types.ts'

export type ViewName =
  | 'Connect'
  | 'Create'
  | 'ConnectingExternal'
  | 'ConnectingMultiChain'
  | 'ConnectingWalletConnect'
  | 'ConnectingWalletConnectBasic'
  | 'ConnectSocials'
  | 'ConnectingSocial'
  | 'ConnectingFarcaster'
  | 'EmailLogin'
  | 'EmailVerifyOtp'
  | 'EmailVerifyDevice'
  | 'UpdateEmailWallet'
  | 'UpdateEmailPrimaryOtp'
  | 'UpdateEmailSecondaryOtp'
  | 'AllWallets'
  | 'Downloads'
  | 'GetWallet'
  | 'WhatIsAWallet'
  | 'Account'
  | 'AccountSettings'
  | 'Profile'
  | 'UpgradeEmailWallet'
  | 'ChooseAccountName'
  | 'RegisterAccountName'
  | 'RegisterAccountNameSuccess'
  | 'SwitchAddress'
  | 'WalletReceive'
  | 'WalletCompatibleNetworks'
  | 'Networks'
  | 'SwitchActiveChain'
  | 'UnsupportedChain'
  | 'WalletSend'
  | 'WalletSendSelectToken'
  | 'WalletSendPreview'
  | 'WalletSendConfirmed'
  | 'Swap'
  | 'SwapSelectToken'
  | 'SwapPreview'
  | 'SwapConfirmed'
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'OnRampFiatSelect'
  | 'OnRampActivity'
  | 'BuyInProgress'
  | 'WhatIsABuy'
  | 'ApproveTransaction'
  | 'ConnectingSiwe'
  | 'SIWXSignMessage'
  | 'SmartSessionCreated'
  | 'SmartSessionList'
  | 'Pay'
  | 'PayLoading'

/** What a feature declares about one of its views: its audience, when it is left, and whether it may be left. */
export interface Route {
  /** The view is the home view for this connection status. */
  home?: ConnectionStatus
  /** The users who see the view. All others are shown their home view. */
  for?: 'connected' | 'disconnected'
  /** The home view of this connection status is shown instead. */
  instead?: ConnectionStatus
  /**
   * `activeAccount`: the view is left once another account or network is active. `network`: it is left once another network is active,
   * which it was opened for.
   */
  until?: 'activeAccount' | 'network'
  /** An attempt that would be shown in one of these views is shown in this one, unless the user selected a wallet for it. */
  covers?: readonly ViewName[]
  /**
   * The view stays when a connection attempt ends, and returning to it does not close the modal. For views in which the app
   * creates pairing URIs itself, or a wallet is missing.
   */
  live?: true
  /** The view cannot be opened; its feature imposes it. */
  imposed?: true
  /** The view is shown after the user connected a wallet in the modal. Without such a view, the modal closes. */
  onConnected?: true
  /** The modal cannot be closed while the view is shown, unless forced. */
  locks?: true
  /** The feature receives `<name>.viewEntered` when the view is opened. */
  entered?: true
  /** The feature receives `<name>.viewLeft` when the user goes back from the view, and cancels what is in progress in it. */
  left?: true
}

export type Routes = Readonly<Partial<Record<ViewName, Route>>>
