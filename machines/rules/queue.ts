/** A line of things, first in, first out. Adding and taking cost the same however long it is. */
export interface Queue<Thing> {
  readonly length: number
  /** The first ones, in order. */
  readonly head: Link<Thing> | undefined
  /** The last ones, the newest first. */
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

/** The first of the line and the line without it. */
export function dequeued<Thing>({ length, head, tail }: Queue<Thing>): [Thing, Queue<Thing>] | undefined {
  const first = head ?? chain(linked(tail))
  if (!first) return undefined
  return [first.thing, { length: length - 1, head: first.next, tail: head ? tail : undefined }]
}

/** Everything in the line, the first one first. */
export const queuedThings = <Thing>({ head, tail }: Queue<Thing>): Thing[] => [
  ...linked(head),
  ...[...linked(tail)].toReversed(),
]

export const queueOf = <Thing>(things: readonly Thing[]): Queue<Thing> => ({
  length: things.length,
  head: chain(things.toReversed()),
  tail: undefined,
})
