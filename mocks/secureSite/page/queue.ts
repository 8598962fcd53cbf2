/** The queue of requests: one is shown at a time, oldest first. */
import type { ApprovalRequest } from './approvalRequest.ts'
import { RefusalError, refusals } from './refusals.ts'

/** Shows a request until it is decided or the signal aborts. Resolves to whether the user approves. */
export type ShowRequest = (request: ApprovalRequest, signal: AbortSignal) => Promise<boolean>

const maxWaiting = 16

/** Requests the approval of the user. Throws a refusal if they reject, or if the signal aborts before the request is shown. */
export type RequestApproval = (request: ApprovalRequest, signal: AbortSignal) => Promise<void>

export function createQueue(show: ShowRequest): RequestApproval {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return async (request, signal) => {
    if (waiting >= maxWaiting) throw new RefusalError('Too many open requests')
    waiting += 1
    const turn = last.then(async () => {
      waiting -= 1
      if (signal.aborted || !(await show(request, signal))) throw refusals.rejected()
    })
    last = turn.catch(() => undefined)
    return turn
  }
}
