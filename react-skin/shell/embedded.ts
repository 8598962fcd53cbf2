import type { Latchkey } from '../../sdk/index.ts'

const cards = new WeakMap<Latchkey, HTMLElement>()
/** Instances whose card was led to before it was loaded. */
const awaited = new WeakSet<Latchkey>()

const titleOf = (card: HTMLElement | undefined) => card?.querySelector<HTMLElement>('[data-part="title"]')

/** Notes where an instance has its card in the page, until the returned function is called. */
export function standsInPage(latchkey: Latchkey, card: HTMLElement): () => void {
  cards.set(latchkey, card)
  const title = titleOf(card)
  if (title && awaited.delete(latchkey)) title.focus({ preventScroll: true })
  return () => {
    if (cards.get(latchkey) === card) cards.delete(latchkey)
  }
}

/** Leads to the card that an instance has in the page, where it has one: into sight, and to its title, once that is there. */
export function leadToCard(latchkey: Latchkey): void {
  const card = cards.get(latchkey)
  if (!card) return
  card.scrollIntoView?.({ block: 'nearest' })
  const title = titleOf(card)
  if (title) title.focus({ preventScroll: true })
  else awaited.add(latchkey)
}
