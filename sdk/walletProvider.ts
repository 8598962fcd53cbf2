/** A wallet's own provider. For eip155 this is EIP-1193; every answer is checked before it is believed. */
export interface WalletProvider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload: unknown) => void): unknown
  removeListener?(event: string, listener: (payload: unknown) => void): unknown
}
