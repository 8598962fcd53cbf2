/** The values of the pairing protocol: what both sides must agree on, and what each keeps to by itself. */

const DAY_SECONDS = 86_400
const fiveMinutes = (tag: number, prompt = false) => ({ tag, ttlSeconds: 300, prompt })
const oneDay = (tag: number) => ({ tag, ttlSeconds: DAY_SECONDS, prompt: false })

/** The pairing protocol [4.35] to [4.40]. The wire counts in seconds, our clock in milliseconds. */
export const PAIRING = {
  /** A session that is settled or extended ends so long after now [9.19]. */
  sessionExpirySeconds: 7 * DAY_SECONDS,
  proposalExpirySeconds: 300,
  /** The least time that a sign-in stays open. */
  authExpirySeconds: 3_600,
  /** How long a request may wait for the wallet, both bounds included [5.45]. */
  requestExpirySeconds: { min: 300, max: 7 * DAY_SECONDS, default: 300 },
  /** A URI with no more than this left is treated as expired: nobody could scan and answer it in time. */
  uriMarginSeconds: 10,
  /** After an answer, before the queue takes the next request [4.37]. */
  queueRestMs: 1_000,
  /** From the start to the first look at what arrived before it [4.38] [9.11]. */
  startRestMs: 1_000,
  /** From then to the cached messages [4.38] [9.11]. */
  cachedMessagesMs: 50,
  /** At so many remembered deleted ids the oldest half is dropped [4.39]. */
  deletedIds: 200,
  /** Requests of one session that may wait for a wallet's visitor; the rest is refused. */
  queuedRequests: 100,
  /** What it is refused with (EIP-1474). */
  limitExceeded: { code: -32005, message: 'Limit exceeded.' },
  /** What is said to a page whose proposal or sign-in cannot be read (EIP-1474). */
  invalidParams: { code: -32602, message: 'Invalid params' },
  /** Proposals and sign-ins over one pairing that may wait for a wallet's visitor; the rest is not heard. */
  queuedProposals: 20,
  /** Messages of peers in a minute: what one session may say before it is left, and one offer before it is not heard. */
  flood: { withinMs: 60_000, session: 3_000, pairing: 20 },
  /** A message is no longer than this, in characters, and its parts lie no deeper than so many levels. */
  messageBounds: { length: 4_194_304, depth: 64 },
  /** Messages that are kept while their session is being settled. */
  heldMessages: 10_000,
  /** Ids of messages that came once and do not count again. */
  heardMessages: 500,
  /** Ids are made of the time: requests keep this far apart, so that no two get the same one. */
  idSpacingMs: 2,
  /** Each message's tag and time to live at the relay, and whether the wallet's phone is woken for it [7.34]. */
  methods: {
    wc_sessionPropose: {
      request: fiveMinutes(1100, true),
      response: fiveMinutes(1101),
      reject: fiveMinutes(1120),
      autoReject: fiveMinutes(1121),
    },
    wc_sessionSettle: { request: fiveMinutes(1102), response: fiveMinutes(1103) },
    wc_sessionUpdate: { request: oneDay(1104), response: oneDay(1105) },
    wc_sessionExtend: { request: oneDay(1106), response: oneDay(1107) },
    wc_sessionRequest: { request: fiveMinutes(1108, true), response: fiveMinutes(1109) },
    wc_sessionEvent: { request: fiveMinutes(1110, true), response: fiveMinutes(1111) },
    wc_sessionDelete: { request: oneDay(1112), response: oneDay(1113) },
    wc_sessionPing: { request: oneDay(1114), response: oneDay(1115) },
    wc_sessionAuthenticate: {
      request: { tag: 1116, ttlSeconds: 3_600, prompt: true },
      response: { tag: 1117, ttlSeconds: 3_600, prompt: false },
      reject: fiveMinutes(1118),
      autoReject: fiveMinutes(1119),
    },
    wc_pairingDelete: { request: oneDay(1000), response: oneDay(1001) },
    wc_pairingPing: {
      request: { tag: 1002, ttlSeconds: 30, prompt: false },
      response: { tag: 1003, ttlSeconds: 30, prompt: false },
    },
  },
  /** Namespaces whose calls have rules of their own; all others follow the generic ones [9.17]. */
  chainHandlers: [
    'eip155',
    'solana',
    'cosmos',
    'algorand',
    'polkadot',
    'cip34',
    'elrond',
    'multiversx',
    'near',
    'tezos',
    'generic',
  ],
  /** What the two sides tell each other when something is refused. */
  errors: {
    invalidMethod: { code: 1001, message: 'Invalid method.' },
    invalidEvent: { code: 1002, message: 'Invalid event.' },
    invalidUpdate: { code: 1003, message: 'Invalid update request.' },
    invalidExtend: { code: 1004, message: 'Invalid extend request.' },
    invalidSettle: { code: 1005, message: 'Invalid session settle request.' },
    unauthorizedMethod: { code: 3001, message: 'Unauthorized method.' },
    unauthorizedEvent: { code: 3002, message: 'Unauthorized event.' },
    unauthorizedUpdate: { code: 3003, message: 'Unauthorized update request.' },
    unauthorizedExtend: { code: 3004, message: 'Unauthorized extend request.' },
    userRejected: { code: 5000, message: 'User rejected.' },
    userRejectedChains: { code: 5001, message: 'User rejected chains.' },
    userRejectedMethods: { code: 5002, message: 'User rejected methods.' },
    userRejectedEvents: { code: 5003, message: 'User rejected events.' },
    unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
    unsupportedMethods: { code: 5101, message: 'Unsupported methods.' },
    unsupportedEvents: { code: 5102, message: 'Unsupported events.' },
    unsupportedAccounts: { code: 5103, message: 'Unsupported accounts.' },
    unsupportedNamespaceKey: { code: 5104, message: 'Unsupported namespace key.' },
    userDisconnected: { code: 6000, message: 'User disconnected.' },
    settlementFailed: { code: 7000, message: 'Session settlement failed.' },
    methodUnsupported: { code: 10001, message: 'Unsupported wc_ method.' },
  },
} as const
