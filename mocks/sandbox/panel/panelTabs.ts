/**
 * Tabs for several wallets: one wallet is shown at a time, and one with a new request comes to the front (ARIA's tabs pattern).
 */
import type { PanelEntry } from './panelEntry.ts'
import { make } from './panelParts.ts'
import type { PanelSection } from './panelSection.ts'

/** The tabs and the panels below them. */
export interface PanelTabs {
  elements: readonly HTMLElement[]
  /** The wallet that is shown. */
  shown(): HTMLElement
  stop(): void
}

let count = 0

/** Puts each section into its own tab. */
export function createPanelTabs(
  sections: readonly [PanelSection, ...PanelSection[]],
  entries: readonly PanelEntry[],
): PanelTabs {
  const id = `wallet-tabs-${(count += 1)}`
  let chosen = 0

  const tabs = entries.map(({ info, namespace }, index) => {
    const badge = make('span', { className: 'wallet-badge' })
    const tab = make(
      'button',
      { type: 'button', role: 'tab', id: `${id}-tab-${index}`, onclick: () => choose(index) },
      make('img', { src: info.icon, alt: '' }),
      make('span', {}, namespace),
      badge,
    )
    tab.setAttribute('aria-controls', `${id}-panel-${index}`)
    return { tab, badge }
  })
  const panels = sections.map(({ element }, index) => {
    const panel = make('div', { role: 'tabpanel', id: `${id}-panel-${index}` }, element)
    panel.setAttribute('aria-labelledby', `${id}-tab-${index}`)
    return panel
  })

  function draw() {
    for (const [index, { tab, badge }] of tabs.entries()) {
      const waiting = sections[index]?.pending() ?? 0
      tab.ariaSelected = `${index === chosen}`
      tab.tabIndex = index === chosen ? 0 : -1
      badge.textContent = `${waiting}`
      badge.ariaLabel = waiting === 1 ? '1 request' : `${waiting} requests`
      // The selected wallet shows its requests itself.
      badge.hidden = waiting === 0 || index === chosen
    }
    for (const [index, panel] of panels.entries()) panel.hidden = index !== chosen
  }
  function choose(index: number) {
    chosen = index
    draw()
  }
  /** Selects a wallet with a pending request, unless the selected one has one too. */
  const look = () => {
    const asking = sections.findIndex((section) => section.pending() > 0)
    if (asking !== -1 && sections[chosen]?.pending() === 0) chosen = asking
    draw()
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
    choose(step(chosen))
    tabs[chosen]?.tab.focus()
  }

  const strip = make(
    'div',
    { className: 'wallet-tabs', role: 'tablist', ariaLabel: 'Wallets', onkeydown: moveByKey },
    ...tabs.map(({ tab }) => tab),
  )
  look()
  const stops = entries.map(({ approvals }) => approvals.subscribe(look))
  return {
    elements: [strip, ...panels],
    shown: () => sections[chosen]?.element ?? sections[0].element,
    stop: () => stops.forEach((stop) => stop()),
  }
}
