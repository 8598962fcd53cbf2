/** The provider of a wallet. For `eip155` it is an EIP-1193 provider. Every response is validated before use. */
export interface WalletProvider {
  request(call: { method: string; params?: unknown }): Promise<unknown>
  on?(event: string, listener: (payload?: unknown) => void): unknown
  removeListener?(event: string, listener: (payload?: unknown) => void): unknown
}
