/** `latchkey/devtools`: the machines of an instance, looked at in any page while it is built. */
import type { Latchkey } from '../sdk/index.ts'
import { mountElement } from './element.ts'
import { createRecorder } from './recorder.ts'

export interface DevtoolsOptions {
  /** Opens the panel at once; else a button in the corner does. */
  open?: boolean
  /** Nothing follows the visitor's own. */
  colorScheme?: 'light' | 'dark'
  /** Where the element is put; the body, unless something else is named. */
  parent?: Element
}

/**
 * Puts `<latchkey-devtools>` into the page: a button that opens the charts of an instance's machines, lit where each is, with what passed
 * between them and what can happen next. Called right after `createLatchkey`, it has seen everything. Returns what takes it away again.
 * @example const undo = mountDevtools(latchkey)
 */
export function mountDevtools(
  latchkey: Latchkey,
  { open = false, colorScheme, parent = document.body }: DevtoolsOptions = {},
): () => void {
  const recorder = createRecorder(latchkey)
  const unmount = mountElement(parent, { recorder, place: 'dock', open, colorScheme, openInspector: undefined })
  return () => {
    unmount()
    recorder.stop()
  }
}
