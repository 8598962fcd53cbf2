/** The headless API of Latchkey: `latchkey`. Helpers that only a complete skin needs are in `latchkey/skin`. */

// Create an instance
export { createLatchkey } from './instance/createLatchkey.ts'
export type {
  ConnectOptions,
  Latchkey,
  LatchkeyState,
  NetworkState,
  OpenOptions,
  WaitForTransactionReceiptOptions,
  EngineStatus,
} from './instance/instance.ts'
export type { LatchkeyOptions } from './instance/options.ts'
export type { Engine } from './instance/engine.ts'
export type { Timeouts } from '../machines/core/implementations.ts'
export type {
  Configuration,
  ConnectMethod,
  ConnectorGroup,
  WalletOptions,
} from '../machines/project/configuration.types.ts'
export type { ConnectorOption } from './connectors/connectors.ts'
export type { IconId, IconSet } from './icons/iconStore.ts'
export type { Outcome } from '../machines/shared/outcome.types.ts'

// Networks
export {
  mainnet,
  solana,
  solanaDevnet,
  solanaTestnet,
  bitcoin,
  bitcoinTestnet,
  defineNetwork,
} from './network/networks.ts'
export { networkOf, groupNetworks, compatibleNetworks, isUnapproved } from '../machines/network/network.rules.ts'
export type { NetworkGroup } from '../machines/network/network.rules.ts'
export type { AnyNetwork, ChainNode, NetworkChoice, NetworkOptions, ViemChain } from './network/networks.ts'
export type { Network } from '../machines/shared/network.types.ts'
export type { NetworkId, Namespace } from '../machines/shared/namespace.types.ts'
export type { ApprovedNetworks } from '../machines/shared/account.types.ts'

// Wallets and connections
export { listWalletOptions, listWallets } from '../machines/wallets/wallets.rules.ts'
export { listConnectors, connectorsOfWallet } from '../machines/connection/connectors.rules.ts'
export { namespaceToConnect } from '../machines/connection/connections.rules.ts'
export { pairingLink, appStoresOf } from '../machines/connection/deepLinks.rules.ts'
export type { CatalogEntry, WalletOption, KnownWallets, WalletOptionGroup } from '../machines/wallets/wallets.rules.ts'
export type { Connector } from '../machines/shared/connector.types.ts'
export type { Wallet } from '../machines/shared/wallet.types.ts'
export type { Connection, ConnectionOf, EvmConnection, OtherConnection } from '../machines/shared/account.types.ts'
export type { SelectedWallet, PageInfo, AppStore, DeepLink } from '../machines/connection/deepLinks.rules.ts'
export type { Platform } from '../machines/connection/platforms.rules.ts'

// Accounts and balances
export type { Account, AccountTab, ActiveAccount, AddressOf } from '../machines/shared/account.types.ts'
export type { AccountState, ConnectedAccount, EvmAccount, NoAccount, OtherAccount } from './account/accounts.ts'
export type { Profile } from '../machines/account/account.contract.ts'
export type { BalanceStatus } from './account/balanceState.ts'
export type { Token, TokenBalance, NftId, OwnedNft, NftSource } from '../machines/shared/token.types.ts'
export type { Nft } from '../machines/account/activity.rules.ts'

// Transaction history
export { groupByMonth, supportsNfts, nftsOf } from '../machines/account/activity.rules.ts'
export { withRecent } from './transactions/withRecent.ts'
export type {
  Transaction,
  TransactionMonth,
  Transfer as TokenTransfer,
} from '../machines/transactions/transaction.schemas.ts'
export type {
  BalanceChange,
  LocalTransaction,
  TransactionPurpose,
  LocalTransactionStatus,
} from '../machines/transactions/sent.types.ts'

// Amounts, addresses and links
export { formatAmount, parseAmount, shortAmount } from '../machines/shared/amounts.rules.ts'
export { shortAddress } from '../machines/shared/addresses.rules.ts'
export { addressUrl, transactionUrl } from '../machines/shared/explorers.rules.ts'

// Send tokens
export { sendViewModel } from '../machines/send/send.viewModel.ts'
export type { SendViewModel } from '../machines/send/send.viewModel.ts'
export type { DraftStep } from '../machines/send/send.rules.ts'
export type { Fee, Transfer } from '../machines/send/transfer.types.ts'
export type { SendProgress } from '../machines/send/send.contract.ts'

// Swap tokens
export { swapViewModel } from '../machines/swap/swap.viewModel.ts'
export { searchTokens, suggestedTokens, tokenWarning } from '../machines/swap/swapDraft.rules.ts'
export { priceImpact, minimumReceived } from '../machines/swap/swap.rules.ts'
export type { SwapSide } from '../machines/swap/swap.contract.ts'
export type { SwapViewModel } from '../machines/swap/swap.viewModel.ts'
export type { SwapStep, TokenWarning } from '../machines/swap/swapDraft.rules.ts'
export type { PriceImpact, PriceImpactLevel, Quote, SwapToken, SwapRequest } from '../machines/swap/swap.types.ts'
export type { SwapExecutionStep, SwapOrder, SwapResult } from '../machines/swap/swapExecution.contract.ts'

// Buy crypto
export { onrampViewModel } from '../machines/onramp/onramp.viewModel.ts'
export { purchaseViewModel } from '../machines/onramp/purchase.viewModel.ts'
export { purchasesViewModel } from '../machines/onramp/purchases.viewModel.ts'
export type { OnrampOffer, OnrampViewModel } from '../machines/onramp/onramp.viewModel.ts'
export type { PurchaseViewModel } from '../machines/onramp/purchase.viewModel.ts'
export type { PurchasesViewModel } from '../machines/onramp/purchases.viewModel.ts'
export type { PurchaseDraft } from '../machines/onramp/onramp.rules.ts'
export type {
  Money,
  OnrampOptions,
  OnrampParameter,
  OnrampProvider,
  OnrampQuote,
  PaymentCurrency,
  PaymentMethod,
  PurchaseCurrency,
} from '../machines/onramp/onramp.types.ts'
export type { PurchaseResult } from '../machines/onramp/purchase.contract.ts'

// Pay
export { payViewModel } from '../machines/pay/pay.viewModel.ts'
export type { PayViewModel } from '../machines/pay/pay.viewModel.ts'
export type {
  Exchange,
  Payment,
  PaymentAsset,
  PaymentOrder,
  PaymentProgress,
  PaymentRequest,
  PayMethod,
  PaymentResult,
} from '../machines/pay/payment.types.ts'

// Register a name
export { namesViewModel } from '../machines/names/names.viewModel.ts'
export type { NamesViewModel } from '../machines/names/names.viewModel.ts'
export type { NameSuggestion } from '../machines/names/names.rules.ts'

// Sign in
export type {
  PageSignIn,
  ServerSignIn,
  SignInMethods,
  SiweConfig,
  SiweMessage,
  SiweSession,
  WrittenSignIn,
} from './sign-in/methods.ts'
export type { SignInState } from './sign-in/signInState.ts'
export type { SignInData, SignInMessage, SignInSession } from '../machines/sign-in/signIn.types.ts'

// Embedded wallet
export { Secret } from '../machines/shared/secret.types.ts'
export { socialNames } from '../machines/embedded/login/social.types.ts'
export { emailViewModel } from '../machines/embedded/login/email.viewModel.ts'
export { emailUpdateViewModel } from '../machines/embedded/login/emailUpdate.viewModel.ts'
export { socialViewModel } from '../machines/embedded/login/social.viewModel.ts'
export { farcasterViewModel } from '../machines/embedded/login/farcaster.viewModel.ts'
export type { EmailViewModel } from '../machines/embedded/login/email.viewModel.ts'
export type { EmailUpdateViewModel } from '../machines/embedded/login/emailUpdate.viewModel.ts'
export type { SocialViewModel } from '../machines/embedded/login/social.viewModel.ts'
export type { FarcasterViewModel } from '../machines/embedded/login/farcaster.viewModel.ts'
export { socialCommand } from '../machines/embedded/login/social.rules.ts'
export type { Social, SocialProvider } from '../machines/embedded/login/social.types.ts'

// Smart-account sessions
export { smartSessionsViewModel } from '../machines/smart-sessions/smartSessions.viewModel.ts'
export type { SmartSessionsViewModel } from '../machines/smart-sessions/smartSessions.viewModel.ts'
export type {
  ArgumentCondition,
  FunctionPermission,
  GrantedPermissions,
  Permission,
  PermissionRequest,
  RecurringAllowance,
  SessionGroup,
  SessionKey,
  SmartSession,
} from '../machines/smart-sessions/smartSession.types.ts'

// Wallet requests
export { ProviderRpcError } from './provider/errors.ts'
export type { EthereumProvider } from './provider/ethereumProvider.ts'
export type { WalletProvider } from './provider/walletProvider.ts'
export type { CallRequest, CallsRequest, TransactionRequest } from './wallet-requests/encodeRequest.ts'
export type { TypedData } from './chains/eip155/typedData.ts'
export type { Receipt } from '../machines/transactions/transaction.contract.ts'
export type { RpcCall, WalletRequest } from '../machines/wallet-requests/walletRequest.types.ts'
export type { AfterRequest } from '../machines/wallet-requests/requests.contract.ts'
export type { BundleStatus, CallsReceipt, CallsStatus, Capabilities, SentCalls } from '../machines/calls/calls.types.ts'
export type {
  Explanation,
  ExplanationKind,
  ExplanationPart,
  ExplanationWarning,
  PartLabel,
  PartWord,
  SteppedKind,
} from '../machines/wallet-requests/explanation.types.ts'

// Errors and texts
export { LatchkeyError } from '../machines/shared/errors/error.ts'
export { ApiError, apiErrorOf } from '../machines/shared/errors/apiError.ts'
export { errorTexts } from '../machines/shared/errors/catalog.ts'
export { noticeTexts, alertTexts, formatMessage } from '../machines/shared/errors/messages.ts'
export type { ErrorCode, NoticeCode, AlertCode, MessageCode } from '../machines/shared/errors/catalog.ts'
export type { TextParams } from '../machines/shared/errors/messages.ts'
export type { Alert } from '../machines/shell/alerts.contract.ts'
export type { SnackbarMessage } from '../machines/shell/snackbar.contract.ts'

// Views and machines
export { follow } from './instance/follow.ts'
export { isOffered } from '../machines/shell/view.rules.ts'
export type { ActorName, ServiceName, LazyName, Command, Directory } from './instance/directory.ts'
export type { BroadcastEvent } from '../machines/events.ts'
export type { RefOf, SnapshotOf } from '../machines/core/contract.ts'
export type { ViewName } from '../machines/shell/view.types.ts'
export type { AnalyticsEvent } from '../machines/analytics/analytics.rules.ts'
export type { Clock } from '../machines/core/time.ts'

// Ports: what an app can replace
export type {
  Ports,
  AnalyticsPort,
  ApiPort,
  ChainsPort,
  ClipboardPort,
  ConnectorEvent,
  ConnectorsPort,
  IdsPort,
  ImagesPort,
  LoggerPort,
  LogLevel,
  PagePort,
  PairingPort,
  RpcPort,
  SchemePort,
  StoragePort,
  VisibilityPort,
} from './instance/ports.ts'
export type { Api, CallOptions } from './api/client.ts'
export type { Hosts } from './api/call.ts'
export type { CallInput, CallName, CallOutput } from './api/calls.ts'
