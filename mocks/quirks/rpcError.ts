/** An error of a wallet or a node, with its code (EIP-1193, EIP-1474). */
export const rpcError = (code: number | string, message: string): Error => Object.assign(new Error(message), { code })
