/** A first-in, first-out queue. Adding or taking an item takes constant time on average. */
export interface Queue<Item> {
  readonly length: number
  /** The first items, in order. */
  readonly head: Link<Item> | undefined
  /** The last items, newest first. */
  readonly tail: Link<Item> | undefined
}

interface Link<Item> {
  readonly item: Item
  readonly next: Link<Item> | undefined
}

export const emptyQueue: Queue<never> = { length: 0, head: undefined, tail: undefined }

export const addToQueue = <Item>({ length, head, tail }: Queue<Item>, item: Item): Queue<Item> => ({
  length: length + 1,
  head,
  tail: { item, next: tail },
})

/** Iterates over the items of a link and the links after it. */
function* itemsOf<Item>(link: Link<Item> | undefined): Generator<Item> {
  for (let current = link; current; current = current.next) yield current.item
}

/** Links items in reverse order, in front of the other links. */
const linksOf = <Item>(items: Iterable<Item>, rest?: Link<Item>): Link<Item> | undefined => {
  let first = rest
  for (const item of items) first = { item, next: first }
  return first
}

/** Returns the first item and the queue without it. */
export function takeFromQueue<Item>({ length, head, tail }: Queue<Item>): [Item, Queue<Item>] | undefined {
  const first = head ?? linksOf(itemsOf(tail))
  if (!first) return undefined
  return [first.item, { length: length - 1, head: first.next, tail: head ? tail : undefined }]
}

/** Returns all items, the first one first. */
export const queuedItems = <Item>({ head, tail }: Queue<Item>): Item[] => [
  ...itemsOf(head),
  ...[...itemsOf(tail)].toReversed(),
]

export const toQueue = <Item>(items: readonly Item[]): Queue<Item> => ({
  length: items.length,
  head: linksOf(items.toReversed()),
  tail: undefined,
})
