import type { Outcome } from '../../machines/shared/outcome.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { isSignedMessage, responseKind } from '../../machines/shared/hex.rules.ts'
import type { Instance } from '../instance/instance.ts'
import { requestWallet } from './requestWallet.ts'
import { loadPart } from '../platform/loadPart.ts'

/** Signs a text, or raw bytes as 0x hex, per EIP-191. */
export const signMessage = (
  instance: Instance,
  message: string | { raw: `0x${string}` },
  { signal }: { signal?: AbortSignal } = {},
): Promise<Outcome<`0x${string}`>> =>
  requestWallet(instance, {
    action: 'sign a message',
    signal,
    read(answer) {
      if (responseKind(answer) === 'transaction' && isSignedMessage(answer)) return answer
      throw new LatchkeyError('wallet.invalidResponse')
    },
    async callFor({ address }) {
      const { encodeMessage } = await loadPart(import('./encodeRequest.ts'))
      return { method: 'personal_sign', params: [encodeMessage(message), address] }
    },
  })
