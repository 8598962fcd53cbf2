/** The English texts that are needed before the dialog or the card is loaded. */
export const early = {
  connectWallet: 'Connect wallet',
  connecting: 'Connecting…',
  selectNetwork: 'Select network',
  switchNetwork: 'Switch network',
  accountOf: 'Account {address}',
  networkOf: 'Network: {network}',
  loading: 'Loading…',
  viewFailed: 'This view could not be loaded.',
  tryAgain: 'Try again',
  reloadPage: 'Reload page',
  close: 'Close',
  /** A BCP 47 tag: the format of dates and money. */
  locale: 'en-US',
} as const
