/**
 * Every text that the machines can show through a skin, in English, by its code. Translations have the same keys. The texts of
 * spec §5 and §8 are verbatim.
 */
export const errorTexts = {
  'send.incomplete': 'An amount and receiver address are required',
  'send.tokenRequired': 'A token is required',
  'send.unsupportedChain': 'Unsupported chain',
  'send.unsupportedToken': 'This token cannot be sent here yet',
  'send.failed': 'Failed to send transaction. Please try again.',
  'send.declined': 'You declined the transaction in your wallet.',
  'send.expired': 'Your wallet did not respond. If you still confirm there, the transaction will be sent.',
  'send.unknown':
    'Something went wrong after the wallet request. The transaction may have been sent: check your wallet before you send again.',
  'send.unreadable':
    'Your wallet’s response contains no transaction that we can track. It may have been sent: check your wallet before you send again.',
  'send.cancelled': 'No longer waiting for your wallet. If you still confirm there, the transaction will be sent.',
  'send.otherNetwork': 'Your wallet is on a different network than this app',
  'send.otherAccount': 'Your wallet uses a different account than this app',
  'send.decimalsDiffer': '{symbol} has {decimals} decimals, which differs from what was shown. Nothing was sent.',
  'send.gasEstimate': 'error estimating gas',
  'send.feeRose': 'The network fee is now higher than the fee shown. Nothing was sent.',
  'send.gasUnaffordable': 'Not enough {symbol} to pay the network fee',
  'send.feeTooHigh': 'The network fee is unreasonably high. Nothing was sent.',
  'send.tooManyCoins': 'This amount needs more than {most} coins. Send a smaller amount.',
  'send.nonTransferable': 'This token cannot be transferred',
  'send.transferHook': 'This token runs custom code on each transfer, so it cannot be sent here',
  'send.paused': 'The issuer of this token has paused all transfers',
  'send.frozen': 'The issuer of this token has frozen your balance',
  'send.receiverFrozen': 'The issuer of this token must approve the receiver first',
  'send.memoRequired': 'The receiver requires a memo for this token, which cannot be sent here',
  'send.tokenFeeChanged': 'The transfer fee of this token has changed. Nothing was sent.',
  'send.nftNotFound': 'This NFT could not be identified, so it cannot be sent here',
  'send.nftNotHeld': 'Your account does not hold this NFT, or not enough of it',
  'send.nftReceiver': 'The receiver is a contract that does not accept NFTs',
  'send.nftRefused': 'The collection of this NFT does not allow this transfer',
  'send.nftProgrammable': 'The issuer of this NFT restricts transfers, so it cannot be sent here',
  'send.nftCompressed': 'Compressed NFTs cannot be sent here',
  'send.ordinals': 'This address is for ordinals. Send from your payment address.',

  'pay.invalidConfig': 'Invalid payment configuration',
  'pay.invalidRecipient': 'Invalid recipient address',
  'pay.invalidAsset': 'Invalid asset specified',
  'pay.invalidAmount': 'Invalid payment amount',
  'pay.invalidNamespace': 'Invalid chain namespace',
  'pay.unknown': 'Unknown payment error occurred',
  'pay.notInitiated': 'Unable to initiate payment',
  'pay.failed': 'Unable to process payment',
  'pay.exchangesFailed': 'Unable to get exchanges',
  'pay.assetNotSupported': 'Asset not supported by the selected exchange',
  'pay.urlFailed': 'Unable to get payment URL',
  'pay.statusFailed': 'Unable to get buy status',
  'pay.blocked': 'The exchange window could not be opened. Allow pop-ups for this page, and try again.',
  'pay.expired': 'The exchange did not report the payment in time. Check there before you pay again.',

  'amount.invalid': 'Number {value} is not a valid decimal number.',
  'amount.negative': 'The amount must be greater than zero',
  'amount.tooPrecise': '{symbol} has at most {decimals} decimals',
  'amount.insufficient': 'Insufficient funds',
  'amount.dust': 'The minimum amount is {least} {symbol}',

  'swap.slippage': 'Choose a slippage tolerance from {least} to {most} percent',
  'swap.incomplete': 'Choose two tokens and an amount',
  'swap.sameToken': 'A token cannot be swapped for itself',
  'swap.unknownToken': 'No token found at this address',
  'swap.loadFailed': 'Failed to initialize swap',
  'swap.noRoute': 'No route found for these tokens',
  'swap.noLiquidity': 'Not enough liquidity for this amount',
  'swap.quoteFailed': 'The price could not be loaded',
  'swap.staleQuote': 'The price is out of date. Nothing was sent.',
  'swap.impactUnconfirmed': 'This swap loses {percent} percent of its value. Confirm the loss first.',
  'swap.allowanceFailed': 'Failed to check allowance',
  'swap.approvalFailed': 'Failed to create approval transaction',
  'swap.approvalReverted': 'The approval was reverted. Nothing was swapped.',
  'swap.buildFailed': 'Failed to create transaction',
  'swap.wouldFail': 'This swap would fail. Nothing was sent.',
  'swap.priceMoved': 'The price moved beyond your slippage tolerance. Nothing was sent.',
  'swap.unsimulated': 'This swap could not be simulated on this network. Nothing was sent.',
  'swap.broughtLess': 'The swap went through, but you received less than the minimum.',
  'swap.unexpected': 'This swap differs from what was shown. Nothing was sent.',
  'swap.cancelled': 'The swap was canceled before the wallet request. Nothing was sent.',
  'swap.reverted': 'The swap was reverted. You paid only the network fee.',

  'onramp.amount': 'Enter an amount with at most two decimals',
  'onramp.limits': 'Pay from {min} to {max} {currency}',
  'onramp.notRead': 'The available currencies are not loaded yet',
  'onramp.quoteFailed': 'The price could not be loaded',
  'onramp.unknownProvider': '{provider} is not available in this app',
  'onramp.notHere': '{provider} does not sell this on {network}',
  'onramp.busy': 'A purchase is already in progress',
  'onramp.linkFailed': '{provider} could not be reached. Please try again.',
  'onramp.linkRefused': 'The page does not belong to {provider}. It was not opened.',
  'onramp.otherAddress': 'The page pays out to a different address. It was not opened.',
  'onramp.blocked': 'The window could not be opened. Allow pop-ups for this page, and try again.',
  'onramp.windowClosed': 'The window was closed before {provider} loaded',
  'onramp.unconfirmed': 'Your purchase is not confirmed yet. If you have paid, it can still arrive.',
  'onramp.historyFailed': 'Your purchases could not be loaded',

  'signIn.initFailed': 'A problem occurred while trying initialize authentication',
  'signIn.smartAccount': 'This application might not support Smart Accounts',
  'signIn.unanswered': 'The sign-in timed out',
  'signIn.refused': 'The app did not accept the sign-in',
  'signIn.exempt': 'This account cannot sign in on this network',

  'address.invalid': 'Invalid address',
  'address.length': 'An address has 40 characters after 0x. This one has {count}.',
  'address.checksum': 'This address has a typo: its checksum does not match',
  'address.zero': 'No one owns this address. Anything sent to it is lost.',
  'address.ofToken': 'This is the address of a token, not of a wallet',
  'address.otherNetwork': 'This address belongs to another network',
  'address.name': 'Names cannot be used here. Paste the address of {name}.',
  'address.unresolved': 'The address could not be checked. Please try again.',

  'data.invalid': 'Contract data must be 0x hex of even length',

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
  'wallet.capabilitiesInvalid': 'Error parsing wallet capabilities',
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

  'disconnect.failed': 'Failed to disconnect chain {namespace}: {reason}',
  'disconnect.several': '{reasons}',
  'disconnect.expired': 'Your wallet did not respond, so it was disconnected in this app only',

  'balance.expired': 'The network did not respond in time',

  'transaction.reverted': 'Transaction reverted',
  'transaction.replaced': 'The transaction was replaced by another one',
  'transaction.timedOut': 'The transaction was sent, but is not confirmed yet',
  'transaction.toRequired': '`to` is required. Could not infer from `authorizationList`.',

  'calls.capabilityUnsupported': 'The wallet does not support everything these calls need',
  'calls.chainUnsupported': 'The wallet does not support multiple calls on this network',
  'calls.idUsed': 'Calls with this id already exist',
  'calls.idUnknown': 'The wallet does not know these calls',
  'calls.tooLarge': 'Too many calls at once for the wallet',
  'calls.upgradeDeclined': 'The account was not upgraded, so the calls were not sent',
  'calls.atomicUnsupported': 'The wallet cannot run these calls atomically',
  'calls.timedOut': 'The calls were sent, but their result is not known yet',

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
  'wallets.searchFailed': 'The search failed',
  'activity.failed': 'Failed to fetch transactions',
  'nfts.failed': 'The NFTs of this account could not be loaded',

  'names.refused': '{reason}',
  'names.resolveFailed': 'Error resolving name',
  'names.suggestFailed': 'Error fetching name suggestions',
  'names.reverseFailed': 'Error fetching names for address',
  'names.registerFailed': 'Error registering name {name}',
  'names.chainInvalid': 'Invalid chainId',
  'names.tooShort': 'Name must be at least 4 characters long',
  'names.tooLong': 'Name must be at most 63 characters long',
  'names.letters': 'Can only contain letters, numbers and - characters',
  'names.owned': 'You already own a name',
  'names.taken': 'This name is taken',
  'names.unchecked': 'The availability of this name is not known yet',
  'names.busy': 'A name is already being registered',
  'names.notNormal': 'This is not a valid name. Some letters may look like others.',
  'names.noAddress': '{name} has no address on {network}',
  'names.changed': '{name} now resolves to a different address. Check it again.',
  'names.unserved': 'Names cannot be registered on this network',

  'network.noGasPrice': 'Network not supported for Gas Price',
  'network.noSwaps': 'Network not supported for Swaps',
  'network.noSmartSessions': 'Network not supported for Smart Sessions',

  'rpc.urlMissing': 'No RPC url provided for chainId',
  'rpc.aborted': 'Request was aborted',
  'rpc.expired': 'The request took too long to respond.',
  'rpc.offline': 'The network could not be reached. Check your connection and try again.',
  'rpc.busy': 'The network is busy. Try again in {seconds} s.',
  'rpc.failed': 'The network returned an error ({status})',
  'rpc.malformed': 'The network returned an invalid response',

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
  'pairing.paramsInvalid': 'Missing or invalid. {call} params: {value}',
  'pairing.topicInvalid': 'Missing or invalid. pairing topic should be a string: {topic}',
  'pairing.topicUnknown': "No matching key. pairing topic doesn't exist: {topic}",
  'pairing.topicExpired': 'Expired. pairing topic: {topic}',
  'pairing.relaysInvalid': 'Missing or invalid. connect() relays: {relays}',
  'pairing.relayInvalid': 'Missing or invalid. approve() relayProtocol: {relay}',
  'pairing.proposalExpired': 'Proposal expired',
  'pairing.proposalIdInvalid': 'Missing or invalid. proposal id should be a number: {id}',
  'pairing.proposalIdUnknown': "No matching key. proposal id doesn't exist: {id}",
  'pairing.proposalIdExpired': 'Expired. proposal id: {id}',
  'pairing.recentlyDeleted': 'Missing or invalid. Record was recently deleted - {kind}: {id}',
  'pairing.reasonInvalid': 'Missing or invalid. reject() reason: {reason}',
  'pairing.uriInvalid': 'Missing or invalid. pair() uri: {uri}',
  'pairing.uriRelayMissing': 'Missing or invalid. pair() uri#relay-protocol',
  'pairing.uriKeyMissing': 'Missing or invalid. pair() uri#symKey',
  'pairing.uriExpired': 'Expired. pair() URI has expired. Please try again with a new connection URI.',
  'pairing.exists': 'Pairing already exists: {topic}. Please try again with a new connection URI.',
  'pairing.failed': 'The wallet could not connect: {reason}',

  'pairing.objectInvalid': 'Missing or invalid. {call}, {kind} should be an object with data',
  'pairing.keyUnsupported':
    'Unsupported namespace key. {call} {kind}, key {key} should be a namespace or conform to "namespace:chainId" format',
  'pairing.methodsInvalid':
    'Unsupported methods. {call}, namespace, methods should be an array of strings or empty array for no methods',
  'pairing.eventsInvalid':
    'Unsupported events. {call}, namespace, events should be an array of strings or empty array for no events',
  'pairing.chainInvalid':
    'Unsupported chains. {call} {kind}, chain {chain} should be a string and conform to "namespace:chainId" format',
  'pairing.chainsMissing':
    'Unsupported chains. {call} {kind}, chains must be defined as "namespace:chainId" e.g. "eip155:1": {...} in the namespace key OR as an array of CAIP-2 chainIds e.g. eip155: { chains: ["eip155:1", "eip155:5"] }',
  'pairing.chainOutside':
    'Unsupported chains. {call} {kind}, chain {chain} does not belong to the namespace {namespace}',
  'pairing.accountInvalid':
    'Unsupported accounts. {call} namespace, account {account} should be a string and conform to "namespace:chainId:address" format',
  'pairing.accountsInvalid':
    'Unsupported accounts. {call} namespace, accounts should be an array of strings conforming to "namespace:chainId:address" format',
  'pairing.accountOutside':
    'Unsupported accounts. {call} namespace, account {account} does not belong to the namespace {namespace}',
  'pairing.propertyMissing':
    'Missing or invalid. {kind} must contain an existing value for each key. Received: {value} for key {key}',
  'pairing.scopedNotRequested':
    'Scoped properties must be a subset of required/optional namespaces, received: {received}, required/optional namespaces: {namespaces}',
  'pairing.scopedNotApproved':
    'Scoped properties must be a subset of approved namespaces, received: {received}, approved namespaces: {namespaces}',
  'pairing.keysUnsatisfied':
    "Non conforming namespaces. {call} namespaces keys don't satisfy requiredNamespaces.\n      Required: {required}\n      Received: {received}",
  'pairing.chainsUnsatisfied':
    "Non conforming namespaces. {call} namespaces chains don't satisfy required namespaces.\n      Required: {required}\n      Approved: {approved}",
  'pairing.accountsUnsatisfied':
    "Non conforming namespaces. {call} namespaces accounts don't satisfy namespace accounts for {chain}\n        Required: {chain}\n        Approved: {approved}",
  'pairing.methodsUnsatisfied':
    "Non conforming namespaces. {call} namespaces methods don't satisfy namespace methods for {chain}",
  'pairing.eventsUnsatisfied':
    "Non conforming namespaces. {call} namespaces events don't satisfy namespace events for {chain}",

  'session.topicInvalid': 'Missing or invalid. session topic should be a string: {topic}',
  'session.topicUnknown': "No matching key. session topic doesn't exist: {topic}",
  'session.topicExpired': 'Expired. session topic: {topic}',
  'session.keyMissing': 'Missing or invalid. session topic does not exist in keychain: {topic}',
  'session.anyTopicInvalid': 'Missing or invalid. session or pairing topic should be a string: {topic}',
  'session.anyTopicUnknown': "No matching key. session or pairing topic doesn't exist: {topic}",
  'session.relayInvalid': 'Missing or invalid. onSessionSettleRequest() relay protocol should be a string',
  'session.controllerInvalid': 'Missing or invalid. onSessionSettleRequest() controller public key should be a string',
  'session.settleExpired': 'Expired. onSessionSettleRequest()',
  'session.chainInvalid': 'Missing or invalid. {call} chainId: {chainId}',
  'session.requestInvalid': 'Missing or invalid. request() {request}',
  'session.methodNotApproved': 'Missing or invalid. request() method: {method}',
  'session.expiryInvalid':
    'Missing or invalid. request() expiry: {expiry}. Expiry must be a number (in seconds) between {min} and {max}',
  'session.requestExpired': 'Request expired. Please try again.',
  'pairing.answering': 'A response is already being sent',
  'session.requestUnknown': 'No matching key. history: {id}',
  'session.responseInvalid': 'Missing or invalid. respond() response: {response}',
  'session.eventInvalid': 'Missing or invalid. emit() event: {event}',

  'session.authChainsMissing': 'chains is required and must be a non-empty array',
  'session.authUriMissing': 'uri is required parameter',
  'session.authDomainMissing': 'domain is required parameter',
  'session.authNonceMissing': 'nonce is required parameter',
  'session.authNamespaces': 'Multi-namespace requests are not supported. Please request single namespace only.',
  'session.authNamespace':
    'Only eip155 namespace is supported for authenticated sessions. Please use .connect() for non-eip155 chains.',
  'session.authTimedOut': 'Request expired',
  'session.authRequestUnknown': 'Could not find pending auth request with id {id}',
  'session.signatureInvalid': 'Session settlement failed. Signature verification failed',
  'session.authMalformed': 'The wallet’s signed message could not be understood',
  'session.authMismatch': 'The wallet signed another {field} than requested: {received}',
  'session.authExpired': 'The wallet’s signed message expired at {time}',
  'session.authEarly': 'The wallet’s signed message is not valid before {time}',
  'session.authAccount': 'The wallet’s signed message names no account: {iss}',
  'session.authChain': 'The wallet signed in on {chainId}, which was not requested',
  'session.authAbility': 'The wallet signed for {ability} on {resource}, which was not requested',
  'session.authRecapPlace': 'The wallet’s signed message must list what it allows as its last resource',

  'session.notInitialized': 'Sign Client not initialized',
  'session.notConnected': 'Please call connect() before request()',
  'session.namespaceMissing':
    "Namespace '{namespace}' is not configured. Please call connect() first with namespace config.",
  'session.chainNotApproved': "Chain '{chainId}' not approved. Please use one of the following: {chains}",
  'session.chainIdMissing': 'ChainId not found',
  'session.switchFailed':
    "Failed to switch to chain '{chainId}'. The chain is not approved or the wallet does not support 'wallet_switchEthereumChain' method.",
  'session.addressMissing': 'Missing address parameter in wallet_getCapabilities request',
  'session.callStatusNotApproved': 'Fetching call status not approved by the wallet.',
  'session.receiptFailed': 'Failed to fetch user operation receipt - {status}',
  'session.rpcMissing': 'JSON-RPC provider for {chainId} not found',

  'session.unsupported': 'The wallet does not support this: {reason}',
  'session.unauthorized': 'The wallet does not allow this: {reason}',
  'session.settlementFailed': 'The session could not be set up: {reason}',
  'session.callUnsupported': 'Your wallet does not support this request: {reason}',
  'session.noReason': 'The wallet rejected the request without a reason',

  'signIn.malformed': 'The sign-in message is not valid: {field}',
  'signIn.otherDomain': 'The sign-in message is for another site: {domain}',
  'signIn.otherAddress': 'The sign-in message is for another account: {address}',
  'signIn.otherChain': 'The sign-in message is for another network: {chainId}',
  'signIn.otherNonce': 'The sign-in message was already used or was not requested here',
  'signIn.otherUri': 'The sign-in message is for another page: {uri}',
  'signIn.otherStatement': 'The statement in the sign-in message does not match the request',
  'signIn.expired': 'The sign-in message expired at {time}',
  'signIn.early': 'The sign-in message is not valid before {time}',
  'signIn.issuedAhead': 'The sign-in message is dated in the future: {time}. Check the clock of your device.',
  'signIn.signatureInvalid': 'The signature does not match the message and the account',
  'signIn.unverifiable': 'The signature of the sign-in could not be verified',

  'smartSession.invalid': 'Invalid permissions: {reason}',
  'smartSession.methodMissing': 'Wallet does not support `wallet_grantPermissions` method',
  'smartSession.capabilityMissing': 'Wallet does not support permissions capabilities',
  'smartSession.permissionUnsupported': 'Permission type {type} is not supported by the connected wallet',
  'smartSession.signerUnsupported': 'Signer type {type} is not supported by the connected wallet',
  'smartSession.policyUnsupported': 'Policy type {type} is not supported by the connected wallet',
  'smartSession.fetchFailed': 'Error fetching smart sessions',
  'smartSession.revokeFailed': 'Error revoking smart session',
  'smartSession.notActivated': 'Your wallet approved, but the session could not be set up. Revoke it in your wallet.',
  'smartSession.unknown': 'No active smart session {pci}',

  'embedded.loadFailed': 'The embedded wallet could not be loaded. Check your connection and try again.',
  'embedded.lost': 'The embedded wallet was interrupted: {reason}. Please try again.',
  'embedded.expired': 'The embedded wallet did not respond in time',
  'embedded.malformed': 'The embedded wallet returned an invalid response',
  'embedded.refused': '{reason}',
  'embedded.notSignedIn': 'Sign in to the embedded wallet first',
  'embedded.accountMissing': 'Address or auth connector not found',
  'embedded.frameMissing': 'W3mFrame: iframe is not set',
  'embedded.notLoaded': 'Unable to load email login dependency',
  'embedded.aborted': 'Something went wrong',
  'accountType.unavailable': 'This account type is not available on this network',
  'social.blocked': 'The window could not be opened. Allow pop-ups for this page, and try again.',
  'social.untrusted': 'The response came from an unexpected site. Please try again.',
  'social.expired': 'Signing in took too long. Please try again.',
  'email.invalid': 'Invalid email. Try again.',
  'email.cooldown': 'Please try again after {n} seconds',

  'instance.notStarted': 'This instance is not started: call start() first',
  'connection.clientMissing': 'ConnectionController client not set',
  'feature.notLoaded': 'Part of this page could not be loaded. Try again, or reload the page.',
  'feature.off': '{name} is not available in this app.',
  'actor.crashed': 'The {name} machine crashed and was restarted',
  unknown: '{reason}',
} as const

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

export type ErrorCode = keyof typeof errorTexts
export type AlertCode = keyof typeof alertTexts
export type NoticeCode = keyof typeof noticeTexts
/** The codes of the messages that the snackbar can show. */
export type MessageCode = ErrorCode | NoticeCode

type Placeholders<T extends string> = T extends `${string}{${infer Name}}${infer Rest}`
  ? Word<Name> | Placeholders<Rest>
  : never

/** Braces around anything but one word are part of the text. */
type Word<Name extends string> = Name extends `${string}${' ' | '.'}${string}` ? never : Name

/** The values that fill a text's `{placeholders}`. */
export type TextParams = Readonly<Record<string, string | number>>

/** The parameters that the text of `Code` requires; empty for most texts. */
export type ParamsOf<Code extends ErrorCode> = {
  readonly [K in Placeholders<(typeof errorTexts)[Code]>]: string | number
}

/** Fills the `{placeholders}` of a text. A placeholder without a value stays unchanged. */
export const formatMessage = (text: string, params: TextParams): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
