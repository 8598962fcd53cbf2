/** A first-in, first-out queue. Adding and taking have constant cost, however long it is. */
export interface Queue<Thing> {
  readonly length: number
  /** The first items, in order. */
  readonly head: Link<Thing> | undefined
  /** The last items, newest first. */
  readonly tail: Link<Thing> | undefined
}

interface Link<Thing> {
  readonly thing: Thing
  readonly next: Link<Thing> | undefined
}

export const emptyQueue: Queue<never> = { length: 0, head: undefined, tail: undefined }

export const enqueued = <Thing>({ length, head, tail }: Queue<Thing>, thing: Thing): Queue<Thing> => ({
  length: length + 1,
  head,
  tail: { thing, next: tail },
})

function* linked<Thing>(link: Link<Thing> | undefined): Generator<Thing> {
  for (let at = link; at; at = at.next) yield at.thing
}

const chain = <Thing>(things: Iterable<Thing>, onto?: Link<Thing>): Link<Thing> | undefined => {
  let made = onto
  for (const thing of things) made = { thing, next: made }
  return made
}

/** Returns the first item and the queue without it. */
export function dequeued<Thing>({ length, head, tail }: Queue<Thing>): [Thing, Queue<Thing>] | undefined {
  const first = head ?? chain(linked(tail))
  if (!first) return undefined
  return [first.thing, { length: length - 1, head: first.next, tail: head ? tail : undefined }]
}

/** Returns all items, the first one first. */
export const queuedItems = <Thing>({ head, tail }: Queue<Thing>): Thing[] => [
  ...linked(head),
  ...[...linked(tail)].toReversed(),
]

export const toQueue = <Thing>(things: readonly Thing[]): Queue<Thing> => ({
  length: things.length,
  head: chain(things.toReversed()),
  tail: undefined,
})
