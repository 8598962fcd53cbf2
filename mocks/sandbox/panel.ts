/** The wallet's own panel: where the person answers, chooses and makes it fail. Plain DOM, drawn from the snapshot. */
import { walletInfo } from './announce.ts'
import type { Approvals } from './approvals.ts'
import type { WalletRequest } from './questions.ts'
import { type FailureName, failureNames, type SandboxWallet } from './wallet.ts'

const failureLabels: Record<FailureName, string> = {
  reject: 'Reject every request',
  silent: 'Never answer',
  unknownChain: 'Know no other network',
  locked: 'Locked',
  wrongChain: 'Stay on the wrong network',
  disconnects: 'Disconnect after connecting',
  garbage: 'Answer nonsense',
  throwsStrings: 'Throw bare strings',
  otherAccount: 'Change account after connecting',
}

const titles: Record<WalletRequest['kind'], string> = {
  connect: 'Connect this site',
  sign: 'Sign a message',
  typedData: 'Sign typed data',
  transaction: 'Send a transaction',
  switch: 'Switch network',
  add: 'Add a network',
}

const shorten = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

/** The facts of a question, as label and text. */
function factsOf(request: WalletRequest): [label: string, text: string | undefined][] {
  const site: [string, string] = ['Site', request.origin]
  switch (request.kind) {
    case 'connect':
      return [site, ['Account', request.details.account]]
    case 'sign':
      return [site, ['Account', request.details.account], ['Message', request.details.message]]
    case 'typedData': {
      const { account, primaryType, message } = request.details
      return [site, ['Account', account], ['Type', primaryType], ['Message', JSON.stringify(message, null, 2)]]
    }
    case 'transaction': {
      const { from, to, amount, symbol, network, contract, data } = request.details
      const parties: [string, string | undefined][] = [
        ['From', from],
        ['To', to ?? 'New contract'],
        ['Network', network],
      ]
      const call: [string, string | undefined][] = [
        ['Contract', contract === to ? undefined : contract],
        ['Data', data],
      ]
      return [site, ['Amount', `${amount} ${symbol}`], ...parties, ...call]
    }
    case 'switch':
      return [site, ['Network', request.details.network]]
    case 'add': {
      const { network, chainId, symbol, rpcUrl } = request.details
      return [site, ['Network', network], ['Chain id', `${chainId}`], ['Symbol', symbol], ['RPC', rpcUrl]]
    }
  }
}

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<Omit<HTMLElementTagNameMap[K], 'children'>>,
  ...children: (Node | string)[]
) {
  const element = document.createElement(tag)
  Object.assign(element, properties)
  element.append(...children)
  return element
}

const button = (text: string, onclick: () => void, kind = '') =>
  make('button', { type: 'button', className: kind, onclick }, text)

const checkbox = (text: string, onchange: (on: boolean) => void) => {
  const input = make('input', { type: 'checkbox', onchange: () => onchange(input.checked) })
  return { input, label: make('label', { className: 'wallet-switch' }, input, text) }
}

const select = (text: string, onchange: (value: string) => void) => {
  const input = make('select', { onchange: () => onchange(input.value) })
  return { input, label: make('label', { className: 'wallet-choice' }, text, input) }
}

const fill = (input: HTMLSelectElement, choices: [value: string, text: string][], value: string) => {
  const drawn = [...input.options].map((option) => option.value).join()
  if (drawn !== choices.map(([choice]) => choice).join()) {
    input.replaceChildren(...choices.map(([choice, text]) => make('option', { value: choice }, text)))
  }
  input.value = value
}

/** Mounts the panel into `element`; the function it returns takes it out again. Its styles are in panel.css. */
export function mountWalletPanel(element: Element, wallet: SandboxWallet, approvals: Approvals): () => void {
  const status = make('p', { className: 'wallet-status' })
  const question = make('div', {
    className: 'wallet-question',
    role: 'group',
    ariaLabel: 'Request',
    ariaLive: 'polite',
  })
  const account = select('Account', (value) => {
    const chosen = wallet.snapshot().accounts.find((address) => address === value)
    if (chosen) wallet.selectAccount(chosen)
  })
  const network = select('Network', (value) => wallet.selectChain(Number(value)))
  const disconnect = button('Disconnect', () => wallet.disconnect())
  const everything = checkbox('Approve everything', (on) => approvals.setEverything(on))
  const failures = failureNames.map((name) => ({
    name,
    ...checkbox(failureLabels[name], (on) => wallet.setFailure(name, on)),
  }))

  // A page's modal hides its neighbours from assistive technology, but not live regions: a real wallet stays in reach.
  const panel = make('section', {
    className: 'sandbox-wallet',
    ariaLabel: `${walletInfo.name} panel`,
    ariaLive: 'off',
    tabIndex: -1,
  })
  const failing = make('span', { className: 'wallet-status' })
  panel.append(
    make('header', {}, make('img', { src: walletInfo.icon, alt: '' }), make('h2', {}, walletInfo.name), status),
    question,
    make('div', { className: 'wallet-choices' }, account.label, network.label),
    make('div', { className: 'wallet-actions' }, everything.label, disconnect),
    make(
      'details',
      {},
      make('summary', {}, make('span', {}, 'Failures'), failing),
      make('fieldset', { ariaLabel: 'Failures' }, ...failures.map(({ label }) => label)),
    ),
  )

  let drawn: number | undefined
  const drawQuestion = () => {
    const [request] = approvals.pending()
    if (drawn === request?.id && question.hasChildNodes()) return
    drawn = request?.id
    if (!request)
      return question.replaceChildren(
        make('p', { className: 'wallet-idle' }, 'Nothing to approve. F6 moves here and back.'),
      )
    const facts = [...factsOf(request), ['Origin', request.check] as const].filter(
      ([, text]) => text !== undefined && text !== '',
    )
    question.replaceChildren(
      make('h3', {}, titles[request.kind]),
      make(
        'dl',
        {},
        ...facts.map(([label, text = '']) => make('div', {}, make('dt', {}, label), make('dd', {}, text))),
      ),
      make(
        'div',
        { className: 'wallet-answers' },
        button('Reject', () => approvals.answer(request.id, false)),
        button('Approve', () => approvals.answer(request.id, true), 'wallet-approve'),
      ),
    )
    question.scrollIntoView({ block: 'nearest' })
  }

  let cameFrom: HTMLElement | undefined
  // A modal's focus trap pulls back focus that moves to a neighbour, but not focus that was given up before.
  const freeFocus = () => {
    const { activeElement } = document
    if (!(activeElement instanceof HTMLElement) || panel.contains(activeElement)) return
    cameFrom = activeElement
    activeElement.blur()
  }
  const leave = () => (cameFrom?.isConnected ? cameFrom : panel).focus()
  const moveByKey = (event: KeyboardEvent) => {
    if (event.key !== 'F6') return
    event.preventDefault()
    if (panel.contains(document.activeElement)) return leave()
    freeFocus()
    panel.querySelector<HTMLElement>('button, select')?.focus()
  }

  const draw = () => {
    const now = wallet.snapshot()
    status.textContent = now.failures.locked ? 'Locked' : now.connected ? 'Connected' : 'Not connected'
    disconnect.disabled = !now.connected
    fill(
      account.input,
      now.accounts.map((address) => [address, shorten(address)]),
      now.account,
    )
    fill(
      network.input,
      now.chains.map(({ chainId, name }) => [`${chainId}`, name]),
      `${now.chainId}`,
    )
    everything.input.checked = approvals.everything()
    for (const { name, input } of failures) input.checked = now.failures[name]
    const on = failures.filter(({ input }) => input.checked).length
    failing.textContent = `${on} on`
    failing.hidden = on === 0
    const answered = question.contains(document.activeElement)
    drawQuestion()
    if (answered && !question.contains(document.activeElement)) leave()
  }

  // The wallet is no part of the page: a click in it is not a click outside the page's modal.
  const keepInside = (event: Event) => event.stopPropagation()
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'focusout', 'keydown']) {
    panel.addEventListener(type, keepInside)
  }

  panel.addEventListener('pointerdown', freeFocus)
  document.addEventListener('keydown', moveByKey, { capture: true })

  draw()
  element.append(panel)
  const stops = [wallet.subscribe(draw), approvals.subscribe(draw)]
  return () => {
    stops.forEach((stop) => stop())
    document.removeEventListener('keydown', moveByKey, { capture: true })
    panel.remove()
  }
}
