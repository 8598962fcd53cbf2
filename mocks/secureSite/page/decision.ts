/**
 * Decides a request in a separate window if the browser cannot detect whether the embedding page covers the card (only Chromium
 * has Intersection Observer v2). No page can embed that window or cover it.
 */
import * as z from 'zod/mini'
import type { Requester, ApprovalRequest } from './approvalRequest.ts'

export const decisionPath = '/decide'
const size = 'popup,width=420,height=680'
/** There is no event for a closed window. */
const closedPollMs = 300

const text = z.string()
const requestSchema = z.object({
  requester: z.object({ origin: text, name: z.union([text, z.undefined()]) }),
  request: z.object({
    title: text,
    signer: z.object({ account: text, kind: z.optional(text), network: text }),
    amount: z.optional(text),
    details: z.array(z.object({ label: text, value: text, code: z.optional(z.boolean()) })),
    warnings: z.optional(z.array(text)),
  }),
})
const decisionSchema = z.object({ isApproved: z.boolean() })

/** Listens to messages from a window of this site. Returns a function that stops it. */
function listen(sender: Window, onMessage: (data: unknown) => void): () => void {
  const listener = ({ source, origin, data }: MessageEvent) => {
    if (source === sender && origin === location.origin) onMessage(data)
  }
  window.addEventListener('message', listener)
  return () => window.removeEventListener('message', listener)
}

/** The result of a window. `closed` leaves the request open. */
export type Decision = 'approved' | 'rejected' | 'closed' | 'blocked'

/** Opens the window and shows the request there. Must be called from a click. */
export function decideInWindow(requester: Requester, request: ApprovalRequest, signal: AbortSignal): Promise<Decision> {
  const popup = window.open(decisionPath, '', size)
  if (!popup) return Promise.resolve('blocked')
  return new Promise((resolve) => {
    const finish = (decision: Decision) => {
      stopListening()
      clearInterval(timer)
      signal.removeEventListener('abort', onAbort)
      popup.close()
      resolve(decision)
    }
    const onAbort = () => finish('closed')
    const timer = setInterval(() => popup.closed && finish('closed'), closedPollMs)
    const stopListening = listen(popup, (data) => {
      if (data === 'ready') popup.postMessage({ requester, request }, location.origin)
      const { data: answer } = decisionSchema.safeParse(data)
      if (answer) finish(answer.isApproved ? 'approved' : 'rejected')
    })
    signal.addEventListener('abort', onAbort)
  })
}

/** Runs in the window: shows the request of the frame that opened it, once. */
export function decideForOpener(show: (requester: Requester, request: ApprovalRequest) => Promise<boolean>): void {
  const opener = window.opener as Window | null
  if (!opener) {
    document.body.textContent = 'This page is opened by your wallet.'
    return
  }
  const stopListening = listen(opener, (data) => {
    const { data: message } = requestSchema.safeParse(data)
    if (!message) return
    stopListening()
    void show(message.requester, message.request as ApprovalRequest).then((isApproved) =>
      opener.postMessage({ isApproved }, location.origin),
    )
  })
  opener.postMessage('ready', location.origin)
}
