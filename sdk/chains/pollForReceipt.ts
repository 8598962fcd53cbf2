import { RPC } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { abortable, bounded, pause } from '../platform/abort.ts'

/**
 * Reads until there is a receipt. The pause between two reads doubles up to `maxPauseMs`, in milliseconds. If a node does not
 * answer, it is read again. Rejects with `transaction.timedOut` after `timeoutMs`, and with `rpc.malformed`.
 */
export async function pollForReceipt<Receipt extends object>(
  read: (signal: AbortSignal) => Promise<Receipt | undefined>,
  { timeoutMs, maxPauseMs = RPC.receiptPollMs }: { timeoutMs: number; maxPauseMs?: number },
  signal: AbortSignal,
): Promise<Receipt> {
  const bound = bounded(signal, timeoutMs, () => new LatchkeyError('transaction.timedOut'))
  try {
    for (let pauseMs: number = RPC.receiptPollMs; ; pauseMs = Math.min(pauseMs * 2, maxPauseMs)) {
      const receipt = await abortable(read(bound.signal), bound.signal).catch((error: unknown) => {
        if (LatchkeyError.is(error, 'rpc.malformed')) throw error
        return undefined
      })
      if (receipt) return receipt
      await pause(pauseMs, bound.signal)
    }
  } catch (error) {
    throw bound.signal.aborted ? bound.signal.reason : error
  } finally {
    bound.end()
  }
}
