/** The questions that wait for the person: one is shown at a time, oldest first. */
import type { Question } from './question.ts'
import { Refused, refused } from './refusals.ts'

/** Shows a question, and takes it off again when the signal comes. Resolves to whether the person agrees. */
export type Show = (question: Question, signal: AbortSignal) => Promise<boolean>

const waitingAtMost = 16

/** Asks the person. Refuses where they say no, and when the signal comes before they have said anything. */
export type Ask = (question: Question, signal: AbortSignal) => Promise<void>

export function createQueue(show: Show): Ask {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (question, signal) => {
    if (waiting >= waitingAtMost) throw new Refused('Too many requests wait for an answer')
    waiting += 1
    const turn = last.then(async () => {
      if (signal.aborted) throw refused.aborted()
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(refused.aborted()), { once: true })
      })
      if (!(await Promise.race([show(question, signal), aborted]))) throw refused.rejected()
    })
    last = turn.catch(() => undefined)
    const given = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(refused.aborted()), { once: true })
    })
    try {
      await Promise.race([turn, given])
    } finally {
      waiting -= 1
    }
  }
}
