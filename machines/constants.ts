/** The values of spec §9 and related ones, in groups. The names contain the units. */
export { PAIRING } from './pairing/pairing.constants.ts'

/** The timeout of every wait. An app can change each one with `createLatchkey({ timeouts })`. */
export const TIMEOUTS = {
  /** Reading the browser's storage at the start, including loading the code that validates it. */
  readStorageMs: 20_000,
  /** From the start until the stored state is known; a little longer than the read may take. */
  restoringMs: 21_000,
  /** Writing one change to the browser's storage. */
  writeStorageMs: 2_000,
  /** Sending one message to the peer of a session, and receiving its response. */
  exchangeMs: 30_000,
  /** Verifying the signatures of a sign-in; for a smart account this includes a call to its chain. */
  verifyMs: 15_000,
  /** Loading and starting the code that connects wallets on other devices. */
  startPairingMs: 30_000,
  /** Creating a pairing URI for wallets on other devices. */
  pairingMs: 20_000,
  /** Checking whether a wallet of an earlier visit is still connected. */
  restoreMs: 5_000,
  /** Loading the code of a feature. */
  loadMs: 20_000,
  /** The user's decision on a connection request in the wallet. */
  connectMs: 120_000,
  /** The user's choice of a wallet in the modal and the decision in that wallet. Callers stop waiting after this time. */
  chooseMs: 600_000,
  /** The user's decision on a request to switch or add a network in the wallet. */
  switchMs: 120_000,
  /** From a wallet's confirmation of a network switch until it reports the new network. */
  networkSettleMs: 2_000,
  /** The user's decision on a signature or transaction request in the wallet. */
  walletRequestMs: 300_000,
  /** Notifying a wallet that it is disconnected. */
  disconnectMs: 10_000,
  /** Fetching the account's balances from a wallet that offers them. */
  assetsMs: 5_000,
  /** Reading balances from the API and the chain. */
  balanceMs: 20_000,
  /** One API call, with all its retries. */
  apiMs: 15_000,
  /** Validating a receiver's address. */
  resolveMs: 10_000,
  /** Computing the maximum amount that can be sent. */
  estimateMs: 20_000,
  /** Copying a text to the clipboard. */
  copyMs: 3_000,
  /** Explaining a wallet request. */
  explainMs: 5_000,
  /** Waiting for a transaction's receipt [9.8]. */
  receiptMs: 25_000,
  /** Until the frame of the embedded wallet is ready [9.4]. */
  frameReadyMs: 20_000,
  /** The frame's response to a message [9.5]. */
  frameAnswerMs: 30_000,
  /** The user's decision in the frame. Longer than any wallet request lasts. */
  frameDecisionMs: 3_900_000,
  /** Signing out in the frame [9.6]. */
  signOutMs: 3_000,
  /** A social sign-in of the user in another window. */
  socialMs: 600_000,
  /** A payment at an exchange, from the moment that its page opens. */
  paymentMs: 1_800_000,
} as const

export const TIMING = {
  /** The duration of the modal's shake [9.3]. */
  shakeMs: 500,
  /** The gap between two messages of the snackbar [9.10]. */
  snackbarSwapMs: 150,
  /** How long a message that disappears on its own is shown. */
  snackbarStayMs: 2_500,
  /** After a failure, balances are not fetched again for this time [9.2]. */
  balanceRetryMs: 30_000,
  /** Between two polls of a pending transaction [9.9]. */
  pendingPollMs: 30_000,
  /** A pairing URI is renewed after this time, a minute before it expires. */
  pairingUriMs: 240_000,
  /** An app that has not taken over the screen by then did not open. */
  openAppMs: 3_000,
  /** The last part of a pairing URI's lifetime, in which the remaining seconds are shown. */
  lastSecondsMs: 60_000,
  /** How long the wallet of a stored session has to respond to a ping. A wallet that sleeps does not respond. */
  restorePingMs: 2_000,
  /** From the last change of a draft until its fee is estimated. */
  reviewMs: 300,
  /** From the last keystroke until the search starts. */
  searchDebounceMs: 500,
  /** From the last keystroke in a name until it is resolved: reference A.4.8. */
  nameDebounceMs: 500,
  /** Once it is known whether a name is taken, suggestions are waited for no longer than this. */
  suggestionsMs: 1_000,
  /** Between two checks whether the user approved or rejected a request that the wallet was showing already. */
  accountsPollMs: 1_000,
  /** After this time without a response, the user is shown where to look. */
  reminderMs: 15_000,
  /** Between two checks whether a session is still valid, while the page is visible. */
  sessionCheckMs: 300_000,
  /** Between the first and the second poll of a bundle's status. The interval doubles with each poll. */
  callsFirstPollMs: 1_000,
  /** The maximum interval between two such polls. */
  callsPollMs: 30_000,
  /** After the page was hidden for this long, the status is no longer polled. */
  callsPauseMs: 86_400_000,
  /** Between two checks whether the user closed the window of a social sign-in. */
  popupPollMs: 1_000,
  /** Between two polls of a payment at an exchange: reference A.4.10. */
  paymentPollMs: 3_000,
  /** From the moment that the embedded wallet's frame is ready until it receives a message [9.7]. */
  frameSettleMs: 500,
  /** The longest delay that browser timers support. */
  longestTimerMs: 2_147_483_647,
  /** How long a late response of the wallet is accepted, after the time for a response has passed. */
  lateAnswerMs: 3_600_000,
} as const

/** JSON-RPC calls to networks [9.20] to [9.26]. */
export const RPC = {
  /** How often a call is retried after its first attempt. */
  retryCount: 3,
  /** Doubles with each attempt. */
  retryDelayMs: 150,
  /** One request, until the last byte of its response. */
  timeoutMs: 10_000,
  /** The maximum number of calls in one request. */
  batchSize: 1_000,
  /** Reading the gas prices of a chain, before a transaction is submitted to the wallet. */
  feeMs: 2_000,
  /** How many nodes are queried for the gas price. The median is used. */
  feeNodes: 3,
  /** The gas of a native token transfer. */
  transferGas: 21_000n,
  /**
   * If only one node returns the gas price, the fee of a transfer may be at most this part of one native token: one hundredth.
   */
  singleNodeFeeDivisor: 100n,
  /** Reading the decimals of a token. */
  tokenMs: 10_000,
  /** The maximum number of NFTs in one transaction. If there are more, none of them is looked up. */
  nftsAtMost: 20,
  /** The maximum number of an account's NFTs that are looked up. Further ones are not shown. */
  maxListedNfts: 300,
  /** Looking up data to explain a wallet request, including decimals. Data that is missing by then is shown in raw form. */
  explainMs: 2_000,
  /** Between two polls for a receipt while the user waits for it. */
  receiptPollMs: 1_000,
  /** How many of the last blocks are searched for a transaction's replacement. Nodes keep the state of that many. */
  stateBlocks: 127n,
  /** HTTP statuses after which a call is retried [8.57]. */
  retriedStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
  /**
   * Error codes after which a call is retried: unknown, limit exceeded, internal, and what nodes return for "too many" [8.57].
   */
  retriedCodes: [-1, -32_005, -32_603, -32_007, 429],
  /** A call does not wait for a longer Retry-After: it fails, and the node receives no call before then. */
  retryAfterAtMostMs: 10_000,
  /** The maximum time for which a node is left alone, even if it requests more. */
  restAtMostMs: 3_600_000,
  /** A longer response is not read to its end. */
  answerAtMostBytes: 10_485_760,
  /** Between two measurements of a network's nodes, while the network is used [9.24]. */
  rankIntervalMs: 4_000,
  /** How many of the last measurements count [9.25]. */
  rankSamples: 10,
  /** The weights of the parts of a node's score [9.26]. */
  rankWeights: { latency: 0.3, stability: 0.7 },
  /** A node that takes longer to respond to a ping counts as unavailable. */
  pingTimeoutMs: 1_000,
  /** The method that is called to check whether a node of a namespace is available [7.23]. */
  pings: {
    eip155: 'net_listening',
    solana: 'getHealth',
    polkadot: 'system_health',
    bip122: 'getblockcount',
    cosmos: 'health',
    algorand: 'health',
    cip34: 'health',
    elrond: 'health',
    multiversx: 'health',
    near: 'status',
    tezos: 'health',
  },
} as const

/** Hex values in the encoding of contracts [9.43]. */
export const HEX = {
  /** The number of bytes that values are padded to. */
  wordBytes: 32,
  /** The maximum number of cached values. */
  cacheSize: 256,
  largestByte: 255n,
} as const

/** The priority fees of Solana transactions. */
export const SOLANA = {
  /** For SOL: reference A.4. */
  unitPriceMicroLamports: 20_000_000,
  unitLimit: 500,
  /** For a token: about as much in total, but with more compute units. Creating the receiver's account takes the most. */
  tokens: { unitPriceMicroLamports: 200_000, transferUnits: 10_000, accountUnits: 50_000 },
  /** The fee of a transaction with one signature, without the priority fee. */
  signatureLamports: 5_000,
  /** The maximum network fee of a swap, in lamports; the user sees it as the fee. */
  swapFeeLamports: 1_000_000n,
  /** The deposit of a token account that the account does not have yet, in lamports. */
  holdingLamports: 2_039_280n,
  /** The minimum balance that keeps an account open, in lamports. */
  accountLamports: 890_880n,
} as const

/** Bitcoin transfers: limits for what a server can make the user pay, and for how much of its answers is used. */
export const BITCOIN = {
  /**
   * The maximum fee rate, in satoshis per virtual byte. The highest rate ever required for full blocks is about twice as high.
   */
  rateAtMost: 1_000,
  /** The maximum fee of one transfer, in satoshis: one hundredth of a bitcoin. */
  feeAtMost: 1_000_000n,
  /** The maximum number of coins that one transfer spends. */
  coinsAtMost: 100,
} as const

/** How long an API response is cached [9.29]. */
export const CACHE = {
  identityMs: 300_000,
  namesMs: 300_000,
  balanceMs: 30_000,
  /** How long a stored native balance is shown while a newer one is being read. */
  nativeBalanceMs: 30_000,
} as const

/** Bundles of calls (EIP-5792). */
export const CALLS = {
  /** The maximum length of an id in characters: 4096 bytes in hex. */
  idAtMost: 8_194,
  /** The maximum number of calls that are sent one by one if a wallet does not support bundles. */
  maxSequentialCalls: 100,
  /** The maximum length in characters of the capabilities of a bundle, a call or a wallet, as JSON. */
  capabilitiesAtMost: 65_536,
  /** The maximum number of receipts of one bundle, and of log entries in one of them. */
  receiptsAtMost: 1_000,
  logsAtMost: 10_000,
} as const

/** API calls. `timeouts.apiMs` limits each call as a whole. */
export const API = {
  /** How often a call that changes nothing is retried: after 408, 429, 5xx, or without a response. */
  retryCount: 2,
  /** Doubles with each attempt. */
  retryDelayMs: 150,
  /** A call does not wait for a longer Retry-After: it fails, and no call is made before then. */
  retryAfterAtMostMs: 2_000,
  /** A longer response is not read to its end. */
  answerAtMostBytes: 10_485_760,
} as const

/** Pages of the wallet catalog, and lists of wallets. */
export const WALLETS = {
  pageSize: 40,
  searchSize: 100,
  /** The minimum length of a search in characters. */
  searchFrom: 2,
  recommended: 4,
  recent: 2,
  /** The maximum number of wallets that announce themselves on a page. Further ones are ignored. */
  announced: 100,
  /** The maximum length of a wallet's name in characters. Longer names are cut. */
  nameLength: 64,
  /** The maximum length in characters of the icon that a wallet announces, usually a data URL. Longer icons are not shown. */
  iconLength: 65_536,
} as const

/** Origins on which every project may be used [9.39]. */
export const DEFAULT_ORIGINS = [
  'http://localhost',
  'http://localhost:*',
  'https://localhost:*',
  'http://127.0.0.1:*',
  'https://*.pages.dev',
  'https://*.vercel.app',
  'https://*.ngrok-free.app',
  'https://secure-mobile.walletconnect.com',
  'https://secure-mobile.walletconnect.org',
] as const

/** Names that the API registers [9.13] to [9.15]. */
export const NAMES = {
  zone: 'reown.id',
  /** Names of an earlier zone are still valid. */
  zones: ['reown.id', 'wcn.id'],
  minimumLength: 4,
  /** The maximum length of a label in characters: RFC 1035. */
  maximumLength: 63,
  chainIdLimit: 2_147_483_648,
  /** The maximum number of suggestions that are shown. */
  suggestions: 10,
} as const

/** Sign-in with an email address. */
export const EMAIL = {
  /** The minimum time between two requests for a code [9.1]. */
  cooldownMs: 30_000,
  secondMs: 1_000,
  /** The number of digits of a code. */
  codeLength: 6,
  /** The maximum length of an address in characters: RFC 5321. */
  longest: 254,
  /** How often the registration of a device is polled: for about twenty minutes, as long as the link is valid. */
  devicePolls: 40,
} as const

/** Swaps. Percentages are in hundredths of a percent unless stated otherwise. */
export const SWAP = {
  /** The default slippage tolerance, in percent [9.27]. */
  slippagePercent: '1',
  slippageAtLeast: 1n,
  slippageAtMost: 5_000n,
  /** The API's fee, which it keeps of the amount that is sold. */
  feeHundredths: 85n,
  /** The estimated gas of a swap that was not built yet. */
  usualGas: 150_000n,
  /** How much is reserved for the fee in the maximum amount, in percent of the fee: fees rise from block to block. */
  feeMarginPercent: 125n,
  /**
   * Price impacts from which a warning is shown (`highPercent`) and another confirmation is required (`extremePercent`), in
   * percent.
   */
  highPercent: 3n,
  extremePercent: 10n,
  impactDecimals: 6,
  /** The pause after the last input before a quote is fetched. */
  pauseMs: 200,
  /** The interval at which a watched quote is renewed, and the age from which it is no longer submitted. */
  renewMs: 10_000,
  staleMs: 20_000,
  /** How many tokens are suggested before the full list. */
  suggested: 8,
} as const

/** The tokens that users search for most, in the order in which they are suggested. */
export const SUGGESTED_SYMBOLS: readonly string[] =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )

/** Purchases of crypto. */
export const ONRAMP = {
  /** The pause after the last input before a price is fetched. */
  pauseMs: 500,
  /** How long a price is valid. */
  staleMs: 60_000,
  /** Between two polls for the status of a purchase: reference A.4.7. */
  pollMs: 4_000,
  /** How long the status is polled at a time: reference A.4.7. */
  watchMs: 180_000,
  /** Between two polls of the purchases in progress: reference A.4.7. */
  activityPollMs: 3_000,
  /** How long the window of a seller that reports no status is kept track of. */
  unreportedMs: 3_600_000,
  /** How long a purchase waits for the user to return to the page before it is no longer polled. */
  hiddenMs: 3_600_000,
  /** The maximum number of digits before the decimal point of an amount. */
  digits: 9,
  /** The number of decimals of a paid amount. */
  decimals: 2,
  /** The limits of payments if the API does not return any [9.28]. */
  fallback: {
    currencies: ['USD', 'EUR'],
    methods: [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ],
  },
  /** The names that the API's seller uses for the networks it pays out on, by network id: reference A.4.7. */
  networkNames: {
    'eip155:1': 'ethereum',
    'eip155:10': 'optimism',
    'eip155:137': 'polygon',
    'eip155:8453': 'base',
    'eip155:42161': 'arbitrum',
    'eip155:42220': 'celo',
    'eip155:43114': 'avalanche-c-chain',
    'eip155:80094': 'berachain',
  },
} as const

/** Payments. */
export const PAY = {
  /** How many exchanges are shown: reference A.4.10. */
  exchangesShown: 2,
  /** The maximum length in characters of a text from the app or the API, and the maximum number of ids in a list. */
  textAtMost: 256,
  idsAtMost: 100,
  /** The maximum length in characters of a URL from the API. */
  urlAtMost: 4_096,
  /** How many payments are stored, and for how long after they ended. */
  maxStored: 20,
  storedMs: 3_600_000,
  /** A payment without a result is no longer followed after this time. */
  followedMs: 86_400_000,
  /** Another tab takes over a payment after its tab was silent for this long. */
  silentMs: 10_000,
  /** The tolerance for a wrong clock of the page. An older transaction does not belong to the payment. */
  clockMs: 600_000,
} as const

/** Transactions that were sent from the app. */
export const SENT = {
  /** Pending transactions older than this are considered dropped: 14 days, as long as Bitcoin nodes keep one. */
  followedMs: 1_209_600_000,
} as const

export const LIMITS = {
  /** How many native balances are stored. */
  nativeBalances: 10,
  /** How many transactions are stored per account and network, and for how many accounts. */
  sent: 20,
  sentAccounts: 10,
  /** The maximum length in characters of what a stored pending transaction does, and the maximum number of its coins. */
  sentDoing: 4_096,
  sentCoins: 100,
  /** The maximum length in characters of the receiver of a stored transaction. */
  sentReceiver: 128,
  /** The maximum length of a stored entry in characters. Latchkey writes no longer ones. */
  storedEntry: 1_000_000,
  /** How many characters are kept of an entry that was set aside. */
  setAside: 10_000,
  /** How many pages of the history without visible entries are fetched before the user has to request more. */
  emptyPages: 5,
  /** How many analytics events wait to be delivered. */
  trackedEvents: 100,
  /** How often a pending transaction is polled before giving up [4.34]. */
  pendingPolls: 99,
  /** How many pairing URIs one attempt creates, each for four minutes. */
  pairingUris: 5,
  /** How many sign-in sessions are stored. */
  signIns: 20,
  /** How many requests of the app may wait for an answer. */
  openRequests: 20,
  /** How often one actor is restarted before it stays stopped. */
  restarts: 5,
} as const

/** CAIP-2 namespaces that are fully supported, as far as their wallets allow [9.16]. */
export const SUPPORTED_NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const

/** Namespaces that can be configured. The additional ones support only wallets that connect over WalletConnect [9.17]. */
export const NAMESPACES = [
  ...SUPPORTED_NAMESPACES,
  'algorand',
  'cip34',
  'elrond',
  'multiversx',
  'near',
  'tezos',
] as const

/** Namespaces whose wallets can be found in this browser. Wallets of the others are on other devices only. */
export const ADAPTED_NAMESPACES: readonly string[] = ['eip155', 'solana', 'bip122']

/** The address that providers use for the native token of each namespace, if they require one [9.42]. */
export const NATIVE_ADDRESSES = {
  eip155: '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee',
  solana: 'So11111111111111111111111111111111111111111',
  polkadot: '0x',
  bip122: '0x',
  cosmos: '0x',
  algorand: '0x',
  cip34: '0x',
  elrond: '0x',
  multiversx: '0x',
  near: '0x',
  tezos: '0x',
} as const satisfies Record<(typeof NAMESPACES)[number], string>

/** Wallet errors that mean that the wallet does not know the chain and can be requested to add it [4.15]. */
export const CHAIN_UNKNOWN_CODES: readonly number[] = [4902, 32603, -32603, 5000]

/** Wallet errors that mean that the wallet does not support the method. The last two come over a session. */
export const METHOD_UNKNOWN_CODES: readonly number[] = [4200, -32601, -32004, 5101, 10001]

/** The wallet is disconnected (EIP-1193). */
export const DISCONNECTED_CODE = 4900
/** The user rejected the request in the wallet [8.60]. */
export const USER_REJECTED_CODE = 4001

/** The connector of wallets on other devices, whichever of them scans the code. */
export const PAIRING_CONNECTOR_ID = 'walletConnect'
/** The connector of the embedded wallet, which the user has after a sign-in, by email or otherwise. */
export const EMBEDDED_CONNECTOR_ID = 'embedded'
/** The namespaces in which embedded wallets have accounts [9.42]. */
export const EMBEDDED_NAMESPACES = ['eip155', 'solana'] as const
/** The connector of the wallet without a name that is injected as `window.ethereum`. */
export const INJECTED_CONNECTOR_ID = 'injected'
