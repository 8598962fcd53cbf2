import type { Standing } from './account.ts'

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

/** What a feature says of one of its views: who sees it, what it is left for, and whether it may be left. */
export interface Route {
  /** The first view, for whoever has this standing. */
  home?: Standing
  /** Who sees it; anybody else is shown their first view. */
  for?: 'account' | 'visitor'
  /** The first view of this standing is shown in its place. */
  instead?: Standing
  /** It is left once another account or network is active; or another network, which is what it was opened for. */
  until?: 'scope' | 'network'
  /** An attempt that would be shown in one of these views is shown in this one, unless a wallet was chosen for it. */
  covers?: readonly ViewName[]
  /**
   * The page makes offers in it itself, or a wallet is still wanted: coming back to it does not bring the modal to rest, and the
   * end of an attempt does not leave it.
   */
  live?: true
  /** Nobody asks for it: it imposes itself. */
  imposed?: true
  /** Who has connected a wallet in the modal is led here, where the modal would be closed otherwise. */
  onConnected?: true
  /** The modal cannot be closed while it is shown, unless forced. */
  locks?: true
  /** Its feature is told, by `<name>.viewEntered`, when somebody asks for it. */
  entered?: true
  /** Its feature is told, by `<name>.viewLeft`, when the visitor goes back from it: what is under way in it is called off. */
  left?: true
}

export type Routes = Readonly<Partial<Record<ViewName, Route>>>
