/** `latchkey/devtools`: shows the machines of an instance in any page during development. */
import type { Latchkey } from '../index.ts'
import { mountElement } from './element.ts'
import { createRecorder } from './recorder.ts'

export interface DevtoolsOptions {
  /** Opens the panel immediately. Default false: a button in the corner opens it. */
  open?: boolean
  /** Default: the user's preference. */
  colorScheme?: 'light' | 'dark'
  /** The parent of the element. Default: the body. */
  parent?: Element
}

/**
 * Adds `<latchkey-devtools>` to the page: a button that opens the charts of an instance's machines, with their current states,
 * the events between them and the possible next events. Call it right after `createLatchkey` to record all events.
 * @param latchkey The instance.
 * @param options The initial state, the color scheme and the parent of the element; all optional.
 * @returns A function that removes it.
 * @example const undo = mountDevtools(latchkey)
 */
export function mountDevtools(
  latchkey: Latchkey,
  { open = false, colorScheme, parent = document.body }: DevtoolsOptions = {},
): () => void {
  const recorder = createRecorder(latchkey)
  const unmount = mountElement(parent, { recorder, placement: 'dock', open, colorScheme, openInspector: undefined })
  return () => {
    unmount()
    recorder.stop()
  }
}
