/** The queue of requests: one is shown at a time, oldest first. */
import type { Question } from './question.ts'
import { Refused, refused } from './refusals.ts'

/** Shows a request until it is decided or the signal aborts. Resolves to whether the user approves. */
export type Show = (question: Question, signal: AbortSignal) => Promise<boolean>

const waitingAtMost = 16

/** Asks the user. Throws a refusal if they reject, or if the signal aborts before the request is shown. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<void>

export function createQueue(show: Show): Ask {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (question, signal) => {
    if (waiting >= waitingAtMost) throw new Refused('Too many open requests')
    waiting += 1
    const turn = last.then(async () => {
      waiting -= 1
      if (signal.aborted || !(await show(question, signal))) throw refused.rejected()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
