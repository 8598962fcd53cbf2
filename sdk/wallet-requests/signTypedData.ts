import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isSignedMessage, responseKind } from '../../machines/shared/hex.rules.ts'
import type { Instance } from '../instance/instance.ts'
import { requestWallet } from './requestWallet.ts'
import type { TypedData } from '../chains/eip155/typedData.ts'
import { loadPart } from '../platform/loadPart.ts'

/** Signs structured data per EIP-712. */
export const signTypedData = (
  instance: Instance,
  typedData: TypedData,
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<`0x${string}`>> =>
  requestWallet(instance, {
    action: 'sign typed data',
    signal,
    read(answer) {
      if (responseKind(answer) === 'transaction' && isSignedMessage(answer)) return answer
      throw new LatchkeyError('wallet.invalidResponse')
    },
    async callFor({ address }) {
      const { encodeTypedData } = await loadPart(import('../chains/eip155/typedData.ts'))
      return { method: 'eth_signTypedData_v4', params: [address, encodeTypedData(typedData)] }
    },
  })
