import type { InspectionEvent } from 'xstate'

/** A command or a fact that passed between two machines, or came from the page. */
export interface Passed {
  id: number
  /** Milliseconds since the page was opened. */
  at: number
  /** The very object: a fact that is announced is one, however many hear it. */
  event: { readonly type: string }
  from: string
  to: readonly string[]
}

/** The page itself, where no machine sent it. */
export const PAGE = 'page'

const nameOf = (ref: object): string | undefined =>
  'systemId' in ref && typeof ref.systemId === 'string' ? ref.systemId : undefined

/** An event from one named actor, or from the page, to a named actor; nothing for what happens within one. */
export function passedOf(inspected: InspectionEvent, id: number, at: number): Passed | undefined {
  if (inspected.type !== '@xstate.event') return undefined
  const { event, actorRef, sourceRef } = inspected
  const to = nameOf(actorRef)
  const from = sourceRef ? nameOf(sourceRef) : PAGE
  if (!to || !from || from === to || event.type.startsWith('xstate.')) return undefined
  return { id, at, event, from, to: [to] }
}

/** All that hear of a fact hear of it within this time, with what the first ones make of it in between. */
const ONE_BREATH_MS = 50

/** What passed before and what passed now, the newest first. What one event told several actors in turn is one entry. */
export function fold(before: readonly Passed[], news: readonly Passed[], most: number): readonly Passed[] {
  const all = [...before]
  for (const one of news) {
    const index = all.findIndex(({ at }) => one.at - at > ONE_BREATH_MS)
    const recent = index < 0 ? all : all.slice(0, index)
    const [hearer = ''] = one.to
    const known = recent.findIndex(
      ({ event, from, to }) => event === one.event && from === one.from && !to.includes(hearer),
    )
    const entry = all[known]
    if (entry) all[known] = { ...entry, to: [...entry.to, ...one.to] }
    else all.unshift(one)
  }
  return all.slice(0, most)
}

/** `send.submit` to `send` is a command; whatever else passes is a fact. */
export const isCommand = ({ event, to }: Passed): boolean =>
  to.length === 1 && to[0]?.split(':')[0] === event.type.split('.')[0]

/** Whether a word is in it: in its type, or in the names of who said and who heard it. */
export const concerns = ({ event, from, to }: Passed, word: string): boolean =>
  [event.type, from, ...to].some((text) => text.toLowerCase().includes(word.toLowerCase()))
