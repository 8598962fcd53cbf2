import { useEffect, useRef } from 'react'
import { mountWalletPanel } from '../../../mocks/sandbox/panel/panel.ts'
import type { PanelEntry } from '../../../mocks/sandbox/panel/panelEntry.ts'

/** The panel of the sandbox wallets, in plain DOM like the window of a browser extension. */
export function WalletPanel({ wallets }: { wallets: readonly [PanelEntry, ...PanelEntry[]] }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => (element.current ? mountWalletPanel(element.current, ...wallets) : undefined), [wallets])
  return <div className="wallet" ref={element} />
}
