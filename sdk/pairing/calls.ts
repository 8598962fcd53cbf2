import { PAIRING } from '../../machines/constants.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { peerError, type PeerTask } from '../../machines/rules/pairing/peerErrors.ts'
import { IdTakenError } from './engineGuards.ts'

/** What is done with the client. Each call ends when it is called off, or when the relay turns this client away. */
export interface Calls {
  /** Rejects with the signal's reason or with a `LatchkeyError`. */
  run<Value>(work: () => Promise<Value>, signal: AbortSignal, task: PeerTask): Promise<Value>
  /** Ends all that is under way. */
  interrupt(error: LatchkeyError): void
}

/** How the client begins when it is not the peer that it is about. */
const LINE_TROUBLE =
  /^(Failed to publish|Subscribing to|Couldn't establish|No internet|Socket stalled|Connection interrupted|WebSocket|The client is closed)/

/** A socket's reason is no longer: what is, is not a relay's. */
const REASON_CHARACTERS = 123

/** The code with which a relay closes the line to a page that it does not serve, and why, in the client's words. */
const TURNED_AWAY = /closed abnormally with code: 3000 \((.*)\)$/s

/** What became of the line to the relay: where it turned the page away, it said why. */
export function lineError(cause: unknown): LatchkeyError {
  const reason = TURNED_AWAY.exec(cause instanceof Error ? cause.message : '')?.[1]?.slice(0, REASON_CHARACTERS)
  return reason
    ? new LatchkeyError('pairing.refused', { params: { reason }, cause })
    : new LatchkeyError('pairing.unreachable', { cause })
}

/** What the client threw, as an error that a page can show. */
export function callError(thrown: unknown, task: PeerTask): LatchkeyError {
  const message = thrown instanceof Error ? thrown.message : ''
  return LINE_TROUBLE.test(message) && !(thrown instanceof LatchkeyError) ? lineError(thrown) : peerError(thrown, task)
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Does what got the id of another message once more, when there are new ids. */
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
