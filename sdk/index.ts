/** The headless API of Latchkey: `latchkey`. */
export { createLatchkey } from './latchkey.ts'
export { accountOf } from './accounts.ts'
export type { AccountState, ConnectedAccount, EvmAccount, OtherAccount } from './accounts.ts'
export { balanceStatusOf } from './balanceState.ts'
export type { BalanceStatus } from './balanceState.ts'
export { signInStateOf } from './signInState.ts'
export type { SignInState } from './signInState.ts'
export type {
  PageSignIn,
  ServerSignIn,
  SignInMethods,
  SiweConfig,
  SiweMessage,
  SiweSession,
  WrittenSignIn,
} from './signIn/methods.ts'
export type { Engine } from './engine.ts'
export type { EngineStatus, Latchkey, LatchkeyState, NetworkState, Opening } from './instance.ts'
export type { LatchkeyOptions } from './options.ts'
export type { Timeouts } from '../machines/kit/bound.ts'
export type { KnownConnector } from './connectors/connectors.ts'
export type { CallRequest, CallsRequest, TransactionRequest } from './requests.ts'
export type { EthereumProvider } from './ethereumProvider.ts'
export { ProviderRpcError } from './providerErrors.ts'
export { bitcoin, bitcoinTestnet, defineNetwork, mainnet, solana, solanaDevnet, solanaTestnet } from './networks.ts'
export type { AnyNetwork, ChainNode, NetworkChoice, NetworkOptions, ViemChain } from './networks.ts'
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
} from './ports.ts'
export type { WalletProvider } from './walletProvider.ts'

export { LatchkeyError } from '../machines/errors/error.ts'
export { alertTexts, errorTexts, fill, noticeTexts } from '../machines/errors/catalogue.ts'
export type { AlertCode, ErrorCode, MessageCode, NoticeCode, TextParams } from '../machines/errors/catalogue.ts'
export type { ActorName, Command, Directory, LazyName, ServiceName } from './directory.ts'
export type { Fact } from '../machines/facts.ts'
export type { RefOf, SnapshotOf } from '../machines/kit/contract.ts'
export type { Clock } from '../machines/kit/time.ts'
export { ApiError, apiErrorOf } from '../machines/errors/apiError.ts'
export type { Api, CallOptions } from './api/client.ts'
export type { Hosts } from './api/call.ts'
export type { CallInput, CallName, CallOutput } from './api/calls.ts'
export type { Profile } from '../machines/account/account.contract.ts'
export type { AccountTab } from '../machines/entities/account.ts'
export type {
  Account,
  AddressIn,
  ApprovedNetworks,
  Connection,
  ConnectionIn,
  EvmConnection,
  OtherConnection,
} from '../machines/entities/account.ts'
export type { Outcome } from '../machines/entities/attempt.ts'
export type { BundleStatus, CallsReceipt, CallsStatus, Capabilities, SentCalls } from '../machines/entities/calls.ts'
export type { Configuration, ConnectMethod, ConnectorGroup, WalletOptions } from '../machines/entities/configuration.ts'
export type { Connector } from '../machines/entities/connector.ts'
export { chainIdOf } from '../machines/entities/namespace.ts'
export type { Namespace, NetworkId } from '../machines/entities/namespace.ts'
export type { Network } from '../machines/entities/network.ts'
export type { NftId, HeldNft, NftSource, Token, TokenBalance } from '../machines/entities/token.ts'
export { balanceKey } from '../machines/entities/token.ts'
export type { Transaction, TransactionMonth, Transfer as TokenTransfer } from '../machines/schemas/transaction.ts'
export type { Wallet } from '../machines/entities/wallet.ts'
export type { Alert } from '../machines/shell/alerts.contract.ts'
export type { SnackbarMessage } from '../machines/shell/snackbar.contract.ts'
export type { ViewName } from '../machines/entities/view.ts'
export type { Progress } from '../machines/transfer/send.contract.ts'
export type { Fee, Transfer } from '../machines/entities/transfer.ts'
export type {
  Explanation,
  ExplanationKind,
  ExplanationPart,
  ExplanationWarning,
  PartLabel,
  PartWord,
  SteppedKind,
} from '../machines/entities/explanation.ts'
export type { OnEnd } from '../machines/requests/requests.contract.ts'
export type { Question, RpcCall } from '../machines/entities/question.ts'
export type { SignInData, SignInMessage, SignInSession } from '../machines/entities/signIn.ts'

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
} from '../machines/entities/smartSession.ts'

export { formatAmount, parseAmount, shortAmount } from '../machines/rules/amounts.ts'
export { drawnSymbol } from '../machines/rules/texts.ts'
export { shortAddress } from '../machines/rules/addresses.ts'
export {
  amountFault,
  draftFault,
  draftStep,
  feeValue,
  isOneNft,
  isSendable,
  receiverFault,
} from '../machines/rules/sending.ts'
export {
  doubtOf,
  heldOf,
  isNativeSide,
  needsAllowance,
  isSwappable,
  lacksSwapFee,
  likeTokens,
  searchTokens,
  suggestedTokens,
  swapFault,
  swapFeeOf,
  swapOrderOf,
  swapStep,
  swapTypedFault,
} from '../machines/rules/swapDraft.ts'
export type { SwapStep, TokenDoubt } from '../machines/rules/swapDraft.ts'
export {
  apiFee,
  apiFeePercent,
  impactOf,
  minimumReceived,
  mostLost,
  rateOf,
  slippageFault,
  usualNetworkFee,
} from '../machines/rules/swapping.ts'
export type { Impact, ImpactLevel, Quote, SwapToken, SwapWish } from '../machines/entities/swap.ts'
export type { SwapExecutionStep, SwapOrder, SwapResult } from '../machines/swap/swapExecution.contract.ts'
export type {
  Exchange,
  Payment,
  PaymentAsset,
  PaymentProgress,
  PaymentRequest,
  PaymentResult,
  PaymentWay,
} from '../machines/entities/payment.ts'
export { isPayable } from '../machines/rules/paying.ts'
export { byMonth, listsNfts, nftsOf } from '../machines/rules/activity.ts'
export { withRecent } from './withRecent.ts'
export type { Moved, SentEntry, SentFor, SentStatus } from '../machines/entities/sent.ts'
export type { Nft } from '../machines/rules/activity.ts'
export type { AnalyticsEvent } from '../machines/rules/analytics.ts'
export { totalValue } from '../machines/rules/balances.ts'
export { browseLink, pairingLink, storesOf } from '../machines/rules/deepLinks.ts'
export type { AppLink, Chosen, Page, Store } from '../machines/rules/deepLinks.ts'
export { connectGroups, countLabel, listWallets, offersCatalogue } from '../machines/rules/wallets.ts'
export type { Listed, Offer, Offered, OfferGroup } from '../machines/rules/wallets.ts'
export type { Platform } from '../machines/rules/platforms.ts'
export type { DraftStep } from '../machines/rules/sending.ts'
export {
  approvedBy,
  compatibleNetworks,
  groupNetworks,
  isUnapproved,
  networkOf,
  networkOrUnsupported,
  networksOf,
} from '../machines/rules/networks.ts'
export {
  paymentMethodOf,
  onrampFault,
  purchaseFault,
  purchaseState,
  type PurchaseDraft,
  type PurchaseState,
} from '../machines/rules/onramp.ts'
export type {
  Money,
  OnrampOptions,
  OnrampParameter,
  OnrampProvider,
  OnrampQuote,
  PaymentCurrency,
  PaymentMethod,
  PurchaseCurrency,
} from '../machines/entities/onramp.ts'
export type { Bought } from '../machines/onramp/purchase.contract.ts'
export { isBuyable } from '../machines/rules/configuration.ts'
export { fullName, hasNames, hasOtherLetters, nameFault, type Suggestion } from '../machines/rules/names.ts'
export { groupSessions } from '../machines/rules/smartSessions.ts'
export { addressUrl, transactionUrl } from '../machines/rules/explorers.ts'
export type { NetworkGroup } from '../machines/rules/networks.ts'
export { codeDigits, isWholeCode } from '../machines/rules/emails.ts'
export { connectOrder, createOrder } from '../machines/rules/wallets.ts'
export { Secret } from '../machines/entities/secret.ts'
export { socialNames, type Social, type SocialProvider } from '../machines/entities/social.ts'
export { socialCommand } from '../machines/rules/socials.ts'
export { membersOf, offeredConnectors } from '../machines/rules/connectors.ts'
export { otherTypeOf, settingsOf, wantedNamespace } from '../machines/rules/connections.ts'
export { emailOf } from '../machines/rules/emails.ts'
export { isOffered } from '../machines/rules/views.ts'
