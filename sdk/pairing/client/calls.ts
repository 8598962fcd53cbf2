import { PAIRING } from '../../../machines/constants.ts'
import { LatchkeyError } from '../../../machines/shared/errors/error.ts'
import { peerError, type PeerTask } from '../../../machines/pairing/rules/peerErrors.ts'
import { IdTakenError } from './engineGuards.ts'

/** Runs calls of the client. Each call ends when its signal aborts, or when the relay rejects this client. */
export interface Calls {
  /** Rejects with the signal's reason or with a `LatchkeyError`. */
  run<Value>(work: () => Promise<Value>, signal: AbortSignal, task: PeerTask): Promise<Value>
  /** Rejects all pending calls. */
  interrupt(error: LatchkeyError): void
}

/** The prefixes of client errors that are not about the peer. */
const CONNECTION_ERRORS =
  /^(Failed to publish|Subscribing to|Couldn't establish|No internet|Socket stalled|Connection interrupted|WebSocket|The client is closed)/

/** The maximum length of a socket's close reason. A longer one does not come from a relay. */
const REASON_CHARACTERS = 123

/**
 * The code with which a relay closes the connection of an app that it rejects, with the reason, in the client's error message.
 */
const REJECTED_BY_RELAY = /closed abnormally with code: 3000 \((.*)\)$/s

/** Converts a failure of the relay connection to a `LatchkeyError`, with the relay's reason if it rejected the app. */
export function connectionError(cause: unknown): LatchkeyError {
  const reason = REJECTED_BY_RELAY.exec(cause instanceof Error ? cause.message : '')?.[1]?.slice(0, REASON_CHARACTERS)
  return reason
    ? new LatchkeyError('pairing.refused', { params: { reason }, cause })
    : new LatchkeyError('pairing.unreachable', { cause })
}

/** Converts an error of the client to a `LatchkeyError` that can be shown. */
export function callError(thrown: unknown, task: PeerTask): LatchkeyError {
  const message = thrown instanceof Error ? thrown.message : ''
  return CONNECTION_ERRORS.test(message) && !(thrown instanceof LatchkeyError)
    ? connectionError(thrown)
    : peerError(thrown, task)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Retries a call whose message id was taken, after a pause in which new ids become available. */
async function withFreeId<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof IdTakenError)) throw error
  }
  await pause(PAIRING.idSpacingMs)
  signal.throwIfAborted()
  return withFreeId(work, signal)
}

export function createCalls(): Calls {
  const interrupts = new Set<(error: LatchkeyError) => void>()
  return {
    run: (work, signal, task) =>
      new Promise((resolve, reject) => {
        const abort = () => reject(signal.reason)
        if (signal.aborted) return abort()
        signal.addEventListener('abort', abort, { once: true })
        interrupts.add(reject)
        withFreeId(work, signal)
          .then(resolve, (error: unknown) => reject(callError(error, task)))
          .finally(() => {
            signal.removeEventListener('abort', abort)
            interrupts.delete(reject)
          })
      }),
    interrupt(error) {
      for (const reject of interrupts) reject(error)
    },
  }
}
