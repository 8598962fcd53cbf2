/** `<latchkey-devtools>`: a shadow root that holds a button, and, once it is opened, the panel, whose code comes then. */
import type { Recorder } from './recorder.ts'
import { styles } from './styles.ts'

const NAME = 'latchkey-devtools'

/** How the element stands in a page. */
export interface ElementOptions {
  recorder: Recorder
  /** A button over the page that opens a panel, or the panel in the page's flow. */
  place: 'dock' | 'inline'
  open: boolean
  /** Nothing follows the visitor's own. */
  colorScheme: 'light' | 'dark' | undefined
  openInspector: (() => void) | undefined
}

/** What happens within is none of the page's business: a dialog of the page neither closes nor takes the focus back. */
const KEPT_WITHIN = [
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

/** Puts the element into a page; returns what takes it out, with all that it listens to. */
export function mountElement(
  parent: Element,
  { recorder, place, open, colorScheme, openInspector }: ElementOptions,
): () => void {
  // A name that is defined stays defined; the element itself holds no behaviour, so that several versions may share it.
  if (!customElements.get(NAME)) customElements.define(NAME, class extends HTMLElement {})
  const host = document.createElement(NAME)
  host.dataset['place'] = place
  if (colorScheme) host.dataset['scheme'] = colorScheme
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  const panel = document.createElement('div')
  root.append(panel)
  const ended = new AbortController()
  const { signal } = ended
  let unmount: (() => void) | undefined

  const show = async (close: (() => void) | undefined) => {
    const { mountPanel } = await import('./panel/mountPanel.tsx')
    if (signal.aborted || unmount) return
    unmount = mountPanel(panel, { recorder, close, openInspector })
  }

  if (place === 'inline') {
    void show(undefined).catch(() => panel.append('The devtools could not be loaded.'))
  } else {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'launcher'
    root.prepend(button)
    const say = (text: string) => {
      button.textContent = text
    }
    const shut = () => {
      unmount?.()
      unmount = undefined
      button.hidden = false
      button.focus()
    }
    const press = async () => {
      say('Loading …')
      try {
        await show(shut)
        button.hidden = true
        say('Latchkey devtools')
      } catch {
        say('Latchkey devtools could not be loaded: try again')
      }
    }
    say('Latchkey devtools')
    button.addEventListener('click', () => void press(), { signal })
    // Who reads the page aloud finds it beside a dialog too.
    host.setAttribute('aria-live', 'off')
    for (const type of KEPT_WITHIN) host.addEventListener(type, (event) => event.stopPropagation(), { signal })
    // A dialog would take the focus back as it leaves, and close by Escape, before the event is here.
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
        shut()
      },
      capture,
    )
    if (open) void press()
  }

  parent.append(host)
  return () => {
    ended.abort()
    unmount?.()
    unmount = undefined
    host.remove()
  }
}
