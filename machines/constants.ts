/** The values of spec §9 and their siblings, grouped; units are in the names. */
export { PAIRING } from './constants/pairing.ts'

/** Bounds on every wait. A site may change each with `createLatchkey({ timeouts })`. */
export const TIMEOUTS = {
  /** Reading the browser's storage at the start, with the code that judges what stands there. */
  readMemoryMs: 20_000,
  /** From the start until what was remembered is known; a little longer than reading it may take. */
  restoringMs: 21_000,
  /** Writing one change to the browser's storage. */
  writeMemoryMs: 2_000,
  /** One word to the other side of a session, and its answer. */
  exchangeMs: 30_000,
  /** Looking at the signatures of a sign-in, one of a smart account at its chain. */
  verifyMs: 15_000,
  /** Loading and starting what connects wallets on other devices. */
  startPairingMs: 30_000,
  /** Making an offer to wallets on other devices. */
  pairingMs: 20_000,
  /** Asking a wallet that was connected before whether it still is. */
  restoreMs: 5_000,
  /** Loading the code of a feature. */
  loadMs: 20_000,
  /** The visitor answers a connection request in the wallet. */
  connectMs: 120_000,
  /** The visitor chooses a wallet in the modal, and answers in it; whoever asked for one waits no longer. */
  chooseMs: 600_000,
  /** The visitor answers a request to switch or add a network in the wallet. */
  switchMs: 120_000,
  /** After a wallet accepts a switch, until it reports the new network. */
  networkSettleMs: 2_000,
  /** The visitor signs a message or confirms a transaction in the wallet. */
  walletRequestMs: 300_000,
  /** Telling a wallet that it is disconnected. */
  disconnectMs: 10_000,
  /** Asking a wallet for what the account holds, where it offers to tell. */
  assetsMs: 5_000,
  /** Reading balances from the API and the chain. */
  balanceMs: 20_000,
  /** One call of the API, with all its retries. */
  apiMs: 15_000,
  /** Checking a receiver's address. */
  resolveMs: 10_000,
  /** Working out the largest amount that can be sent. */
  estimateMs: 20_000,
  /** Copying a text to the clipboard. */
  copyMs: 3_000,
  /** Working out what a wallet is asked. */
  explainMs: 5_000,
  /** Waiting for a transaction's receipt [9.8]. */
  receiptMs: 25_000,
  /** The frame of the embedded wallet says that it listens [9.4]. */
  frameReadyMs: 20_000,
  /** It answers a message [9.5]. */
  frameAnswerMs: 30_000,
  /** The visitor decides in it: longer than any question to a wallet is waited for. */
  frameDecisionMs: 3_900_000,
  /** It signs out [9.6]. */
  signOutMs: 3_000,
  /** The visitor signs in elsewhere, in a window beside the page. */
  socialMs: 600_000,
  /** A payment at an exchange, from the moment that its page is opened. */
  paymentMs: 1_800_000,
} as const

export const TIMING = {
  /** The shake that says no [9.3]. */
  shakeMs: 500,
  /** Between two messages of the snackbar [9.10]. */
  snackbarSwapMs: 150,
  /** A message that closes by itself stays this long. */
  snackbarStayMs: 2_500,
  /** After a failure, balances are not asked for again [9.2]. */
  balanceRetryMs: 30_000,
  /** Between two looks at a pending transaction [9.9]. */
  pendingPollMs: 30_000,
  /** An offer to wallets on other devices is renewed after so long, a minute before the protocol ends it. */
  offerMs: 240_000,
  /** An app that did not take the screen over by then did not open. */
  openAppMs: 3_000,
  /** The last part of an offer's life, in which its seconds are told. */
  lastSecondsMs: 60_000,
  /** How long the wallet of a stored session may take to say that it is there. One that sleeps does not. */
  restorePingMs: 2_000,
  /** From the last change of a draft to the look at what its transfer costs. */
  reviewMs: 300,
  /** From the last key to the search. */
  searchDebounceMs: 500,
  /** After the last letter of a name, until it is looked up: reference A.4.8. */
  nameDebounceMs: 500,
  /** Once it is known whose a name is, names like it are waited for no longer. */
  suggestionsMs: 1_000,
  /** Between two looks whether the visitor answered a question that a wallet was showing already. */
  answeredLookMs: 1_000,
  /** After this long without an answer, the visitor is told where to look. */
  reminderMs: 15_000,
  /** Between two looks whether a sign-in still holds where it is kept, while the page can be seen. */
  signInLookMs: 300_000,
  /** From the first look at what became of a bundle of calls to the second; doubles with each look. */
  callsFirstLookMs: 1_000,
  /** Between two such looks at most. */
  callsLookMs: 30_000,
  /** A page that cannot be seen for so long does not look any more. */
  callsHiddenMs: 86_400_000,
  /** Between two looks whether the visitor closed the window in which they sign in elsewhere. */
  popupLookMs: 1_000,
  /** Between two looks at what became of a payment at an exchange: reference A.4.10. */
  payLookMs: 3_000,
  /** From the moment that the embedded wallet's frame listens until it is asked [9.7]. */
  frameSettleMs: 500,
  /** Timers of browsers count no further. */
  longestTimerMs: 2_147_483_647,
  /** What the visitor confirms in the wallet after nobody waits any more is still heard for so long, beyond the time for an answer. */
  lateAnswerMs: 3_600_000,
} as const

/** How networks are spoken to over JSON-RPC [9.20] to [9.26]. */
export const RPC = {
  /** How often a call is tried again after its first attempt. */
  retryCount: 3,
  /** Doubles with each attempt. */
  retryDelayMs: 150,
  /** One request, until the last byte of its answer. */
  timeoutMs: 10_000,
  /** Calls in one request. */
  batchSize: 1_000,
  /** Finding out how a chain charges for gas, before the wallet is asked to send. */
  feeMs: 2_000,
  /** So many nodes are asked what gas costs; the median counts. */
  feeNodes: 3,
  /** What moving the native token takes of gas. */
  transferGas: 21_000n,
  /** Where one node alone tells, a transfer may cost this part of one native token at most: one hundredth. */
  loneFeeAtMostPart: 100n,
  /** Asking a token how it counts. */
  tokenMs: 10_000,
  /** NFTs that one transaction brought: of more, none is looked for. */
  nftsAtMost: 20,
  /** NFTs of an account that are looked up: of more, the rest is not shown. */
  heldNftsAtMost: 300,
  /** The same, and all else that is looked up to say what a wallet is asked; what nobody says in time is shown as it is. */
  explainMs: 2_000,
  /** Between two looks for a receipt while the visitor waits for it. */
  receiptPollMs: 1_000,
  /** So many of the last blocks are searched for what was taken up in a transaction's place: nodes keep the state of as many. */
  stateBlocks: 127n,
  /** HTTP statuses after which a call is tried again [8.57]. */
  retriedStatuses: [403, 408, 413, 429, 500, 502, 503, 504],
  /** Codes in an answer after which it is: unknown, limit exceeded, internal, and what nodes say for "too many" [8.57]. */
  retriedCodes: [-1, -32_005, -32_603, -32_007, 429],
  /** A longer Retry-After is not waited for: it is told, and no call goes to that node before. */
  retryAfterAtMostMs: 10_000,
  /** A node that asks to be left alone for longer is asked again all the same. */
  restAtMostMs: 3_600_000,
  /** A longer answer is not read to its end. */
  answerAtMostBytes: 10_485_760,
  /** Between two looks at how well the nodes of a network do, while it is used [9.24]. */
  rankIntervalMs: 4_000,
  /** So many of the last looks count [9.25]. */
  rankSamples: 10,
  /** What each part of a node's score counts for [9.26]. */
  rankWeights: { latency: 0.3, stability: 0.7 },
  /** A node that takes longer to say that it is there counts as away. */
  pingTimeoutMs: 1_000,
  /** What a node of each namespace is asked to see whether it is there [7.23]. */
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

/** Hex values as contracts write them [9.43]. */
export const HEX = {
  /** Values are padded to so many bytes. */
  wordBytes: 32,
  /** So many are kept. */
  cacheSize: 256,
  largestByte: 255n,
} as const

/** What a transfer on Solana offers for its place in a block. */
export const SOLANA = {
  /** Of SOL: reference A.4. */
  unitPriceMicroLamports: 20_000_000,
  unitLimit: 500,
  /** Of a token: about as much for the whole, which takes more units; making the receiver's account takes the most. */
  tokens: { unitPriceMicroLamports: 200_000, transferUnits: 10_000, accountUnits: 50_000 },
  /** The fee of a transaction that one account signs, without what it offers. */
  signatureLamports: 5_000,
  /** What a swap may pay the network, in lamports: what the visitor reads as its fee. */
  swapFeeLamports: 1_000_000n,
  /** What stays in an account of a token that the account has none of yet, in lamports. */
  holdingLamports: 2_039_280n,
  /** What keeps an account itself. */
  accountLamports: 890_880n,
} as const

/** Transfers on Bitcoin: what a server may make the visitor pay, and how much of what it tells is used. */
export const BITCOIN = {
  /** Satoshis a virtual byte. The most that was ever asked for blocks that were full is about twice this. */
  rateAtMost: 1_000,
  /** Satoshis of fee in one transfer: one hundredth of a bitcoin. */
  feeAtMost: 1_000_000n,
  /** Coins that one transfer spends. */
  coinsAtMost: 100,
} as const

/** How long an answer of the API is good for [9.29]. */
export const CACHE = {
  identityMs: 300_000,
  namesMs: 300_000,
  balanceMs: 30_000,
  /** A remembered native balance is shown until a newer one is read, for so long. */
  nativeBalanceMs: 30_000,
} as const

/** Bundles of calls (EIP-5792). */
export const CALLS = {
  /** Characters of an id: 4096 bytes in hex. */
  idAtMost: 8_194,
  /** So many are sent one by one where a wallet knows no bundles. */
  oneByOneAtMost: 100,
  /** Characters of the capabilities of a bundle, of a call or of a wallet, as JSON. */
  capabilitiesAtMost: 65_536,
  /** Receipts of one bundle, and entries of the log in one of them. */
  receiptsAtMost: 1_000,
  logsAtMost: 10_000,
} as const

/** How the API is asked; every call is bounded as a whole by `timeouts.apiMs`. */
export const API = {
  /** Calls that change nothing are tried so often again, after 408, 429, 5xx or when nothing was reached. */
  retryCount: 2,
  /** Doubles with each attempt. */
  retryDelayMs: 150,
  /** A longer Retry-After is not waited for in the call: it is told, and no call goes out before. */
  retryAfterAtMostMs: 2_000,
  /** A longer answer is not read to its end. */
  answerAtMostBytes: 10_485_760,
} as const

/** The wallet catalogue's pages. */
export const WALLETS = {
  pageSize: 40,
  searchSize: 100,
  /** Characters from which on a search is asked. */
  searchFrom: 2,
  recommended: 4,
  recent: 2,
  /** Wallets that announce themselves on a page; more are passed over. */
  announced: 100,
  /** Characters of a wallet's name; what is longer is cut. */
  nameLength: 64,
  /** Characters of a picture that a wallet announces itself with, a data URL mostly; longer ones are not shown. */
  iconLength: 65_536,
} as const

/** Origins at which every project may be used [9.39]. */
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

/** The API's names [9.13] to [9.15]. */
export const NAMES = {
  zone: 'reown.id',
  /** Names of an earlier zone still stand for somebody. */
  zones: ['reown.id', 'wcn.id'],
  minimumLength: 4,
  /** Characters of a label: RFC 1035. */
  maximumLength: 63,
  chainIdLimit: 2_147_483_648,
  /** Suggestions that are shown at most. */
  suggestions: 10,
} as const

/** Signing in with an e-mail address. */
export const EMAIL = {
  /** A new code is not asked for earlier [9.1]. */
  cooldownMs: 30_000,
  secondMs: 1_000,
  /** Digits of a code. */
  codeLength: 6,
  /** Characters of an address: RFC 5321. */
  longest: 254,
  /** How often the frame is asked whether a device is registered: about twenty minutes, for which the link is good. */
  deviceLooks: 40,
} as const

/** Swaps. Percentages are in hundredths of a percent where nothing else is said. */
export const SWAP = {
  /** How much less than quoted a swap may bring, in percent, unless the visitor sets another [9.27]. */
  slippagePercent: '1',
  slippageAtLeast: 1n,
  slippageAtMost: 5_000n,
  /** What the API keeps of what is given. */
  feeHundredths: 85n,
  /** Gas of a swap that was not built yet. */
  usualGas: 150_000n,
  /** What is kept back of the largest amount, in percent of the fee: fees rise from block to block. */
  feeMarginPercent: 125n,
  /** From so many percent on a price impact is warned of, and has to be confirmed once more. */
  highPercent: 3n,
  extremePercent: 10n,
  impactDecimals: 6,
  /** Somebody may still be typing for so long. */
  pauseMs: 200,
  /** A quote is renewed so often while somebody looks, and never sent once it is so old. */
  renewMs: 10_000,
  staleMs: 20_000,
  /** How many tokens are offered before all of them. */
  suggested: 8,
} as const

/** Tokens that visitors look for most, in the order in which they are offered. */
export const SUGGESTED_SYMBOLS: readonly string[] =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )

/** Buying crypto. */
export const ONRAMP = {
  /** Somebody may still be typing for so long. */
  pauseMs: 500,
  /** What was told of a price counts for so long. */
  staleMs: 60_000,
  /** Between two looks whether a purchase is told of: reference A.4.7. */
  lookMs: 4_000,
  /** It is looked for so long at a time: reference A.4.7. */
  watchMs: 180_000,
  /** Between two looks at purchases that are under way: reference A.4.7. */
  activityLookMs: 3_000,
  /** The window of a seller that tells nobody what becomes of it is kept in mind for so long. */
  untoldMs: 3_600_000,
  /** Somebody who went on to another page is waited for so long. */
  hiddenMs: 3_600_000,
  /** Digits of an amount before its dot. */
  digits: 9,
  /** Decimals of money that is paid. */
  decimals: 2,
  /** Limits of payments, where nobody tells others [9.28]. */
  fallback: {
    currencies: ['USD', 'EUR'],
    methods: [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ],
  },
  /** What the API's seller calls the networks that it pays out on, by their ids: reference A.4.7. */
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
  /** So many exchanges are shown: reference A.4.10. */
  exchangesShown: 2,
  /** Characters of a text that a page or the API hands over, and ids in a list of them. */
  textAtMost: 256,
  idsAtMost: 100,
  /** Characters of a URL that the API hands over. */
  urlAtMost: 4_096,
  /** Payments that are kept, and how long after their end. */
  kept: 20,
  keptMs: 3_600_000,
  /** A payment of which nothing became for so long is followed no more. */
  followedMs: 86_400_000,
  /** Another tab looks after a payment once the one that did was silent for so long. */
  silentMs: 10_000,
  /** The clock of a page may be wrong by so much: an older transaction is none of this payment. */
  clockMs: 600_000,
} as const

/** What was sent from a page. */
export const SENT = {
  /** A transaction that no network took up for so long is looked for no more: 14 days, as long as Bitcoin's nodes keep one. */
  followedMs: 1_209_600_000,
} as const

export const LIMITS = {
  /** Native balances that are remembered. */
  nativeBalances: 10,
  /** Transactions that are remembered of an account on a network, and of how many accounts. */
  sent: 20,
  sentAccounts: 10,
  /** Characters of what a pending transaction does, and coins that it spends, as they are remembered. */
  sentDoing: 4_096,
  sentCoins: 100,
  /** Characters of whom a transaction was sent to, as they are remembered. */
  sentReceiver: 128,
  /** Characters of a stored entry; a longer one is none of ours. */
  storedEntry: 1_000_000,
  /** Characters that are kept of an entry that was set aside. */
  setAside: 10_000,
  /** Pages of the history that hold nothing to show, before the visitor is asked whether to look on. */
  emptyPages: 5,
  /** Analytics events that wait to be delivered. */
  trackedEvents: 100,
  /** Looks at a pending transaction before giving up [4.34]. */
  pendingLooks: 99,
  /** Offers to wallets on other devices in one attempt, each four minutes long. */
  offers: 5,
  /** Sign-ins that a page keeps. */
  signIns: 20,
  /** Questions of the page that wait for an answer. */
  openRequests: 20,
  /** How often one actor is started again before it is left alone. */
  restarts: 5,
} as const

/** CAIP-2 namespaces that are supported in full, as far as their wallets go [9.16]. */
export const SUPPORTED_NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const

/** Those that can be configured: besides, the ones whose wallets are spoken to over WalletConnect only [9.17]. */
export const NAMESPACES = [
  ...SUPPORTED_NAMESPACES,
  'algorand',
  'cip34',
  'elrond',
  'multiversx',
  'near',
  'tezos',
] as const

/** Those whose wallets in this browser can be found; any other's are on another device only. */
export const ADAPTED_NAMESPACES: readonly string[] = ['eip155', 'solana', 'bip122']

/** How providers write the native token of each namespace where they give it an address [9.42]. */
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

/** Wallet errors that mean: the wallet does not know this chain, so offer to add it [4.15]. */
export const CHAIN_UNKNOWN_CODES: readonly number[] = [4902, 32603, -32603, 5000]

/** Wallet errors that mean: the wallet does not know the method. The last two come over a session. */
export const METHOD_UNKNOWN_CODES: readonly number[] = [4200, -32601, -32004, 5101, 10001]

/** The wallet is gone (EIP-1193). */
export const DISCONNECTED_CODE = 4900
/** The visitor said no in the wallet [8.60]. */
export const USER_REJECTED_CODE = 4001

/** The connector of wallets on other devices, whichever scans the code. */
export const PAIRING_CONNECTOR_ID = 'walletConnect'
/** The connector of the wallet that a visitor has by signing in, with an e-mail address or otherwise. */
export const EMBEDDED_CONNECTOR_ID = 'embedded'
/** Where embedded wallets have accounts [9.42]. */
export const EMBEDDED_NAMESPACES = ['eip155', 'solana'] as const
/** The connector of the nameless wallet that is put into a page as `window.ethereum`. */
export const INJECTED_CONNECTOR_ID = 'injected'
