/**
 * The iframe of the embedded wallet. Messages are posted only to its own origin, and messages from other origins are not
 * accepted.
 */
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { FrameQuestion } from '../../machines/embedded/frame.schemas.ts'
import { Secret } from '../../machines/shared/secret.types.ts'
import { toPlainText } from '../../machines/shared/texts.rules.ts'
import {
  FrameMessageError,
  frameVersion,
  readFrameMessage,
  writeAppMessage,
  type FrameMessage,
  type FrameMessageType,
  type FramePayload,
} from '../../machines/embedded/frame.schemas.ts'
import { isBounded } from './bounds.ts'
import { hide, show } from './position.ts'
import type { FramePort, FrameSite, Theme } from './port.ts'

/** A pending request to the frame. */
interface PendingQuestion {
  type: FrameMessageType
  resolve(answer: unknown): void
  reject(error: unknown): void
}
type FrameListeners = Parameters<FramePort['open']>[1]
type Answer = Extract<FrameMessage, { status: string }>

/**
 * Scripts of another origin run in the frame, under their own origin. It may open popups for a sign-in, but cannot navigate this
 * page.
 */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
const PERMISSIONS = 'clipboard-write'

const frameMissing = () => new LatchkeyError('embedded.frameMissing')
const frameLostError = (reason: string) => new LatchkeyError('embedded.lost', { params: { reason } })

function sourceOf({ origin, projectId, chainId }: FrameSite): string {
  const url = new URL('/sdk', origin)
  url.search = new URLSearchParams({ projectId, chainId, version: frameVersion, enableLogger: 'false' }).toString()
  return url.href
}

function createElement(site: FrameSite): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.id = 'w3m-iframe'
  element.name = 'w3m-secure-iframe'
  element.title = new URL(site.origin).host
  element.setAttribute('sandbox', SANDBOX)
  element.allow = PERMISSIONS
  element.referrerPolicy = 'strict-origin'
  hide(element)
  element.src = sourceOf(site)
  return element
}

/** The payload to post. Secrets are revealed only here, and the session token is stored only here. */
function payloadOf({ type, payload }: FrameQuestion, token: string | undefined): unknown {
  if (type === 'IS_CONNECTED' && token !== undefined) return { token }
  if (typeof payload !== 'object' || payload === null) return payload
  const entries = Object.entries(payload).map(([name, value]) => [
    name,
    value instanceof Secret ? value.reveal() : value,
  ])
  return Object.fromEntries(entries)
}

/** Dispatches the messages of a frame to the pending questions. `onReady` is called when the frame is ready. */
function createListener(site: FrameSite, element: HTMLIFrameElement, listeners: FrameListeners, onReady: () => void) {
  const pendingRequests = new Map<string, PendingQuestion>()
  let token: string | undefined
  let isReady = false
  let hasLogged = false

  function handleAnswer({ id, type, ...answer }: Answer): void {
    const request = id === undefined ? undefined : pendingRequests.get(id)
    if (!request) return
    if (request.type !== type) return request.reject(new LatchkeyError('embedded.malformed'))
    if (answer.status === 'success') return request.resolve(answer.payload)
    const reason = toPlainText(answer.message) || 'An error occurred'
    request.reject(new LatchkeyError('embedded.refused', { params: { reason } }))
  }
  function handleMessage(message: FrameMessage): void {
    if (message.type === 'SESSION_UPDATE') {
      token = message.token
      if (token === undefined) listeners.signedOut()
    } else if (message.type !== 'READY') handleAnswer(message)
    else if (isReady) listeners.lost(frameLostError('it was loaded anew'))
    else {
      isReady = true
      onReady()
      listeners.listening()
    }
  }
  function onMessage({ source, origin, data }: MessageEvent<unknown>): void {
    if (source === null || source !== element.contentWindow) return
    // A message from another origin means that another page was loaded into the frame.
    if (origin !== site.origin)
      return isReady ? listeners.lost(frameLostError('another page came into its place')) : undefined
    try {
      if (!isBounded(data)) throw new FrameMessageError('The message is too large, or no JSON', { id: idOf(data) })
      const message = readFrameMessage(data)
      if (message) handleMessage(message)
    } catch (cause) {
      const id = cause instanceof FrameMessageError ? cause.id : undefined
      const error = new LatchkeyError('embedded.malformed', { cause })
      // Logged once, so that a faulty frame cannot flood the log.
      if (!hasLogged) site.logged(error.message, cause)
      hasLogged = true
      if (id !== undefined) pendingRequests.get(id)?.reject(error)
    }
  }
  return { pendingRequests, onMessage, token: () => token }
}

/** One iframe, from the moment it is inserted into the page. */
function createFrame(site: FrameSite, theme: Theme, listeners: FrameListeners) {
  const element = createElement(site)
  let loads = 0
  let count = 0

  const post = (message: unknown) => element.contentWindow?.postMessage(message, site.origin)
  /** Posts a message that has no response. */
  const notifyFrame = <Type extends FrameMessageType>(type: Type, payload: FramePayload<Type>) =>
    post(writeAppMessage(type, `told-${(count += 1)}`, payload))
  const paint = (themeMode: Theme) => notifyFrame('SYNC_THEME', { themeMode })
  function sync(themeMode: Theme) {
    const { version: sdkVersion, projectId } = site
    notifyFrame('SYNC_DAPP_DATA', { metadata: site.metadata(), sdkVersion, sdkType: 'latchkey', projectId })
    paint(themeMode)
  }
  const { pendingRequests, onMessage, token } = createListener(site, element, listeners, () => sync(theme))
  /** Called for each document that the frame loads. */
  function onLoad(): void {
    loads += 1
    if (loads > 1) listeners.lost(frameLostError('it was loaded anew'))
  }
  /** No event reports that a script of the page removed the frame. */
  const removalObserver = new MutationObserver(() => {
    if (!element.isConnected) listeners.lost(frameLostError('it was taken out of the page'))
  })
  element.addEventListener('load', onLoad)
  window.addEventListener('message', onMessage)
  document.body.append(element)
  for (const parent of [document.documentElement, document.body]) removalObserver.observe(parent, { childList: true })

  return {
    element,
    paint,
    sync,
    ask: (id: string, message: FrameQuestion, signal: AbortSignal): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const abort = () => settle(() => reject(signal.reason))
        const settle = (end: () => void) => {
          pendingRequests.delete(id)
          signal.removeEventListener('abort', abort)
          end()
        }
        if (signal.aborted) return abort()
        if (!element.contentWindow) return reject(frameMissing())
        pendingRequests.set(id, {
          type: message.type,
          resolve: (answer) => settle(() => resolve(answer)),
          reject: (error) => settle(() => reject(error)),
        })
        signal.addEventListener('abort', abort, { once: true })
        try {
          post(writeAppMessage(message.type, id, payloadOf(message, token()) as never))
        } catch (cause) {
          settle(() => reject(new LatchkeyError('embedded.malformed', { cause })))
        }
      }),
    remove() {
      removalObserver.disconnect()
      element.removeEventListener('load', onLoad)
      window.removeEventListener('message', onMessage)
      element.remove()
      for (const { reject } of pendingRequests.values()) reject(frameLostError('it was closed'))
    },
  }
}

const idOf = (data: unknown): string | undefined => {
  const id: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'id') : undefined
  return typeof id === 'string' ? id : undefined
}

/** The frame as a port; one at a time. */
export function pageFrame(site: FrameSite): FramePort {
  let current: ReturnType<typeof createFrame> | undefined
  return {
    open(theme, listeners) {
      const frame = createFrame(site, theme, listeners)
      current = frame
      return () => {
        if (current === frame) current = undefined
        frame.remove()
      }
    },
    ask: (id, message, signal) => current?.ask(id, message, signal) ?? Promise.reject(frameMissing()),
    sync: (theme) => current?.sync(theme),
    isReached: (signal) =>
      fetch(sourceOf(site), { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal }).then(
        () => true,
        () => false,
      ),
    show(theme) {
      if (!current) return () => {}
      current.paint(theme)
      return show(current.element)
    },
  }
}
