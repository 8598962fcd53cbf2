/** Messages between the frame and the page that embeds it: which origins are accepted and answered. */
import {
  FrameMessageError,
  frameVersion,
  readAppMessage,
  writeFrameAnswer,
  writeFrameNews,
  type AppMessage,
  type FrameMessageType,
} from 'latchkey/frame'
import { BaseError } from 'viem'
import { isListed } from '../origins.ts'
import type { Handlers } from './handlers.ts'
import { RefusalError } from './refusals.ts'

const unknownError = 'An error occurred'

/** Texts for invalid values that the user has typed. */
const invalidValueTexts: Partial<Record<FrameMessageType, string>> = {
  CONNECT_EMAIL: 'This is not an e-mail address.',
  UPDATE_EMAIL: 'This is not an e-mail address.',
  CONNECT_OTP: 'The code has six digits.',
  UPDATE_EMAIL_PRIMARY_OTP: 'The code has six digits.',
  UPDATE_EMAIL_SECONDARY_OTP: 'The code has six digits.',
}

/** The error text for the page: only texts written for it, no other details. */
function messageOf(error: unknown): string {
  if (error instanceof RefusalError) return error.message
  if (error instanceof BaseError) return error.shortMessage
  return unknownError
}

const referrerOrigin = (): string | undefined => {
  const { referrer } = document
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined
}

export interface Bridge {
  /** The origin of the embedding page, once it is verified. */
  parent(): string | undefined
  /** Sends the page the token with which it can restore the session; `undefined` after signing out. */
  sendPageToken(pageToken: string | undefined): void
  /** Starts handling messages of the page, and sends READY. */
  start(handlers: Handlers): void
}

/** Creates a bridge to the embedding page, which only talks to listed origins. */
export function createBridge(parents: readonly string[]): Bridge {
  // `ancestorOrigins` is reliable; in browsers without it, the first message determines the parent.
  let parent: string | undefined = location.ancestorOrigins?.[0]
  const post = (message: Record<string, unknown>, targetOrigin = parent) => {
    if (targetOrigin !== undefined && isListed(parents, targetOrigin)) window.parent.postMessage(message, targetOrigin)
  }
  const answer = (type: FrameMessageType, id: string | undefined, result: { payload: unknown } | { message: string }) =>
    post(writeFrameAnswer(type, id, result as { payload: never }))

  async function handle(handlers: Handlers, { type, id, payload }: AppMessage) {
    try {
      const handler = handlers[type] as (payload: unknown, id: string | undefined) => Promise<unknown>
      answer(type, id, { payload: await handler(payload, id) })
    } catch (error) {
      answer(type, id, { message: messageOf(error) })
    }
  }
  function parseOrRefuse(data: unknown): AppMessage | undefined {
    try {
      return readAppMessage(data)
    } catch (error) {
      if (!(error instanceof FrameMessageError)) throw error
      const { type, id } = error
      if (type) answer(type, id, { message: invalidValueTexts[type] ?? error.message })
      else refuseUnknown(data, id, error.message)
    }
  }
  /** An unknown message gets an error with its own type, so that the sender does not wait forever. */
  function refuseUnknown(data: unknown, id: string | undefined, message: string) {
    const { type } = data as { type: string }
    post({
      type: `${type.replace('@w3m-app/', '@w3m-frame/')}_ERROR`,
      ...(id !== undefined && { id }),
      payload: { message },
    })
  }
  function sendReady() {
    const message = writeFrameNews({ type: 'READY', version: frameVersion })
    // The browser delivers a message only to the named origin.
    const targetOrigin = parent ?? referrerOrigin()
    if (targetOrigin !== undefined) return post(message, targetOrigin)
    for (const pattern of parents) if (!pattern.endsWith(':*')) post(message, pattern)
  }

  return {
    parent: () => parent,
    sendPageToken: (pageToken) => post(writeFrameNews({ type: 'SESSION_UPDATE', token: pageToken })),
    start(handlers) {
      window.addEventListener('message', ({ source, origin, data }) => {
        if (source !== window.parent || !isListed(parents, origin)) return
        parent ??= origin
        if (origin !== parent) return
        const message = parseOrRefuse(data)
        if (message) void handle(handlers, message)
      })
      sendReady()
    },
  }
}
