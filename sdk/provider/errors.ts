/** An EIP-1193 error with its message, its code and the wallet's `data`. */
export class ProviderRpcError extends Error {
  override name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
    this.data = typeof cause === 'object' && cause !== null && 'data' in cause ? cause.data : undefined
  }
}

/** The codes of EIP-1193, EIP-3326 and EIP-1474 that Latchkey itself throws. */
export const CODE = {
  userRejected: 4001,
  unauthorized: 4100,
  unsupportedMethod: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  chainUnknown: 4902,
  limitExceeded: -32_005,
  invalidRequest: -32_600,
  invalidParams: -32_602,
  internal: -32_603,
} as const
