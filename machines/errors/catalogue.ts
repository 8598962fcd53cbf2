/**
 * Every text the machines can ask a skin to show, in English, by its code. Translations have the same keys.
 * Texts of spec §5 and §8 stand letter for letter.
 */
export const errorTexts = {
  'send.incomplete': 'An amount and receiver address are required',
  'send.tokenRequired': 'A token is required',
  'send.unsupportedChain': 'Unsupported chain',
  'send.failed': 'Failed to send transaction. Please try again.',
  'send.declined': 'You declined the transaction in your wallet.',
  'send.expired': 'Your wallet did not answer. If you still confirm there, the transaction will be sent.',
  'send.cancelled': 'We no longer wait for your wallet. If you still confirm there, the transaction will be sent.',
  'send.otherNetwork': 'Your wallet is on another network than this page',
  'send.gasEstimate': 'error estimating gas',
  'send.gasUnaffordable': 'Not enough {symbol} to pay the network fee',

  'amount.invalid': 'Number {value} is not a valid decimal number.',
  'amount.negative': 'The amount must be greater than zero',
  'amount.tooPrecise': '{symbol} has at most {decimals} decimals',
  'amount.insufficient': 'Insufficient Funds',

  'address.invalid': 'Invalid Address',
  'address.length': 'An address has 40 characters after 0x; this one has {count}',
  'address.checksum': 'This address has a typing error: its checksum does not match',
  'address.name': 'Names cannot be used here. Paste the address that {name} stands for.',
  'address.unresolved': 'The address could not be checked. Please try again.',

  'data.invalid': 'Contract data must be 0x hex of even length',

  'connect.declined': 'Connection declined',
  'connect.expired': '{wallet} did not answer in time',
  'connect.failed': '{wallet} could not connect: {reason}',
  'connect.pending': '{wallet} is already asking. Open it and answer there.',
  'connect.noAccount': '{wallet} shared no account',
  'connector.notFound': 'Failed to find connector',

  'wallet.invalidResponse': 'The wallet gave an answer that could not be understood',
  'wallet.disconnected': 'The wallet is not connected',
  'wallet.left': 'Your wallet disconnected from this page',

  'request.declined': 'Signature declined',
  'request.expired': 'The wallet did not answer in time',
  'request.failed': 'The wallet could not do it: {reason}',

  'network.notFound': 'Network not found',
  'network.switchFailed': 'Failed to switch to chain',
  'network.switchDeclined': 'You declined the network switch in your wallet.',
  'network.switchExpired': 'Your wallet did not answer the network switch',
  'network.notSupported': 'Chain is not supported',

  'disconnect.failed': 'Failed to disconnect chain {namespace}: {reason}',
  'disconnect.expired': 'The wallet did not answer the disconnect',

  'balance.expired': 'The network did not answer in time',

  'transaction.reverted': 'The transaction was undone by the network',
  'transaction.replaced': 'The transaction was replaced by another one in your wallet',
  'transaction.timedOut': 'The transaction was sent, but is not confirmed yet',

  'api.offline': 'The server could not be reached. Check your connection and try again.',
  'api.expired': 'The server did not answer in time',
  'api.busy': 'The server is busy. Please try again in a moment.',
  'api.refused': 'The server refused: {reason}',
  'api.failed': 'The server had a problem of its own ({status})',
  'api.malformed': 'The server gave an answer that could not be understood',
  'api.invalidInput': 'The call {call} was asked with something that it does not take',
  'api.unavailable': 'This needs a project id, and the site has none',
  'api.itemsBroken': '{count} of {total} entries of {call} could not be understood and were left out',

  'wallets.failed': 'The wallets could not be loaded',
  'wallets.searchFailed': 'The search did not succeed',
  'activity.failed': 'Failed to fetch transactions',

  'names.refused': '{reason}',
  'names.resolveFailed': 'Error resolving name',
  'names.suggestFailed': 'Error fetching name suggestions',
  'names.reverseFailed': 'Error fetching names for address',
  'names.registerFailed': 'Error registering name {name}',
  'names.chainInvalid': 'Invalid chainId',

  'network.noGasPrice': 'Network not supported for Gas Price',
  'network.noSwaps': 'Network not supported for Swaps',

  'rpc.urlMissing': 'No RPC url provided for chainId',

  'chain.adapterMissing': 'Chain adapter not found',

  'copy.failed': 'Failed to copy',

  'memory.broken': 'The stored entry "{key}" could not be read and was set aside',
  'memory.unavailable': 'This browser does not let the page store anything',

  'config.invalid': 'The configuration of createLatchkey has {count} fault(s):\n{faults}',
  'config.bothSignIns': 'Cannot set both `siweConfig` and `siwx` options',

  'instance.notStarted': 'This instance is not started: call start() first',
  'actor.crashed': 'The {name} stopped by mistake and was started again',
  unknown: '{reason}',
} as const

/** Alerts: for the people who build the site. `short` is the title, `long` says what to do. */
export const alertTexts = {
  'alert.networkNotFound': {
    short: 'Network Not Found',
    long: "Network not found - please make sure it is included in 'networks' array in createLatchkey function",
  },
  'alert.projectIdNotConfigured': {
    short: 'Project ID Not Configured',
    long: 'Project ID Not Configured - features that a provider serves need one; set projectId in createLatchkey',
  },
  'alert.invalidAppConfiguration': {
    short: 'Invalid App Configuration',
    long: 'Origin {origin} not found on Allowlist - update the configuration of the project at your provider',
  },
  'alert.invalidProjectId': {
    short: 'Invalid App Configuration',
    long: 'Invalid Project ID - update configuration',
  },
  'alert.sessionExpired': {
    short: 'Session Expired',
    long: 'Invalid session found on UniversalProvider - please check your time settings and connect again',
  },
  'alert.balanceUnavailable': {
    short: 'Token Balance Unavailable',
    long: 'The balances of {networkId} could not be read: {reason}',
  },
} as const

/** What goes well, or is under way. */
export const noticeTexts = {
  'send.waiting': 'Confirm the transaction in your wallet',
  'send.started': 'Transaction started',
  'transaction.confirmed': 'Transaction confirmed',
  'send.sentLate': 'What you confirmed late in your wallet was sent',
  'address.copied': 'Address copied',
} as const

export type ErrorCode = keyof typeof errorTexts
export type AlertCode = keyof typeof alertTexts
export type NoticeCode = keyof typeof noticeTexts
/** What the snackbar can say. */
export type MessageCode = ErrorCode | NoticeCode

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** The values that fill a text's `{placeholders}`. */
export type TextParams = Readonly<Record<string, string | number>>

/** What the text of `Code` needs to be told; nothing for most. */
export type ParamsOf<Code extends ErrorCode> = {
  readonly [K in Placeholders<(typeof errorTexts)[Code]>]: string | number
}

/** Fills the `{placeholders}` of a text; one that is not given stays as it stands. */
export const fill = (text: string, params: TextParams): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
