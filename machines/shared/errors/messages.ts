/** Alerts for the developers of the app. `short` is the title, `long` says what to do. */
export const alertTexts = {
  'alert.networkNotFound': {
    short: 'Network Not Found',
    long: "Network not found - please make sure it is included in 'networks' array in createLatchkey function",
  },
  'alert.projectIdNotConfigured': {
    short: 'Project ID Not Configured',
    long: 'Project ID Not Configured - features of the API need one; set projectId in createLatchkey',
  },
  'alert.invalidAppConfiguration': {
    short: 'Invalid App Configuration',
    long: 'Origin {origin} not found on Allowlist - update the configuration of the project',
  },
  'alert.invalidProjectId': {
    short: 'Invalid App Configuration',
    long: 'Invalid Project ID - update configuration',
  },
  'alert.sessionExpired': {
    short: 'Session Expired',
    long: 'Invalid session found on UniversalProvider - please check your time settings and connect again',
  },
  'alert.iframeLoadFailed': {
    short: 'Network Error - Could not load embedded wallet',
    long: 'Its code or its secure site could not be loaded - please verify that both can be reached from this page',
  },
  'alert.unverifiedDomain': {
    short: 'Invalid App Configuration',
    long: 'The secure site is there, and its frame does not work on this page - please verify that it allows this page’s domain',
  },
  'alert.iframeRequestTimeout': {
    short: 'Embedded Wallet Request Timed Out',
    long: 'The secure site did not respond to a message in time',
  },
  'alert.balanceUnavailable': {
    short: 'Token Balance Unavailable',
    long: 'The balances of {networkId} could not be read: {reason}',
  },
} as const

/** Messages about success and progress. */
export const noticeTexts = {
  'send.waiting': 'Confirm the transaction in your wallet',
  'send.started': 'Transaction started',
  'swap.approving': 'Approve limit increase in your wallet',
  'swap.confirming': 'Confirm transaction in your wallet',
  'swap.started': 'Swapping {from} for {to}',
  'swap.swapped': 'Swapped {from} to {to}',
  'transaction.confirmed': 'Transaction confirmed',
  'pay.paid': 'Paid {amount} {symbol}',
  'send.sentLate': 'Transaction sent after a late confirmation',
  'address.copied': 'Address copied',
  'link.copied': 'Link copied',
} as const

/** The values that fill a text's `{placeholders}`. */
export type TextParams = Readonly<Record<string, string | number>>

/** Fills the `{placeholders}` of a text. A placeholder without a value stays unchanged. */
export const formatMessage = (text: string, params: TextParams): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
