import type { Latchkey } from '../../sdk/index.ts'

const cards = new WeakMap<Latchkey, HTMLElement>()

/** Notes where an instance has its card in the page, until the returned function is called. */
export function standsInPage(latchkey: Latchkey, card: HTMLElement): () => void {
  cards.set(latchkey, card)
  return () => {
    if (cards.get(latchkey) === card) cards.delete(latchkey)
  }
}

/** Leads to the card that an instance has in the page, where it has one: into sight, and to its title. */
export function leadToCard(latchkey: Latchkey): void {
  const card = cards.get(latchkey)
  card?.scrollIntoView({ block: 'nearest' })
  card?.querySelector<HTMLElement>('[data-part="title"]')?.focus({ preventScroll: true })
}
