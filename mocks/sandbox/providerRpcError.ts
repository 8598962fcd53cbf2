/** A wallet's errors (EIP-1193, EIP-1474, EIP-3326, EIP-5792). */

/** The sandbox wallet's error codes by meaning. */
export const rpcCodes = {
  rejected: 4001,
  unauthorized: 4100,
  unsupported: 4200,
  disconnected: 4900,
  chainDisconnected: 4901,
  unknownChain: 4902,
  capabilityUnsupported: 5700,
  bundleIdUsed: 5720,
  bundleUnknown: 5730,
  bundleTooLarge: 5740,
  atomicUnsupported: 5760,
  invalidParams: -32602,
  internal: -32603,
} as const

/** An error of a wallet or node, with its numeric code. */
export class ProviderRpcError extends Error {
  override name = 'ProviderRpcError'
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
