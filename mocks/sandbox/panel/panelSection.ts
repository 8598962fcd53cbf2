/**
 * One wallet in the panel: its current request, its account and network, and its failure switches. Rendered from its snapshot.
 */
import type { RequestSummary, PanelEntry } from './panelEntry.ts'
import { button, checkbox, fillOptions, createElement, select } from './panelParts.ts'

const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** A wallet's section, which updates until `stop`. */
export interface PanelSection {
  element: HTMLElement
  /** The number of pending requests. */
  pending(): number
  stop(): void
}

/** Creates a wallet's section. `onFocusLost` is called when the focused request is removed. */
export function createPanelSection(entry: PanelEntry, onFocusLost: () => void): PanelSection {
  const { info, wallet, approvals } = entry
  const status = createElement('p', { className: 'wallet-status' })
  const requestArea = createElement('div', {
    className: 'wallet-question',
    role: 'group',
    ariaLabel: 'Request',
    ariaLive: 'polite',
  })
  const account = select('Account', (value) => wallet.selectAccount(value))
  const network = select('Network', (value) => wallet.selectChain?.(Number(value)))
  const disconnect = button('Disconnect', () => wallet.disconnect())
  const approveAll = checkbox('Approve everything', (on) => approvals.setApproveAll(on))
  const failures = Object.entries(entry.failures).map(([name, label]) => ({
    name,
    ...checkbox(label, (on) => wallet.setFailure(name, on)),
  }))
  const activeFailures = createElement('span', { className: 'wallet-status' })
  const choices = wallet.selectChain ? [account.label, network.label] : [account.label]
  const element = createElement(
    'section',
    { className: 'wallet-section', ariaLabel: `${info.name} panel` },
    createElement(
      'header',
      {},
      createElement('img', { src: info.icon, alt: '' }),
      createElement('h2', {}, info.name),
      status,
    ),
    requestArea,
    createElement('div', { className: 'wallet-choices' }, ...choices),
    createElement('div', { className: 'wallet-actions' }, approveAll.label, disconnect),
    createElement(
      'details',
      {},
      createElement('summary', {}, createElement('span', {}, 'Failures'), activeFailures),
      createElement('fieldset', { ariaLabel: 'Failures' }, ...failures.map(({ label }) => label)),
    ),
  )

  const renderRequest = ({ title, details }: RequestSummary, check: string | undefined, id: number) => {
    const visibleDetails = [...details, ['Origin', check] as const].filter(
      ([, text]) => text !== undefined && text !== '',
    )
    requestArea.replaceChildren(
      createElement('h3', {}, title),
      createElement(
        'dl',
        {},
        ...visibleDetails.map(([label, text = '']) =>
          createElement('div', {}, createElement('dt', {}, label), createElement('dd', {}, text)),
        ),
      ),
      createElement(
        'div',
        { className: 'wallet-answers' },
        button('Reject', () => approvals.answer(id, false)),
        button('Approve', () => approvals.answer(id, true), 'wallet-approve'),
      ),
    )
    requestArea.scrollIntoView({ block: 'nearest' })
  }

  let renderedId: number | undefined
  const renderPending = () => {
    const [first] = approvals.pending()
    if (renderedId === first?.id && requestArea.hasChildNodes()) return
    renderedId = first?.id
    if (first) return renderRequest(entry.describe(first), first.check, first.id)
    requestArea.replaceChildren(
      createElement('p', { className: 'wallet-idle' }, 'Nothing to approve. F6 moves here and back.'),
    )
  }

  const render = () => {
    const snapshot = wallet.snapshot()
    status.textContent = snapshot.failures['locked'] ? 'Locked' : snapshot.connected ? 'Connected' : 'Not connected'
    disconnect.disabled = !snapshot.connected
    fillOptions(
      account.input,
      snapshot.accounts.map((address) => [address, snapshot.names?.[address] ?? shorten(address)]),
      snapshot.account,
    )
    fillOptions(
      network.input,
      (snapshot.chains ?? []).map(({ chainId, name }) => [`${chainId}`, name]),
      `${snapshot.chainId}`,
    )
    approveAll.input.checked = approvals.isApprovingAll()
    for (const { name, input } of failures) input.checked = snapshot.failures[name] ?? false
    const on = failures.filter(({ input }) => input.checked).length
    activeFailures.textContent = `${on} on`
    activeFailures.hidden = on === 0
    const hadFocus = requestArea.contains(document.activeElement)
    renderPending()
    if (hadFocus && !requestArea.contains(document.activeElement)) onFocusLost()
  }

  render()
  const unsubscribers = [wallet.subscribe(render), approvals.subscribe(render)]
  return {
    element,
    pending: () => approvals.pending().length,
    stop: () => unsubscribers.forEach((unsubscribe) => unsubscribe()),
  }
}
