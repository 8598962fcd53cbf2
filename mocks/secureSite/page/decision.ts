/**
 * Decides a request in a separate window if the browser cannot detect whether the embedding page covers the card (only Chromium
 * has Intersection Observer v2). No page can embed that window or cover it.
 */
import * as z from 'zod/mini'
import type { Asker, Question } from './question.ts'

export const decisionPath = '/decide'
const size = 'popup,width=420,height=680'
/** There is no event for a closed window. */
const lookMs = 300

const text = z.string()
const askedSchema = z.object({
  asker: z.object({ origin: text, name: z.union([text, z.undefined()]) }),
  question: z.object({
    title: text,
    place: z.object({ account: text, kind: z.optional(text), network: text }),
    amount: z.optional(text),
    facts: z.array(z.object({ label: text, value: text, code: z.optional(z.boolean()) })),
    warnings: z.optional(z.array(text)),
  }),
})
const decidedSchema = z.object({ isApproved: z.boolean() })

/** Listens to messages from a window of this site. Returns a function that stops it. */
function hear(from: Window, heard: (data: unknown) => void): () => void {
  const listener = ({ source, origin, data }: MessageEvent) => {
    if (source === from && origin === location.origin) heard(data)
  }
  window.addEventListener('message', listener)
  return () => window.removeEventListener('message', listener)
}

/** The result of a window. `closed` leaves the request open. */
export type Decided = 'approved' | 'rejected' | 'closed' | 'blocked'

/** Opens the window and asks there. Must be called from a click. */
export function decideInWindow(asker: Asker, question: Question, signal: AbortSignal): Promise<Decided> {
  const opened = window.open(decisionPath, '', size)
  if (!opened) return Promise.resolve('blocked')
  return new Promise((resolve) => {
    const end = (decided: Decided) => {
      unhear()
      clearInterval(timer)
      signal.removeEventListener('abort', aborted)
      opened.close()
      resolve(decided)
    }
    const aborted = () => end('closed')
    const timer = setInterval(() => opened.closed && end('closed'), lookMs)
    const unhear = hear(opened, (data) => {
      if (data === 'ready') opened.postMessage({ asker, question }, location.origin)
      const { data: decided } = decidedSchema.safeParse(data)
      if (decided) end(decided.isApproved ? 'approved' : 'rejected')
    })
    signal.addEventListener('abort', aborted)
  })
}

/** Runs in the window: shows the request of the frame that opened it, once. */
export function answerInWindow(show: (asker: Asker, question: Question) => Promise<boolean>): void {
  const opener = window.opener as Window | null
  if (!opener) {
    document.body.textContent = 'This page is opened by your wallet.'
    return
  }
  const unhear = hear(opener, (data) => {
    const { data: asked } = askedSchema.safeParse(data)
    if (!asked) return
    unhear()
    void show(asked.asker, asked.question as Question).then((isApproved) =>
      opener.postMessage({ isApproved }, location.origin),
    )
  })
  opener.postMessage('ready', location.origin)
}
