/** `<latchkey-devtools>`: a shadow root with a button, and with the panel once it is opened. The panel's code is loaded then. */
import type { Recorder } from './recorder.ts'
import { styles } from './styles.ts'

const NAME = 'latchkey-devtools'

/** How the element is placed in a page. */
export interface ElementOptions {
  recorder: Recorder
  /** A button over the page that opens a panel, or the panel in the page's flow. */
  placement: 'dock' | 'inline'
  open: boolean
  /** `undefined` follows the user's preference. */
  colorScheme: 'light' | 'dark' | undefined
  openInspector: (() => void) | undefined
}

/** Events inside the element do not reach the page: otherwise a dialog of the page could close or take the focus back. */
const CONTAINED_EVENTS = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'click',
  'focusin',
  'wheel',
  'touchmove',
  'keydown',
  'keyup',
]

/** Adds the element to a page. Returns a function that removes it with all its listeners. */
export function mountElement(
  parent: Element,
  { recorder, placement, open, colorScheme, openInspector }: ElementOptions,
): () => void {
  // A defined custom element cannot be redefined. The class has no behavior, so several versions can share it.
  if (!customElements.get(NAME)) customElements.define(NAME, class extends HTMLElement {})
  const host = document.createElement(NAME)
  host.dataset['place'] = placement
  if (colorScheme) host.dataset['scheme'] = colorScheme
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const panel = document.createElement('div')
  root.append(panel)
  const control = new AbortController()
  const { signal } = control
  let unmount: (() => void) | undefined

  const show = async (close: (() => void) | undefined) => {
    const { mountPanel } = await import('./panel/mountPanel.tsx')
    if (signal.aborted || unmount) return
    unmount = mountPanel(panel, { recorder, close, openInspector })
  }

  if (placement === 'inline') {
    void show(undefined).catch(() => panel.append('The devtools could not be loaded.'))
  } else {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'launcher'
    root.prepend(button)
    const setLabel = (text: string) => {
      button.textContent = text
    }
    const closePanel = () => {
      unmount?.()
      unmount = undefined
      button.hidden = false
      button.focus()
    }
    const openPanel = async () => {
      setLabel('Loading …')
      try {
        await show(closePanel)
        button.hidden = true
        setLabel('Latchkey devtools')
      } catch {
        setLabel('Latchkey devtools could not be loaded: try again')
      }
    }
    setLabel('Latchkey devtools')
    button.addEventListener('click', () => void openPanel(), { signal })
    // Makes the element accessible to screen readers next to a dialog, too.
    host.setAttribute('aria-live', 'off')
    for (const type of CONTAINED_EVENTS) host.addEventListener(type, (event) => event.stopPropagation(), { signal })
    // In the capture phase: a dialog would take the focus back or close on Escape before the event arrives here.
    const capture = { capture: true, signal }
    window.addEventListener(
      'focusout',
      (event) => {
        if (event.relatedTarget === host && event.target !== host) event.stopPropagation()
      },
      capture,
    )
    window.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || event.target !== host || !unmount) return
        event.stopPropagation()
        closePanel()
      },
      capture,
    )
    if (open) void openPanel()
  }

  parent.append(host)
  return () => {
    control.abort()
    unmount?.()
    unmount = undefined
    host.remove()
  }
}
