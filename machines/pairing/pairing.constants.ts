/** The values of the pairing protocol: those that both sides must agree on, and those that each side sets. */

const DAY_SECONDS = 86_400
const fiveMinutes = (tag: number, prompt = false) => ({ tag, ttlSeconds: 300, prompt })
const oneDay = (tag: number) => ({ tag, ttlSeconds: DAY_SECONDS, prompt: false })

/** The pairing protocol [4.35] to [4.40]. The protocol uses seconds, Latchkey uses milliseconds. */
export const PAIRING = {
  /** How long a session lasts after it is settled or extended [9.19]. */
  sessionExpirySeconds: 7 * DAY_SECONDS,
  proposalExpirySeconds: 300,
  /** The minimum time that a sign-in request stays open. */
  authExpirySeconds: 3_600,
  /** How long a request may wait for the wallet, including both bounds [5.45]. */
  requestExpirySeconds: { min: 300, max: 7 * DAY_SECONDS, default: 300 },
  /** A URI that expires within this time is treated as expired: the user could not scan it and decide in time. */
  uriMarginSeconds: 10,
  /** The pause after a response, before the queue takes the next request [4.37]. */
  queueRestMs: 1_000,
  /** The delay after the start, before messages that arrived earlier are read [4.38] [9.11]. */
  startRestMs: 1_000,
  /** The further delay before the cached messages are read [4.38] [9.11]. */
  cachedMessagesMs: 50,
  /** When this many deleted ids are stored, the oldest half is dropped [4.39]. */
  deletedIds: 200,
  /** How many requests of one session may wait for the wallet's user. Further requests are rejected. */
  queuedRequests: 100,
  /** The error of a request that is rejected for that reason (EIP-1474). */
  limitExceeded: { code: -32005, message: 'Limit exceeded.' },
  /** The error for an app whose proposal or sign-in request cannot be parsed (EIP-1474). */
  invalidParams: { code: -32602, message: 'Invalid params' },
  /** How many proposals and sign-in requests of one pairing may wait for the wallet's user. Further ones are ignored. */
  queuedProposals: 20,
  /** Maximum messages of a peer per minute: a session that exceeds it is disconnected, a pairing that exceeds it is ignored. */
  flood: { withinMs: 60_000, session: 3_000, pairing: 20 },
  /** The maximum length of a message in characters, and its maximum nesting depth. */
  messageBounds: { length: 4_194_304, depth: 64 },
  /** How many messages are stored while their session is being settled. */
  bufferedMessages: 10_000,
  /** How many ids of received messages are stored, so that a repeated message is ignored. */
  receivedMessageIds: 500,
  /** Ids are derived from the time. Requests are spaced this far apart, so that no two have the same id. */
  idSpacingMs: 2,
  /** The tag and time to live of each message at the relay, and whether it wakes the wallet's phone [7.34]. */
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
  /** Namespaces with their own rules for calls. All others use the generic rules [9.17]. */
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
  /** The errors with which the two sides reject a message. */
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
