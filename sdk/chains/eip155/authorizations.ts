import { recoverAuthorizationAddress } from 'viem/utils'

/** An authorization of EIP-7702, as it was signed. */
export interface Authorization {
  address: `0x${string}`
  chainId: number
  nonce: number
  r: `0x${string}`
  s: `0x${string}`
  yParity: number
}

/** Who signed an authorization (EIP-7702); nothing where the signature is none. */
export async function inferReceiver({ r, s, yParity, ...authorization }: Authorization): Promise<string | undefined> {
  try {
    return await recoverAuthorizationAddress({ authorization, signature: { r, s, yParity } })
  } catch {
    return undefined
  }
}
