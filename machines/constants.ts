/** The values of spec §9 and their siblings, grouped; units are in the names. */

/** Bounds on every wait. A site may change each with `createLatchkey({ timeouts })`. */
export const TIMEOUTS = {
  /** Reading the browser's storage at the start. */
  readMemoryMs: 2_000,
  /** From the start until what was remembered is known; a little longer than reading it may take. */
  restoringMs: 3_000,
  /** Writing one change to the browser's storage. */
  writeMemoryMs: 2_000,
  /** Asking a wallet that was connected before whether it still is. */
  restoreMs: 5_000,
  /** The visitor answers a connection request in the wallet. */
  connectMs: 120_000,
  /** The visitor answers a request to switch or add a network in the wallet. */
  switchMs: 120_000,
  /** The visitor signs a message or confirms a transaction in the wallet. */
  walletRequestMs: 300_000,
  /** Telling a wallet that it is disconnected. */
  disconnectMs: 10_000,
  /** Reading balances from a chain. */
  balanceMs: 20_000,
  /** Checking a receiver's address. */
  resolveMs: 10_000,
  /** Working out the largest amount that can be sent. */
  estimateMs: 20_000,
  /** Waiting for a transaction's receipt [9.8]. */
  receiptMs: 25_000,
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
  /** A wallet that said yes to a switch may take this long to be there. */
  networkSettleMs: 2_000,
  /** After this long without an answer, the visitor is told where to look. */
  reminderMs: 15_000,
} as const

/** How networks are spoken to over JSON-RPC [9.20] to [9.23]. */
export const RPC = {
  retryCount: 3,
  /** Doubles with each attempt. */
  retryDelayMs: 150,
  timeoutMs: 10_000,
  batchSize: 1_000,
  /** Between two looks for a receipt while the visitor waits for it. */
  receiptPollMs: 1_000,
} as const

export const LIMITS = {
  /** Looks at a pending transaction before giving up [4.34]. */
  pendingLooks: 99,
  /** How often one actor is started again before it is left alone. */
  restarts: 5,
} as const

/** CAIP-2 namespaces that can be configured [9.16]. */
export const NAMESPACES = ['eip155', 'solana', 'polkadot', 'bip122', 'cosmos'] as const

/** Wallet errors that mean: the wallet does not know this chain, so offer to add it [4.15]. */
export const CHAIN_UNKNOWN_CODES: readonly number[] = [4902, 32603, -32603, 5000]

/** The visitor said no in the wallet [8.60]. */
export const USER_REJECTED_CODE = 4001
