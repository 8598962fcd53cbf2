/** The card on which a request is shown and decided. */
import { guardApproval } from './approvalGuard.ts'
import { decideInWindow } from './decision.ts'
import { escapeInvisible, type Requester, type Detail, type ApprovalRequest } from './approvalRequest.ts'
import type { ShowRequest } from './queue.ts'

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<Omit<HTMLElementTagNameMap[Tag], 'children'>>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  Object.assign(element, properties)
  element.append(...children)
  return element
}

/** The labels are English; the values may be in any language and direction. */
const renderDetail = ({ label, value, code }: Detail): HTMLElement =>
  createElement(
    'div',
    { className: code ? 'fact long' : 'fact' },
    createElement('dt', {}, label),
    createElement('dd', { dir: 'auto' }, value),
  )

const renderRequester = ({ origin, name }: Requester): HTMLElement =>
  createElement(
    'header',
    {},
    createElement('p', { className: 'origin' }, createElement('strong', {}, origin), ' asks'),
    ...(name
      ? [
          createElement(
            'p',
            { className: 'name' },
            'It calls itself “',
            createElement('bdi', {}, escapeInvisible(name).slice(0, 80)),
            '”.',
          ),
        ]
      : []),
  )

/** The wallet's own address, shortened because the user only has to recognize it. */
const shortenAddress = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

function renderCard(requester: Requester, { title, signer, amount, details, warnings = [] }: ApprovalRequest) {
  const heading = createElement('h1', { id: 'title', tabIndex: -1 }, title)
  const signerLine = createElement(
    'p',
    { className: 'where' },
    signer.kind ? `with ${signer.kind} ` : 'with ',
    createElement('abbr', { title: signer.account }, shortenAddress(signer.account)),
    ` on ${signer.network}`,
  )
  const text = createElement(
    'div',
    { className: 'text', tabIndex: 0, role: 'region', ariaLabel: 'What is asked' },
    ...(amount === undefined ? [] : [createElement('p', { className: 'amount' }, amount)]),
    ...warnings.map((warning) => createElement('p', { className: 'warning' }, warning)),
    createElement('dl', {}, ...details.map(renderDetail)),
  )
  const status = createElement('p', { className: 'status', role: 'status' })
  const reject = createElement('button', { type: 'button', className: 'reject' }, 'Reject')
  const approve = createElement('button', { type: 'button', className: 'approve', disabled: true }, 'Approve')
  const windowButton = createElement(
    'button',
    { type: 'button', className: 'elsewhere', hidden: true },
    'Open a window',
  )
  const footer = createElement(
    'footer',
    {},
    status,
    createElement('div', { className: 'buttons' }, reject, approve, windowButton),
  )
  const card = createElement(
    'main',
    { role: 'dialog', className: 'card' },
    renderRequester(requester),
    heading,
    signerLine,
    text,
    footer,
  )
  card.setAttribute('aria-labelledby', 'title')
  card.setAttribute('aria-modal', 'true')
  return { card, heading, text, status, reject, approve, windowButton }
}

/** Runs an approved action and shows its progress, because a network may take a minute. */
export type RunWithProgress = <Result>(action: () => Promise<Result>) => Promise<Result>

export function createProgress(): RunWithProgress {
  let running = 0
  const progress = createElement('p', { className: 'card progress', role: 'status' })
  return async (action) => {
    running += 1
    document.body.append(progress)
    progress.textContent = 'Approved. It is being carried out…'
    try {
      return await action()
    } finally {
      running -= 1
      if (running === 0) progress.remove()
    }
  }
}

/** Shows requests in the page, each until it is decided or aborted. */
export const createCard =
  (getRequester: () => Requester): ShowRequest =>
  (request, signal) =>
    new Promise((resolve) => {
      const { card, heading, text, status, reject, approve, windowButton } = renderCard(getRequester(), request)
      document.body.append(card)
      const closed = new AbortController()
      const guard = guardApproval({
        card,
        scrollArea: text,
        onChange(canApprove, reason, needsWindow) {
          approve.disabled = !canApprove
          approve.hidden = needsWindow
          windowButton.hidden = !needsWindow
          setStatus(reason)
        },
        onVisible: () => heading.focus({ preventScroll: true }),
      })
      function setStatus(reason: string) {
        if (status.textContent !== reason) status.textContent = reason
      }
      async function decideInPopup() {
        windowButton.disabled = true
        const decision = await decideInWindow(getRequester(), request, closed.signal)
        windowButton.disabled = false
        if (decision === 'blocked') setStatus('The browser did not open the window. Try another browser.')
        if (decision === 'approved' || decision === 'rejected') close(decision === 'approved')
      }
      function close(isApproved: boolean) {
        closed.abort()
        guard.stop()
        card.remove()
        signal.removeEventListener('abort', onAbort)
        resolve(isApproved)
      }
      const onAbort = () => close(false)
      signal.addEventListener('abort', onAbort)
      reject.addEventListener('click', () => close(false))
      approve.addEventListener('click', ({ isTrusted }) => {
        if (isTrusted && guard.acceptsClick()) close(true)
      })
      windowButton.addEventListener('click', () => void decideInPopup())
      card.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') close(false)
      })
    })
