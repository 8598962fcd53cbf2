/** The card on which a request is shown and decided. */
import { arm } from './arming.ts'
import { decideInWindow } from './decision.ts'
import { shown, type Asker, type Fact, type Question } from './question.ts'
import type { Show } from './queue.ts'

function make<Tag extends keyof HTMLElementTagNameMap>(
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
const factOf = ({ label, value, code }: Fact): HTMLElement =>
  make('div', { className: code ? 'fact long' : 'fact' }, make('dt', {}, label), make('dd', { dir: 'auto' }, value))

const askerOf = ({ origin, name }: Asker): HTMLElement =>
  make(
    'header',
    {},
    make('p', { className: 'origin' }, make('strong', {}, origin), ' asks'),
    ...(name
      ? [make('p', { className: 'name' }, 'It calls itself “', make('bdi', {}, shown(name).slice(0, 80)), '”.')]
      : []),
  )

/** The wallet's own address, shortened because the user only has to recognize it. */
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

function draw(asker: Asker, { title, place, amount, facts, warnings = [] }: Question) {
  const heading = make('h1', { id: 'title', tabIndex: -1 }, title)
  const where = make(
    'p',
    { className: 'where' },
    place.kind ? `with ${place.kind} ` : 'with ',
    make('abbr', { title: place.account }, short(place.account)),
    ` on ${place.network}`,
  )
  const text = make(
    'div',
    { className: 'text', tabIndex: 0, role: 'region', ariaLabel: 'What is asked' },
    ...(amount === undefined ? [] : [make('p', { className: 'amount' }, amount)]),
    ...warnings.map((warning) => make('p', { className: 'warning' }, warning)),
    make('dl', {}, ...facts.map(factOf)),
  )
  const status = make('p', { className: 'status', role: 'status' })
  const reject = make('button', { type: 'button', className: 'reject' }, 'Reject')
  const approve = make('button', { type: 'button', className: 'approve', disabled: true }, 'Approve')
  const elsewhere = make('button', { type: 'button', className: 'elsewhere', hidden: true }, 'Open a window')
  const foot = make('footer', {}, status, make('div', { className: 'buttons' }, reject, approve, elsewhere))
  const card = make('main', { role: 'dialog', className: 'card' }, askerOf(asker), heading, where, text, foot)
  card.setAttribute('aria-labelledby', 'title')
  card.setAttribute('aria-modal', 'true')
  return { card, heading, text, status, reject, approve, elsewhere }
}

/** Runs an approved action and shows its progress, because a network may take a minute. */
export type CarryOut = <Result>(act: () => Promise<Result>) => Promise<Result>

export function createProgress(): CarryOut {
  let running = 0
  const note = make('p', { className: 'card progress', role: 'status' })
  return async (act) => {
    running += 1
    document.body.append(note)
    note.textContent = 'Approved. It is being carried out…'
    try {
      return await act()
    } finally {
      running -= 1
      if (running === 0) note.remove()
    }
  }
}

/** Shows requests in the page, each until it is decided or aborted. */
export const createCard =
  (asker: () => Asker): Show =>
  (question, signal) =>
    new Promise((resolve) => {
      const { card, heading, text, status, reject, approve, elsewhere } = draw(asker(), question)
      document.body.append(card)
      const over = new AbortController()
      const arming = arm({
        card,
        text,
        changed(isArmed, reason, isUnsure) {
          approve.disabled = !isArmed
          approve.hidden = isUnsure
          elsewhere.hidden = !isUnsure
          say(reason)
        },
        seen: () => heading.focus({ preventScroll: true }),
      })
      function say(reason: string) {
        if (status.textContent !== reason) status.textContent = reason
      }
      async function decideElsewhere() {
        elsewhere.disabled = true
        const decided = await decideInWindow(asker(), question, over.signal)
        elsewhere.disabled = false
        if (decided === 'blocked') say('The browser did not open the window. Try another browser.')
        if (decided === 'approved' || decided === 'rejected') end(decided === 'approved')
      }
      function end(isApproved: boolean) {
        over.abort()
        arming.end()
        card.remove()
        signal.removeEventListener('abort', aborted)
        resolve(isApproved)
      }
      const aborted = () => end(false)
      signal.addEventListener('abort', aborted)
      reject.addEventListener('click', () => end(false))
      approve.addEventListener('click', ({ isTrusted }) => {
        if (isTrusted && arming.takes()) end(true)
      })
      elsewhere.addEventListener('click', () => void decideElsewhere())
      card.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') end(false)
      })
    })
