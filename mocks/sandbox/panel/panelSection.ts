/**
 * One wallet in the panel: its current request, its account and network, and its failure switches. Rendered from its snapshot.
 */
import type { Told, PanelEntry } from './panelEntry.ts'
import { button, checkbox, fill, make, select } from './panelParts.ts'

const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** A wallet's section, which updates until `stop`. */
export interface PanelSection {
  element: HTMLElement
  /** The number of pending requests. */
  pending(): number
  stop(): void
}

/** Creates a wallet's section. `answered` is called when the request that had the focus is removed. */
export function createPanelSection(entry: PanelEntry, answered: () => void): PanelSection {
  const { info, wallet, approvals } = entry
  const status = make('p', { className: 'wallet-status' })
  const question = make('div', {
    className: 'wallet-question',
    role: 'group',
    ariaLabel: 'Request',
    ariaLive: 'polite',
  })
  const account = select('Account', (value) => wallet.selectAccount(value))
  const network = select('Network', (value) => wallet.selectChain?.(Number(value)))
  const disconnect = button('Disconnect', () => wallet.disconnect())
  const everything = checkbox('Approve everything', (on) => approvals.setEverything(on))
  const failures = Object.entries(entry.failures).map(([name, label]) => ({
    name,
    ...checkbox(label, (on) => wallet.setFailure(name, on)),
  }))
  const failing = make('span', { className: 'wallet-status' })
  const choices = wallet.selectChain ? [account.label, network.label] : [account.label]
  const element = make(
    'section',
    { className: 'wallet-section', ariaLabel: `${info.name} panel` },
    make('header', {}, make('img', { src: info.icon, alt: '' }), make('h2', {}, info.name), status),
    question,
    make('div', { className: 'wallet-choices' }, ...choices),
    make('div', { className: 'wallet-actions' }, everything.label, disconnect),
    make(
      'details',
      {},
      make('summary', {}, make('span', {}, 'Failures'), failing),
      make('fieldset', { ariaLabel: 'Failures' }, ...failures.map(({ label }) => label)),
    ),
  )

  const drawTold = ({ title, facts }: Told, check: string | undefined, id: number) => {
    const shown = [...facts, ['Origin', check] as const].filter(([, text]) => text !== undefined && text !== '')
    question.replaceChildren(
      make('h3', {}, title),
      make(
        'dl',
        {},
        ...shown.map(([label, text = '']) => make('div', {}, make('dt', {}, label), make('dd', {}, text))),
      ),
      make(
        'div',
        { className: 'wallet-answers' },
        button('Reject', () => approvals.answer(id, false)),
        button('Approve', () => approvals.answer(id, true), 'wallet-approve'),
      ),
    )
    question.scrollIntoView({ block: 'nearest' })
  }

  let drawn: number | undefined
  const drawQuestion = () => {
    const [first] = approvals.pending()
    if (drawn === first?.id && question.hasChildNodes()) return
    drawn = first?.id
    if (first) return drawTold(entry.tell(first), first.check, first.id)
    question.replaceChildren(make('p', { className: 'wallet-idle' }, 'Nothing to approve. F6 moves here and back.'))
  }

  const draw = () => {
    const now = wallet.snapshot()
    status.textContent = now.failures['locked'] ? 'Locked' : now.connected ? 'Connected' : 'Not connected'
    disconnect.disabled = !now.connected
    fill(
      account.input,
      now.accounts.map((address) => [address, now.names?.[address] ?? shorten(address)]),
      now.account,
    )
    fill(
      network.input,
      (now.chains ?? []).map(({ chainId, name }) => [`${chainId}`, name]),
      `${now.chainId}`,
    )
    everything.input.checked = approvals.everything()
    for (const { name, input } of failures) input.checked = now.failures[name] ?? false
    const on = failures.filter(({ input }) => input.checked).length
    failing.textContent = `${on} on`
    failing.hidden = on === 0
    const hadFocus = question.contains(document.activeElement)
    drawQuestion()
    if (hadFocus && !question.contains(document.activeElement)) answered()
  }

  draw()
  const stops = [wallet.subscribe(draw), approvals.subscribe(draw)]
  return {
    element,
    pending: () => approvals.pending().length,
    stop: () => stops.forEach((stop) => stop()),
  }
}
