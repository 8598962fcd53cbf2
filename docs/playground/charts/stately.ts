/** Stately's own inspector, for whoever asks for it with `?inspect`: a window of stately.ai that is told what the machines do. */
import { createBrowserInspector } from '@statelyai/inspect'
import type { Latchkey } from '../../../sdk/index.ts'
import { masked } from '../../../devtools/mask.ts'

/** So much is kept until the window is open: the machines and what they did since the page was loaded. */
const KEPT = 2_000
const DEPTH = 8

/** A value that can be posted, with what names a person masked wherever it stands. */
function told(value: unknown, depth = DEPTH): unknown {
  if (typeof value === 'string') return masked(value)
  if (value instanceof Error) return { name: value.name, message: masked(value.message) }
  if (typeof value !== 'object' || value === null) return typeof value === 'function' ? undefined : value
  if (depth === 0) return '…'
  if (Array.isArray(value)) return value.map((one) => told(one, depth - 1))
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [masked(name), told(one, depth - 1)]))
}

/** Nothing but data, and of a snapshot what is shown of it. */
const serialize = <Event extends object>(event: Event): Event => {
  const { snapshot, ...rest } = event as { snapshot?: Record<string, unknown> }
  const { status, value, context, output } = snapshot ?? {}
  return told({ ...rest, ...(snapshot && { snapshot: { status, value, context, output } }) }) as Event
}

/**
 * Keeps what the machines of an instance do, from the first one's beginning on if none was looked for yet, and returns what opens
 * the window that is shown it. Nothing leaves the page before.
 */
export function inspectWithStately(latchkey: Latchkey): () => void {
  const inspector = createBrowserInspector({ autoStart: false, maxDeferredEvents: KEPT, serialize })
  latchkey.inspect((event) => inspector.inspect.next?.(event))
  return () => inspector.start()
}
