/** The Stately inspector for `?inspect`: a window of stately.ai that receives the inspection events. */
import { createBrowserInspector } from '@statelyai/inspect'
import type { Latchkey } from '../../../sdk/index.ts'
import { maskText } from '../../../sdk/devtools/mask.ts'

/** The number of events that are buffered until the window is open. */
const MAX_EVENTS = 2_000
const MAX_DEPTH = 8

/** A copy of a value that `postMessage` accepts, with personal data maskText. */
function toPlainData(value: unknown, depth = MAX_DEPTH): unknown {
  if (typeof value === 'string') return maskText(value)
  if (value instanceof Error) return { name: value.name, message: maskText(value.message) }
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.map((item) => toPlainData(item, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [maskText(name), toPlainData(item, depth - 1)]))
}

/** Reduces an event to plain data, and its snapshot to the parts that the inspector shows. */
const serialize = <Event extends object>(event: Event): Event => {
  const { snapshot, ...rest } = event as { snapshot?: Record<string, unknown> }
  const { status, value, context, output } = snapshot ?? {}
  return toPlainData({ ...rest, ...(snapshot && { snapshot: { status, value, context, output } }) }) as Event
}

/**
 * Buffers the inspection events of an instance; call it before the instance creates its first actor to record all of them. Returns a
 * function that opens the inspector window. Nothing is sent before that.
 */
export function inspectWithStately(latchkey: Latchkey): () => void {
  const inspector = createBrowserInspector({ autoStart: false, maxDeferredEvents: MAX_EVENTS, serialize })
  latchkey.inspect((event) => inspector.inspect.next?.(event))
  return () => inspector.start()
}
