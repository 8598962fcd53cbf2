/** What becomes of what the other side of a session says: nothing of it counts before it was judged. */
import { PAIRING } from '../constants.ts'
import { updateAnswer } from '../rules/pairing/exchanges.ts'
import type { MessageKind } from '../rules/pairing/ordering.ts'
import type { MessageOf } from './messages.ts'
import type { SessionContract } from './session.contract.ts'

export type Updated = MessageOf<'session.updated'>
export type Emitted = MessageOf<'session.emitted'>

/** What newer messages of the same kind overtake: a session's namespaces, or one of its events. */
export const kindOf = (message: Updated | Emitted): MessageKind => {
  if (message.type === 'session.updated') return 'update'
  const { event } = (message.params ?? {}) as { event?: { name?: unknown } }
  return `event:${typeof event?.name === 'string' ? event.name : ''}`
}

const eventOf = <Message>({ event }: { event: Message }) => event

/** A peer is told that its update is not taken. */
const refused = ({ context, event: { id } }: { context: SessionContract['context']; event: Updated }) => ({
  id,
  answer: { error: updateAnswer(context.role) },
})

/** A request that is one too many. */
export const crowded = ({ event: { id } }: { event: { id: number } }) => ({
  id,
  answer: { error: { ...PAIRING.limitExceeded } },
})

export const updated = [
  {
    guard: { type: 'overtaken', params: eventOf<Updated> },
    actions: [
      { type: 'answer', params: refused },
      { type: 'tellOvertaken', params: eventOf<Updated> },
    ],
  },
  {
    guard: { type: 'permitted', params: eventOf<Updated> },
    actions: [
      { type: 'see', params: eventOf<Updated> },
      { type: 'takeNamespaces', params: eventOf<Updated> },
      'writeDown',
      { type: 'answer', params: ({ event: { id } }: { event: Updated }) => ({ id, answer: { result: true } }) },
      'tellChanged',
    ],
  },
  {
    actions: [
      { type: 'answer', params: refused },
      { type: 'tellUpdateRefused', params: eventOf<Updated> },
    ],
  },
] as const

export const emitted = [
  {
    guard: { type: 'overtaken', params: eventOf<Emitted> },
    actions: { type: 'tellOvertaken', params: eventOf<Emitted> },
  },
  {
    guard: { type: 'approved', params: eventOf<Emitted> },
    actions: [
      { type: 'see', params: eventOf<Emitted> },
      { type: 'tellEmitted', params: eventOf<Emitted> },
    ],
  },
  { actions: { type: 'tellEventRefused', params: eventOf<Emitted> } },
] as const
