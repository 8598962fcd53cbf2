/** The texts that the specification and the reference define, letter for letter. */
import { expect, test } from 'vitest'
import { errorTexts } from '../../machines/shared/errors/catalog.ts'
import { alertTexts } from '../../machines/shared/errors/messages.ts'

test('errors have the texts of the specification [5.1] [5.2] [5.4] [5.14] [5.16] [6.7] [8.2-16] [8.33-36] [8.37-44] [8.48] [8.50-55]', () => {
  expect(errorTexts).toMatchObject({
    'send.incomplete': 'An amount and receiver address are required',
    'send.tokenRequired': 'A token is required',
    'send.unsupportedChain': 'Unsupported chain',
    'send.gasEstimate': 'error estimating gas',
    'amount.invalid': 'Number {value} is not a valid decimal number.',
    'config.bothSignIns': 'Cannot set both `siweConfig` and `siwx` options',
    'request.notAllowed': 'Requested RPC call is not allowed',
    'request.actionNotAllowed': 'Action not allowed',
    'request.declined': 'Signature declined',
    'request.signatureFailed': 'Sign message failed',
    'network.noGasPrice': 'Network not supported for Gas Price',
    'network.noSwaps': 'Network not supported for Swaps',
    'network.notFound': 'Network not found',
    'network.clientMissing': 'NetworkController client not set',
    'network.missing': 'CaipNetwork not found',
    'network.notSupported': 'Chain is not supported',
    'network.switchFailed': 'Failed to switch to chain',
    'network.undefined': 'CaipNetwork is undefined',
    'account.undefined': 'CaipNetwork or CaipAddress is undefined',
    'chain.adapterMissing': 'Chain adapter not found',
    'chain.required': 'Chain is required to {action}',
    'connection.clientMissing': 'ConnectionController client not set',
    'connect.adapterMissing': 'Adapter not found',
    'connector.walletConnectMissing': 'WalletConnectConnector not found',
    'embedded.accountMissing': 'Address or auth connector not found',
    'names.resolveFailed': 'Error resolving name',
    'names.suggestFailed': 'Error fetching name suggestions',
    'names.reverseFailed': 'Error fetching names for address',
    'names.registerFailed': 'Error registering name {name}',
    'activity.failed': 'Failed to fetch transactions',
    'signIn.initFailed': 'A problem occurred while trying initialize authentication',
    'signIn.smartAccount': 'This application might not support Smart Accounts',
    'wallet.capabilitiesInvalid': 'Error parsing wallet capabilities',
    'session.authRequestUnknown': 'Could not find pending auth request with id {id}',
    'session.notInitialized': 'Sign Client not initialized',
    'session.notConnected': 'Please call connect() before request()',
    'session.namespaceMissing':
      "Namespace '{namespace}' is not configured. Please call connect() first with namespace config.",
    'session.addressMissing': 'Missing address parameter in wallet_getCapabilities request',
    'session.callStatusNotApproved': 'Fetching call status not approved by the wallet.',
    'session.rpcMissing': 'JSON-RPC provider for {chainId} not found',
    'rpc.urlMissing': 'No RPC url provided for chainId',
  })
})

test('payment errors have the texts of the reference [2.12]', () => {
  expect(errorTexts).toMatchObject({
    'pay.invalidConfig': 'Invalid payment configuration',
    'pay.invalidRecipient': 'Invalid recipient address',
    'pay.invalidAsset': 'Invalid asset specified',
    'pay.invalidAmount': 'Invalid payment amount',
    'pay.exchangesFailed': 'Unable to get exchanges',
    'pay.notInitiated': 'Unable to initiate payment',
    'pay.statusFailed': 'Unable to get buy status',
    'pay.failed': 'Unable to process payment',
  })
})

test('alerts have a short and a long text [8.1] [8.17-23]', () => {
  expect(alertTexts).toMatchObject({
    'alert.networkNotFound': {
      short: 'Network Not Found',
      long: "Network not found - please make sure it is included in 'networks' array in createLatchkey function",
    },
    'alert.projectIdNotConfigured': { short: 'Project ID Not Configured' },
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
    'alert.iframeLoadFailed': { short: 'Network Error - Could not load embedded wallet' },
    'alert.unverifiedDomain': { short: 'Invalid App Configuration' },
    'alert.iframeRequestTimeout': { short: 'Embedded Wallet Request Timed Out' },
    'alert.balanceUnavailable': { short: 'Token Balance Unavailable' },
  })
})
