import type { Latchkey } from '../../sdk/index.ts'

const cards = new WeakMap<Latchkey, HTMLElement>()
/** Instances whose card was led to before it was loaded. */
const awaited = new WeakSet<Latchkey>()

/** What tells that the visitor goes on, by whichever means. */
const MOVES = ['pointerdown', 'wheel', 'touchmove', 'keydown']

/** Into sight, and so it stays while what is shown in it comes, until the visitor goes on. */
function bringIntoSight(card: HTMLElement): void {
  const show = () => card.scrollIntoView?.({ block: 'nearest' })
  show()
  if (typeof ResizeObserver === 'undefined') return
  const growth = new ResizeObserver(show)
  growth.observe(card)
  const moved = new AbortController()
  const end = () => {
    growth.disconnect()
    moved.abort()
  }
  for (const move of MOVES) addEventListener(move, end, { capture: true, passive: true, signal: moved.signal })
}

const titleOf = (card: HTMLElement | undefined) => card?.querySelector<HTMLElement>('[data-part="title"]')

/** Notes where an instance has its card in the page, until the returned function is called. */
export function standsInPage(latchkey: Latchkey, card: HTMLElement): () => void {
  cards.set(latchkey, card)
  const title = titleOf(card)
  if (title && awaited.delete(latchkey)) {
    bringIntoSight(card)
    title.focus({ preventScroll: true })
  }
  return () => {
    if (cards.get(latchkey) === card) cards.delete(latchkey)
  }
}

/** Leads to the card that an instance has in the page, where it has one: into sight, and to its title, once that is there. */
export function leadToCard(latchkey: Latchkey): void {
  const card = cards.get(latchkey)
  if (!card) return
  bringIntoSight(card)
  const title = titleOf(card)
  if (title) title.focus({ preventScroll: true })
  else awaited.add(latchkey)
}
