/** The headless API of Latchkey: `latchkey`. */
export { createLatchkey } from './instance/createLatchkey.ts'
export { accountOf } from './account/accounts.ts'
export type { AccountState, ConnectedAccount, EvmAccount, OtherAccount } from './account/accounts.ts'
export { balanceStatusOf } from './account/balanceState.ts'
export type { BalanceStatus } from './account/balanceState.ts'
export { signInStateOf } from './sign-in/signInState.ts'
export type { SignInState } from './sign-in/signInState.ts'
export type {
  PageSignIn,
  ServerSignIn,
  SignInMethods,
  SiweConfig,
  SiweMessage,
  SiweSession,
  WrittenSignIn,
} from './sign-in/methods.ts'
export type { Engine } from './instance/engine.ts'
export type { EngineStatus, Latchkey, LatchkeyState, NetworkState, OpenOptions } from './instance/instance.ts'
export type { LatchkeyOptions } from './instance/options.ts'
export type { Timeouts } from '../machines/core/implementations.ts'
export type { ConnectorOption } from './connectors/connectors.ts'
export type { CallRequest, CallsRequest, TransactionRequest } from './wallet-requests/encodeRequest.ts'
export type { EthereumProvider } from './provider/ethereumProvider.ts'
export { ProviderRpcError } from './provider/errors.ts'
export {
  bitcoin,
  bitcoinTestnet,
  defineNetwork,
  mainnet,
  solana,
  solanaDevnet,
  solanaTestnet,
} from './network/networks.ts'
export type { AnyNetwork, ChainNode, NetworkChoice, NetworkOptions, ViemChain } from './network/networks.ts'
export type {
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
  Ports,
  RpcPort,
  SchemePort,
  StoragePort,
  VisibilityPort,
} from './instance/ports.ts'
export type { WalletProvider } from './provider/walletProvider.ts'

export { LatchkeyError } from '../machines/shared/errors/error.ts'
export { alertTexts, errorTexts, formatMessage, noticeTexts } from '../machines/shared/errors/catalogue.ts'
export type { AlertCode, ErrorCode, MessageCode, NoticeCode, TextParams } from '../machines/shared/errors/catalogue.ts'
export type { ActorName, Command, Directory, LazyName, ServiceName } from './instance/directory.ts'
export type { BroadcastEvent } from '../machines/events.ts'
export type { RefOf, SnapshotOf } from '../machines/core/contract.ts'
export type { Clock } from '../machines/core/time.ts'
export { ApiError, apiErrorOf } from '../machines/shared/errors/apiError.ts'
export type { Api, CallOptions } from './api/client.ts'
export type { Hosts } from './api/call.ts'
export type { CallInput, CallName, CallOutput } from './api/calls.ts'
export type { Profile } from '../machines/account/account.contract.ts'
export type { AccountTab } from '../machines/shared/account.types.ts'
export type {
  Account,
  AddressOf,
  ApprovedNetworks,
  Connection,
  ConnectionOf,
  EvmConnection,
  OtherConnection,
} from '../machines/shared/account.types.ts'
export type { Outcome } from '../machines/shared/outcome.types.ts'
export type { BundleStatus, CallsReceipt, CallsStatus, Capabilities, SentCalls } from '../machines/calls/calls.types.ts'
export type {
  Configuration,
  ConnectMethod,
  ConnectorGroup,
  WalletOptions,
} from '../machines/project/configuration.types.ts'
export type { Connector } from '../machines/shared/connector.types.ts'
export { chainIdOf } from '../machines/shared/namespace.types.ts'
export type { Namespace, NetworkId } from '../machines/shared/namespace.types.ts'
export type { Network } from '../machines/shared/network.types.ts'
export type { NftId, HeldNft, NftSource, Token, TokenBalance } from '../machines/shared/token.types.ts'
export { balanceKey } from '../machines/shared/token.types.ts'
export type {
  Transaction,
  TransactionMonth,
  Transfer as TokenTransfer,
} from '../machines/transactions/transaction.schemas.ts'
export type { Wallet } from '../machines/shared/wallet.types.ts'
export type { Alert } from '../machines/shell/alerts.contract.ts'
export type { SnackbarMessage } from '../machines/shell/snackbar.contract.ts'
export type { ViewName } from '../machines/shell/view.types.ts'
export type { SendProgress } from '../machines/send/send.contract.ts'
export type { Fee, Transfer } from '../machines/send/transfer.types.ts'
export type {
  Explanation,
  ExplanationKind,
  ExplanationPart,
  ExplanationWarning,
  PartLabel,
  PartWord,
  SteppedKind,
} from '../machines/wallet-requests/explanation.types.ts'
export type { AfterRequest } from '../machines/wallet-requests/requests.contract.ts'
export type { WalletRequest, RpcCall } from '../machines/wallet-requests/walletRequest.types.ts'
export type { SignInData, SignInMessage, SignInSession } from '../machines/sign-in/signIn.types.ts'

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

export { formatAmount, parseAmount, shortAmount } from '../machines/shared/amounts.rules.ts'
export { displaySymbol } from '../machines/shared/texts.rules.ts'
export { shortAddress } from '../machines/shared/addresses.rules.ts'
export {
  validateAmount,
  validateDraft,
  draftStep,
  feeValue,
  isSingleNft,
  isSendable,
  validateReceiver,
} from '../machines/send/send.rules.ts'
export {
  tokenWarning,
  findBalance,
  isNativeSide,
  needsAllowance,
  isSwappable,
  cannotPaySwapFee,
  findSimilarTokens,
  searchTokens,
  suggestedTokens,
  validateSwap,
  estimateSwapFee,
  currentSwapOrder,
  swapStep,
  validateSwapInput,
} from '../machines/swap/swapDraft.rules.ts'
export type { SwapStep, TokenWarning } from '../machines/swap/swapDraft.rules.ts'
export {
  apiFee,
  apiFeePercent,
  priceImpact,
  minimumReceived,
  maxSlippageLoss,
  exchangeRate,
  validateSlippage,
  typicalNetworkFee,
} from '../machines/swap/swap.rules.ts'
export type { PriceImpact, PriceImpactLevel, Quote, SwapToken, SwapRequest } from '../machines/swap/swap.types.ts'
export type { SwapExecutionStep, SwapOrder, SwapResult } from '../machines/swap/swapExecution.contract.ts'
export type {
  Exchange,
  Payment,
  PaymentAsset,
  PaymentProgress,
  PaymentRequest,
  PaymentResult,
  PaymentWay,
} from '../machines/pay/payment.types.ts'
export { isPayable } from '../machines/pay/pay.rules.ts'
export { groupByMonth, supportsNfts, nftsOf } from '../machines/account/activity.rules.ts'
export { withRecent } from './transactions/withRecent.ts'
export type {
  BalanceChange,
  LocalTransaction,
  TransactionPurpose,
  LocalTransactionStatus,
} from '../machines/transactions/sent.types.ts'
export type { Nft } from '../machines/account/activity.rules.ts'
export type { AnalyticsEvent } from '../machines/analytics/analytics.rules.ts'
export { totalValue } from '../machines/account/balance.rules.ts'
export { browseLink, pairingLink, appStoresOf } from '../machines/connection/deepLinks.rules.ts'
export type { DeepLink, SelectedWallet, PageInfo, AppStore } from '../machines/connection/deepLinks.rules.ts'
export { listWalletOptions, formatCount, listWallets, canBrowseCatalogue } from '../machines/wallets/wallets.rules.ts'
export type {
  CatalogueEntry,
  WalletOption,
  KnownWallets,
  WalletOptionGroup,
} from '../machines/wallets/wallets.rules.ts'
export type { Platform } from '../machines/connection/platforms.rules.ts'
export type { DraftStep } from '../machines/send/send.rules.ts'
export {
  approvedBy,
  compatibleNetworks,
  groupNetworks,
  isUnapproved,
  networkOf,
  networkOrUnsupported,
  networksOf,
} from '../machines/network/network.rules.ts'
export {
  paymentMethodOf,
  validatePurchaseAmount,
  validatePurchase,
  purchaseState,
  type PurchaseDraft,
  type PurchaseState,
} from '../machines/onramp/onramp.rules.ts'
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
export { isBuyable } from '../machines/project/configuration.rules.ts'
export {
  fullName,
  supportsNames,
  hasOtherLetters,
  validateName,
  type NameSuggestion,
} from '../machines/names/names.rules.ts'
export { groupSessions } from '../machines/smart-sessions/smartSessions.rules.ts'
export { addressUrl, transactionUrl } from '../machines/shared/explorers.rules.ts'
export type { NetworkGroup } from '../machines/network/network.rules.ts'
export { codeDigits, isWholeCode } from '../machines/embedded/login/email.rules.ts'
export { connectOrder, createOrder } from '../machines/wallets/wallets.rules.ts'
export { Secret } from '../machines/shared/secret.types.ts'
export { socialNames, type Social, type SocialProvider } from '../machines/embedded/login/social.types.ts'
export { socialCommand } from '../machines/embedded/login/social.rules.ts'
export { connectorsOfWallet, listConnectors } from '../machines/connection/connectors.rules.ts'
export { otherAccountType, accountViewOf, namespaceToConnect } from '../machines/connection/connections.rules.ts'
export { emailOf } from '../machines/embedded/login/email.rules.ts'
export { isOffered } from '../machines/shell/view.rules.ts'
