import type { Latchkey } from '../../sdk/index.ts'

const cards = new WeakMap<Latchkey, HTMLElement>()
/** Instances whose card should be focused once it is loaded. */
const awaited = new WeakSet<Latchkey>()

/** Events that show that the user continues. */
const MOVES = ['pointerdown', 'wheel', 'touchmove', 'keydown']

/** Scrolls the card into view, and keeps it there while its content grows, until the user continues. */
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

/** Registers the card that an instance has in the page. Returns a function that unregisters it. */
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

/** Scrolls to the embedded card of an instance, if it has one, and focuses its title once it is loaded. */
export function leadToCard(latchkey: Latchkey): void {
  const card = cards.get(latchkey)
  if (!card) return
  bringIntoSight(card)
  const title = titleOf(card)
  if (title) title.focus({ preventScroll: true })
  else awaited.add(latchkey)
}
