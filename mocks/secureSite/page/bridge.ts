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
import { Refused } from './refusals.ts'

const unknownError = 'An error occurred'

/** Texts for invalid values that the user has typed. */
const malformed: Partial<Record<FrameMessageType, string>> = {
  CONNECT_EMAIL: 'This is not an e-mail address.',
  UPDATE_EMAIL: 'This is not an e-mail address.',
  CONNECT_OTP: 'The code has six digits.',
  UPDATE_EMAIL_PRIMARY_OTP: 'The code has six digits.',
  UPDATE_EMAIL_SECONDARY_OTP: 'The code has six digits.',
}

/** The error text for the page: only texts written for it, no other details. */
function messageOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  if (error instanceof BaseError) return error.shortMessage
  return unknownError
}

const refererOf = (): string | undefined => {
  const { referrer } = document
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined
}

export interface Bridge {
  /** The origin of the embedding page, once it is verified. */
  parent(): string | undefined
  /** Sends the page the token with which it can restore the session; `undefined` after signing out. */
  announce(pageToken: string | undefined): void
  /** Starts handling messages of the page, and sends READY. */
  open(handlers: Handlers): void
}

/** Creates a bridge to the embedding page, which only talks to listed origins. */
export function createBridge(parents: readonly string[]): Bridge {
  // `ancestorOrigins` is reliable; in browsers without it, the first message determines the parent.
  let parent: string | undefined = location.ancestorOrigins?.[0]
  const post = (message: Record<string, unknown>, to = parent) => {
    if (to !== undefined && isListed(parents, to)) window.parent.postMessage(message, to)
  }
  const answer = (type: FrameMessageType, id: string | undefined, said: { payload: unknown } | { message: string }) =>
    post(writeFrameAnswer(type, id, said as { payload: never }))

  async function handle(handlers: Handlers, { type, id, payload }: AppMessage) {
    try {
      const handler = handlers[type] as (payload: unknown, id: string | undefined) => Promise<unknown>
      answer(type, id, { payload: await handler(payload, id) })
    } catch (error) {
      answer(type, id, { message: messageOf(error) })
    }
  }
  function readOrRefuse(data: unknown): AppMessage | undefined {
    try {
      return readAppMessage(data)
    } catch (error) {
      if (!(error instanceof FrameMessageError)) throw error
      const { type, id } = error
      if (type) answer(type, id, { message: malformed[type] ?? error.message })
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
  function sayReady() {
    const news = writeFrameNews({ type: 'READY', version: frameVersion })
    // The browser delivers a message only to the named origin.
    const to = parent ?? refererOf()
    if (to !== undefined) return post(news, to)
    for (const one of parents) if (!one.endsWith(':*')) post(news, one)
  }

  return {
    parent: () => parent,
    announce: (pageToken) => post(writeFrameNews({ type: 'SESSION_UPDATE', token: pageToken })),
    open(handlers) {
      window.addEventListener('message', ({ source, origin, data }) => {
        if (source !== window.parent || !isListed(parents, origin)) return
        parent ??= origin
        if (origin !== parent) return
        const message = readOrRefuse(data)
        if (message) void handle(handlers, message)
      })
      sayReady()
    },
  }
}
