/**
 * The wallets' panel, in which the user answers requests, selects accounts and networks, and turns on failures. Plain DOM, like
 * an extension's window.
 */
import type { PanelEntry } from './panelEntry.ts'
import { make } from './panelParts.ts'
import { createPanelSection } from './panelSection.ts'
import { createPanelTabs, type PanelTabs } from './panelTabs.ts'

/** Mounts the panel of one or more wallets. Returns a function that removes it. Its styles are in panel.css. */
export function mountWalletPanel(element: Element, first: PanelEntry, ...others: readonly PanelEntry[]): () => void {
  // The page's modal hides its siblings from assistive technology, except live regions. A real wallet stays reachable, so the
  // panel is one.
  const panel = make('div', { className: 'sandbox-wallet', ariaLive: 'off', tabIndex: -1 })

  let cameFrom: HTMLElement | undefined
  const leave = () => (cameFrom?.isConnected ? cameFrom : panel).focus()
  const one = createPanelSection(first, leave)
  const rest = others.map((entry) => createPanelSection(entry, leave))
  const tabs: PanelTabs =
    rest.length > 0
      ? createPanelTabs([one, ...rest], [first, ...others])
      : { elements: [one.element], shown: () => one.element, stop: () => {} }

  // A modal's focus trap pulls focus back from its siblings, unless the focused element was blurred first.
  const freeFocus = () => {
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement) || panel.contains(activeElement)) return
    cameFrom = activeElement
    activeElement.blur()
  }
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6') return
    event.preventDefault()
    if (panel.contains(document.activeElement)) return leave()
    freeFocus()
    tabs.shown().querySelector<HTMLElement>('button, select')?.focus()
  }

  // The wallet is not part of the page, so a click in it must not count as a click outside the page's modal.
  const keepInside = (event: Event) => event.stopPropagation()
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'focusout', 'keydown']) {
    panel.addEventListener(type, keepInside)
  }
  panel.addEventListener('pointerdown', freeFocus)
  document.addEventListener('keydown', moveByKey, { capture: true })

  panel.append(...tabs.elements)
  element.append(panel)
  return () => {
    tabs.stop()
    for (const { stop } of [one, ...rest]) stop()
    document.removeEventListener('keydown', moveByKey, { capture: true })
    panel.remove()
  }
}
