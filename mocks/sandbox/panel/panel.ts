/**
 * The wallets' panel, in which the user answers requests, selects accounts and networks, and turns on failures. Plain DOM, like
 * an extension's window.
 */
import type { PanelEntry } from './panelEntry.ts'
import { createElement } from './panelParts.ts'
import { createPanelSection } from './panelSection.ts'
import { createPanelTabs, type PanelTabs } from './panelTabs.ts'

/** Mounts the panel of one or more wallets. Returns a function that removes it. Its styles are in panel.css. */
export function mountWalletPanel(
  element: Element,
  firstEntry: PanelEntry,
  ...otherEntries: readonly PanelEntry[]
): () => void {
  // The page's modal hides its siblings from assistive technology, except live regions. A real wallet stays reachable, so the
  // panel is one.
  const panel = createElement('div', { className: 'sandbox-wallet', ariaLive: 'off', tabIndex: -1 })

  let previousFocus: HTMLElement | undefined
  const restoreFocus = () => (previousFocus?.isConnected ? previousFocus : panel).focus()
  const firstSection = createPanelSection(firstEntry, restoreFocus)
  const otherSections = otherEntries.map((entry) => createPanelSection(entry, restoreFocus))
  const tabs: PanelTabs =
    otherSections.length > 0
      ? createPanelTabs([firstSection, ...otherSections], [firstEntry, ...otherEntries])
      : { elements: [firstSection.element], selectedElement: () => firstSection.element, stop: () => {} }

  // A modal's focus trap pulls focus back from its siblings, unless the focused element was blurred first.
  const takeFocus = () => {
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement) || panel.contains(activeElement)) return
    previousFocus = activeElement
    activeElement.blur()
  }
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6') return
    event.preventDefault()
    if (panel.contains(document.activeElement)) return restoreFocus()
    takeFocus()
    tabs.selectedElement().querySelector<HTMLElement>('button, select')?.focus()
  }

  // The wallet is not part of the page, so a click in it must not count as a click outside the page's modal.
  const stopPropagation = (event: Event) => event.stopPropagation()
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'focusout', 'keydown']) {
    panel.addEventListener(type, stopPropagation)
  }
  panel.addEventListener('pointerdown', takeFocus)
  document.addEventListener('keydown', moveByKey, { capture: true })

  panel.append(...tabs.elements)
  element.append(panel)
  return () => {
    tabs.stop()
    for (const { stop } of [firstSection, ...otherSections]) stop()
    document.removeEventListener('keydown', moveByKey, { capture: true })
    panel.remove()
  }
}
