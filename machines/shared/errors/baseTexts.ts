/** The English texts of errors of code that is loaded before any feature. The texts of spec §5 and §8 are verbatim. */
export const baseErrorTexts = {
  'send.failed': 'Failed to send transaction. Please try again.',
  'send.declined': 'You declined the transaction in your wallet.',
  'send.expired': 'Your wallet did not respond. If you still confirm there, the transaction will be sent.',
  'send.unknown':
    'Something went wrong after the wallet request. The transaction may have been sent: check your wallet before you send again.',
  'send.unreadable':
    'Your wallet’s response contains no transaction that we can track. It may have been sent: check your wallet before you send again.',
  'send.otherNetwork': 'Your wallet is on a different network than this app',
  'send.otherAccount': 'Your wallet uses a different account than this app',
  'send.gasEstimate': 'error estimating gas',

  'pay.unknown': 'Unknown payment error occurred',

  'swap.broughtLess': 'The swap went through, but you received less than the minimum.',

  'address.invalid': 'Invalid address',
  'address.length': 'An address has 40 characters after 0x. This one has {count}.',
  'address.otherNetwork': 'This address belongs to another network',
  'address.name': 'Names cannot be used here. Paste the address of {name}.',

  'data.invalid': 'Contract data must be 0x hex of even length',

  'amount.invalid': 'Number {value} is not a valid decimal number.',
  'amount.negative': 'The amount must be greater than zero',
  'amount.tooPrecise': '{symbol} has at most {decimals} decimals',
  'amount.insufficient': 'Insufficient funds',
  'amount.dust': 'The minimum amount is {least} {symbol}',

  'connect.declined': 'Connection declined',
  'connect.expired': '{wallet} did not respond in time',
  'connect.failed': '{wallet} could not connect: {reason}',
  'connect.pending': '{wallet} already has an open request. Answer it there.',
  'connect.otherAccount': '{wallet} uses a different account than on your last visit. Connect again to use it.',
  'connect.ambiguous': 'Several wallets claim to be {wallet}. Choose the one to connect.',
  'connect.noAccount': '{wallet} did not share an account',
  'connect.unanswered': 'No wallet was selected in time',
  'connect.adapterMissing': 'Adapter not found',
  'connector.notFound': 'Failed to find connector',
  'connector.notLoaded': '{wallet} could not be loaded. Try again, or reload the page.',
  'connector.walletConnectMissing': 'WalletConnectConnector not found',

  'wallet.invalidResponse': 'The wallet returned an invalid response',
  'wallet.disconnected': 'The wallet is not connected',
  'wallet.namespaceMissing': 'No wallet of {namespace} is connected',
  'wallet.updated': 'Your wallet extension was updated. Reload this page to use it.',
  'wallet.unauthorized': 'Your wallet does not give this app access. Unlock it or connect it again.',
  'wallet.left': 'Your wallet disconnected',

  'request.declined': 'Signature declined',
  'request.rejected': 'You declined the request in your wallet.',
  'request.signatureFailed': 'Sign message failed',
  'request.invalid': 'Invalid request: {reason}',
  'request.expired': 'The wallet did not respond in time',
  'request.failed': 'The wallet reported an error: {reason}',
  'request.notAllowed': 'Requested RPC call is not allowed',
  'request.actionNotAllowed': 'Action not allowed',
  'request.tooMany': 'Too many open requests',

  'network.notFound': 'Network not found',
  'network.clientMissing': 'NetworkController client not set',
  'network.missing': 'CaipNetwork not found',
  'network.undefined': 'CaipNetwork is undefined',
  'account.undefined': 'CaipNetwork or CaipAddress is undefined',
  'network.switchFailed': 'Failed to switch to chain',
  'network.switchDeclined': 'You declined the network switch in your wallet.',
  'network.switchExpired': 'Your wallet did not respond to the network switch',
  'network.notSupported': 'Chain is not supported',

  'session.chainNotApproved': "Chain '{chainId}' not approved. Please use one of the following: {chains}",
  'session.requestExpired': 'Request expired. Please try again.',
  'disconnect.failed': 'Failed to disconnect chain {namespace}: {reason}',
  'disconnect.several': '{reasons}',
  'disconnect.expired': 'Your wallet did not respond, so it was disconnected in this app only',

  'transaction.timedOut': 'The transaction was sent, but is not confirmed yet',

  'transaction.toRequired': '`to` is required. Could not infer from `authorizationList`.',
  'calls.capabilityUnsupported': 'The wallet does not support everything these calls need',
  'calls.chainUnsupported': 'The wallet does not support multiple calls on this network',
  'calls.idUsed': 'Calls with this id already exist',
  'calls.idUnknown': 'The wallet does not know these calls',
  'calls.tooLarge': 'Too many calls at once for the wallet',
  'calls.upgradeDeclined': 'The account was not upgraded, so the calls were not sent',
  'calls.atomicUnsupported': 'The wallet cannot run these calls atomically',

  'api.offline': 'The server could not be reached. Check your connection and try again.',
  'api.expired': 'The server did not respond in time',
  'api.busy': 'The server is busy. Please try again in a moment.',
  'api.refused': 'The server rejected the request: {reason}',
  'api.failed': 'Server error ({status})',
  'api.malformed': 'The server returned an invalid response',
  'api.invalidInput': 'Invalid input for the call {call}',
  'api.unavailable': 'This requires a project ID',
  'api.itemsBroken': '{count} of {total} entries of {call} were invalid and left out',

  'wallets.failed': 'The wallets could not be loaded',

  'network.noSwaps': 'Network not supported for Swaps',

  'rpc.aborted': 'Request was aborted',

  'chain.adapterMissing': 'Chain adapter not found',
  'chain.required': 'Chain is required to {action}',

  'copy.failed': 'Failed to copy',

  'storage.broken': 'The stored entry "{key}" was invalid and was set aside',
  'storage.unavailable': 'This browser does not allow the app to store data',

  'config.invalid': 'The configuration of createLatchkey has {count} fault(s):\n{faults}',
  'config.bothSignIns': 'Cannot set both `siweConfig` and `siwx` options',

  'pairing.crashed': 'The connection to wallets on other devices crashed. Please reload the page.',
  'pairing.unreachable': 'The relay for wallets on other devices did not respond',
  'pairing.refused': 'The relay for wallets on other devices rejected this app: {reason}',
  'pairing.proposalExpired': 'Proposal expired',

  'session.notInitialized': 'Sign Client not initialized',
  'session.receiptFailed': 'Failed to fetch user operation receipt - {status}',

  'smartSession.invalid': 'Invalid permissions: {reason}',

  'embedded.loadFailed': 'The embedded wallet could not be loaded. Check your connection and try again.',
  'embedded.lost': 'The embedded wallet was interrupted: {reason}. Please try again.',
  'embedded.expired': 'The embedded wallet did not respond in time',
  'embedded.malformed': 'The embedded wallet returned an invalid response',
  'embedded.refused': '{reason}',
  'embedded.frameMissing': 'W3mFrame: iframe is not set',
  'embedded.notLoaded': 'Unable to load email login dependency',
  'embedded.aborted': 'Something went wrong',

  'instance.notStarted': 'This instance is not started: call start() first',
  'connection.clientMissing': 'ConnectionController client not set',
  'feature.notLoaded': 'Part of this page could not be loaded. Try again, or reload the page.',
  'feature.off': '{name} is not available in this app.',
  'actor.crashed': 'The {name} machine crashed and was restarted',
  unknown: '{reason}',
} as const
