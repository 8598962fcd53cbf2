/** The order of docs/reference.md: options, actions, hooks, components and types by task. A test reports names that are missing. */

export type Groups = Readonly<Record<string, readonly string[]>>

export const optionGroups: Groups = {
  'App and API': ['projectId', 'metadata', 'id', 'hosts', 'analytics', 'debug', 'logLevel'],
  Networks: [
    'networks',
    'defaultNetwork',
    'enableNetworkSwitch',
    'unsupportedChain',
    'allowUnsupportedChain',
    'tokens',
  ],
  Modal: ['embedded', 'theme', 'features', 'connectMethodsOrder', 'icons'],
  Wallets: [
    'connectors',
    'connectorTypeOrder',
    'featuredWalletIds',
    'includeWalletIds',
    'excludeWalletIds',
    'customWallets',
    'allWallets',
    'enableWalletGuide',
  ],
  'Wallets on other devices': [
    'enableWalletConnect',
    'manualWCControl',
    'preferUniversalLinks',
    'relayUrl',
    'verifyUrl',
    'defaultChains',
    'rpcMap',
  ],
  'Requests and transactions': ['review', 'methods', 'abis', 'bundlers', 'watchPendingTransactions'],
  'Sign-in': ['siwx', 'siweConfig'],
  'Embedded wallet': ['secureSite', 'socials'],
  Buying: ['onramp'],
  'Time limits and environment': ['timeouts', 'ports'],
}

export const actionGroups: Groups = {
  'Start and stop': ['start', 'stop', 'ready', 'status', 'watchStatus'],
  Connect: ['connect', 'disconnect', 'open', 'close'],
  'Account and network': ['getAccount', 'getNetwork', 'subscribe', 'switchNetwork', 'networkImage'],
  Icons: ['getIcon', 'watchIcon'],
  'Sign and send': [
    'signMessage',
    'signTypedData',
    'sendTransaction',
    'waitForTransactionReceipt',
    'sendCalls',
    'getCallsStatus',
    'waitForCalls',
    'getCapabilities',
    'request',
    'getProvider',
  ],
  'Sign in': ['signIn', 'signOut', 'getSignIn'],
  'Payments and permissions': ['pay', 'grantPermissions', 'revokeSession'],
  'State machines': ['actor', 'find', 'watch', 'load', 'dispatch', 'inspect', 'initial', 'featureOf'],
}

export const hookOrder: readonly string[] = [
  'useAccount',
  'useConnect',
  'useDisconnect',
  'useNetwork',
  'useSwitchNetwork',
  'useNetworkImage',
  'useBalance',
  'useSignMessage',
  'useSignTypedData',
  'useWaitForTransactionReceipt',
  'useSendTransaction',
  'useSendCalls',
  'useSignIn',
  'useModal',
  'useLatchkey',
  'useActorSelector',
  'useActor',
  'useDispatch',
]

/** The file of each component, and the name of its props. */
export const components: Readonly<Record<string, readonly [path: string, props?: string]>> = {
  LatchkeyProvider: ['react-skin/provider.tsx', 'LatchkeyProviderProps'],
  LatchkeyModal: ['react-skin/shell/LatchkeyModal.tsx', 'LatchkeyModalProps'],
  LatchkeyCard: ['react-skin/shell/LatchkeyCard.tsx', 'LatchkeyCardProps'],
  ConnectButton: ['react-skin/connection/ConnectButton.tsx', 'OpenButtonProps'],
  AccountButton: ['react-skin/account/AccountButton.tsx', 'OpenButtonProps'],
  NetworkButton: ['react-skin/network/NetworkButton.tsx', 'OpenButtonProps'],
  LanguageProvider: ['react-skin/strings/replaced.tsx', 'LanguageProviderProps'],
  StringsProvider: ['react-skin/strings/replaced.tsx', 'StringsProviderProps'],
  Button: ['react-skin/components/Button.tsx', 'ButtonProps'],
  IconButton: ['react-skin/components/Button.tsx', 'IconButtonProps'],
  Row: ['react-skin/components/Row.tsx', 'RowProps'],
  Tag: ['react-skin/components/Row.tsx', 'TagProps'],
  Note: ['react-skin/components/Note.tsx', 'NoteProps'],
  Field: ['react-skin/components/Field.tsx', 'FieldProps'],
  Picture: ['react-skin/components/Picture.tsx', 'PictureProps'],
  Avatar: ['react-skin/components/Picture.tsx', 'AvatarProps'],
  QrCode: ['react-skin/components/QrCode.tsx', 'QrCodeProps'],
  Spinner: ['react-skin/components/Spinner.tsx'],
}

/** The file of each type whose fields are listed. */
export const types: Readonly<Record<string, string>> = {
  LatchkeyState: 'sdk/instance/instance.ts',
  EvmAccount: 'sdk/account/accounts.ts',
  NetworkState: 'sdk/instance/instance.ts',
  Network: 'machines/shared/network.types.ts',
  NetworkOptions: 'sdk/network/networks.ts',
  Connector: 'machines/shared/connector.types.ts',
  Connection: 'machines/shared/account.types.ts',
  ConnectOptions: 'sdk/instance/instance.ts',
  TransactionRequest: 'sdk/wallet-requests/encodeRequest.ts',
  CallsRequest: 'sdk/wallet-requests/encodeRequest.ts',
  CallRequest: 'sdk/wallet-requests/encodeRequest.ts',
  TokenBalance: 'machines/shared/token.types.ts',
  Theme: 'react-skin/theme/theme.ts',
  ButtonState: 'react-skin/shell/OpenButton.tsx',
}
