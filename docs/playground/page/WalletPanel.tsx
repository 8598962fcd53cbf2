import { useEffect, useRef } from 'react'
import type { Approvals } from '../../../mocks/sandbox/approvals.ts'
import { mountWalletPanel } from '../../../mocks/sandbox/panel.ts'
import type { SandboxWallet } from '../../../mocks/sandbox/wallet.ts'

/** The sandbox wallet's own panel, which is plain DOM, as an extension's window would be. */
export function WalletPanel({ wallet, approvals }: { wallet: SandboxWallet; approvals: Approvals }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(
    () => (element.current ? mountWalletPanel(element.current, wallet, approvals) : undefined),
    [wallet, approvals],
  )
  return <div className="wallet" ref={element} />
}
