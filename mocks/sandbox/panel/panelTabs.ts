/**
 * Tabs for several wallets: one wallet is shown at a time, and one with a new request comes to the front (ARIA's tabs pattern).
 */
import type { PanelEntry } from './panelEntry.ts'
import { createElement } from './panelParts.ts'
import type { PanelSection } from './panelSection.ts'

/** The tabs and the panels below them. */
export interface PanelTabs {
  elements: readonly HTMLElement[]
  /** The wallet that is shown. */
  selectedElement(): HTMLElement
  stop(): void
}

let count = 0

/** Puts each section into its own tab. */
export function createPanelTabs(
  sections: readonly [PanelSection, ...PanelSection[]],
  entries: readonly PanelEntry[],
): PanelTabs {
  const id = `wallet-tabs-${(count += 1)}`
  let selected = 0

  const tabs = entries.map(({ info, namespace }, index) => {
    const badge = createElement('span', { className: 'wallet-badge' })
    const tab = createElement(
      'button',
      { type: 'button', role: 'tab', id: `${id}-tab-${index}`, onclick: () => selectTab(index) },
      createElement('img', { src: info.icon, alt: '' }),
      createElement('span', {}, namespace),
      badge,
    )
    tab.setAttribute('aria-controls', `${id}-panel-${index}`)
    return { tab, badge }
  })
  const panels = sections.map(({ element }, index) => {
    const panel = createElement('div', { role: 'tabpanel', id: `${id}-panel-${index}` }, element)
    panel.setAttribute('aria-labelledby', `${id}-tab-${index}`)
    return panel
  })

  function render() {
    for (const [index, { tab, badge }] of tabs.entries()) {
      const pendingCount = sections[index]?.pending() ?? 0
      tab.ariaSelected = `${index === selected}`
      tab.tabIndex = index === selected ? 0 : -1
      badge.textContent = `${pendingCount}`
      badge.ariaLabel = pendingCount === 1 ? '1 request' : `${pendingCount} requests`
      // The selected wallet shows its requests itself.
      badge.hidden = pendingCount === 0 || index === selected
    }
    for (const [index, panel] of panels.entries()) panel.hidden = index !== selected
  }
  function selectTab(index: number) {
    selected = index
    render()
  }
  /** Selects a wallet with a pending request, unless the selected one has one too. */
  const update = () => {
    const pendingIndex = sections.findIndex((section) => section.pending() > 0)
    if (pendingIndex !== -1 && sections[selected]?.pending() === 0) selected = pendingIndex
    render()
  }
  const steps: Readonly<Record<string, (from: number) => number>> = {
    ArrowLeft: (from) => (from + tabs.length - 1) % tabs.length,
    ArrowRight: (from) => (from + 1) % tabs.length,
    Home: () => 0,
    End: () => tabs.length - 1,
  }
  const moveByKey = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    selectTab(step(selected))
    tabs[selected]?.tab.focus()
  }

  const tabList = createElement(
    'div',
    { className: 'wallet-tabs', role: 'tablist', ariaLabel: 'Wallets', onkeydown: moveByKey },
    ...tabs.map(({ tab }) => tab),
  )
  update()
  const unsubscribers = entries.map(({ approvals }) => approvals.subscribe(update))
  return {
    elements: [tabList, ...panels],
    selectedElement: () => sections[selected]?.element ?? sections[0].element,
    stop: () => unsubscribers.forEach((unsubscribe) => unsubscribe()),
  }
}
