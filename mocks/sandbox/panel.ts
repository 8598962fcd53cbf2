/** The wallets' own panel: where the person answers, chooses and makes them fail. Plain DOM, as an extension's window is. */
import type { PanelEntry } from './panelEntry.ts'
import { make } from './panelParts.ts'
import { createPanelSection } from './panelSection.ts'
import { createPanelTabs, type PanelTabs } from './panelTabs.ts'

/** Mounts the panel of a wallet, or of several; the function it returns takes it out again. Its styles are in panel.css. */
export function mountWalletPanel(element: Element, first: PanelEntry, ...others: readonly PanelEntry[]): () => void {
  // A page's modal hides its neighbours from assistive technology, but not live regions: a real wallet stays in reach.
  const panel = make('div', { className: 'sandbox-wallet', ariaLive: 'off', tabIndex: -1 })

  let cameFrom: HTMLElement | undefined
  const leave = () => (cameFrom?.isConnected ? cameFrom : panel).focus()
  const one = createPanelSection(first, leave)
  const rest = others.map((entry) => createPanelSection(entry, leave))
  const tabs: PanelTabs =
    rest.length > 0
      ? createPanelTabs([one, ...rest], [first, ...others])
      : { elements: [one.element], shown: () => one.element, stop: () => {} }

  // A modal's focus trap pulls back focus that moves to a neighbour, but not focus that was given up before.
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

  // The wallet is no part of the page: a click in it is not a click outside the page's modal.
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
