/** The English words that stand in a page before its dialog or its card is loaded. */
export const early = {
  connectWallet: 'Connect Wallet',
  connecting: 'Connecting...',
  selectNetwork: 'Select Network',
  switchNetwork: 'Switch Network',
  accountOf: 'Account {address}',
  networkOf: 'Network: {network}',
  loading: 'Loading…',
  viewFailed: 'This part of the page could not be loaded.',
  tryAgain: 'Try again',
  reloadPage: 'Reload page',
  close: 'Close',
  /** A BCP 47 tag: how dates and money are written. */
  locale: 'en-US',
} as const
