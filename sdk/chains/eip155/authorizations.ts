import { recoverAuthorizationAddress } from 'viem/utils'
import type { Authorization } from '../../requests.ts'

/** Who signed an authorization (EIP-7702); nothing where the signature is none. */
export async function inferReceiver({ r, s, yParity, ...authorization }: Authorization): Promise<string | undefined> {
  try {
    return await recoverAuthorizationAddress({ authorization, signature: { r, s, yParity } })
  } catch {
    return undefined
  }
}
