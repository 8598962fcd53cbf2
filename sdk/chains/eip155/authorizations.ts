import { recoverAuthorizationAddress } from 'viem/utils'

/** A signed EIP-7702 authorization. */
export interface Authorization {
  address: `0x${string}`
  chainId: number
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
}

/** Recovers the signer of an authorization (EIP-7702), or `undefined` if the signature is invalid. */
export async function recoverSigner({ r, s, yParity, ...authorization }: Authorization): Promise<string | undefined> {
  try {
    return await recoverAuthorizationAddress({ authorization, signature: { r, s, yParity } })
  } catch {
    return undefined
  }
}
