import type { Standing } from './account.ts'

export type ViewName =
  | 'Connect'
  | 'ConnectingExternal'
  | 'ConnectingMultiChain'
  | 'ConnectingWalletConnect'
  | 'ConnectingWalletConnectBasic'
  | 'AllWallets'
  | 'Downloads'
  | 'GetWallet'
  | 'WhatIsAWallet'
  | 'Account'
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
  | 'ApproveTransaction'

/** What a feature says of one of its views: who sees it, what it is left for, and whether it may be left. */
export interface Route {
  /** Everything starts here, for who stands so. */
  home?: Standing
  /** Who sees it; anybody else is shown where everything starts. */
  for?: 'account' | 'visitor'
  /** Shown in its place is where everything starts, for who stands so. */
  instead?: Standing
  /** It is left once another account or network is active; or another network, which is what it was opened for. */
  until?: 'scope' | 'network'
  /** Views that it stands for as well, until something is chosen in it. */
  covers?: readonly ViewName[]
  /** Something may be under way in it, or is wanted: who comes back to it is not at rest. */
  live?: true
  /** Nobody asks for it: it imposes itself. */
  imposed?: true
  /** The modal cannot be closed while it is shown, unless forced. */
  locks?: true
  /** Its feature is told, by `<name>.viewEntered`, when somebody asks for it. */
  entered?: true
  /** Its feature is told, by `<name>.viewLeft`, when the visitor goes back from it: what is under way in it is called off. */
  left?: true
}

export type Routes = Readonly<Partial<Record<ViewName, Route>>>
