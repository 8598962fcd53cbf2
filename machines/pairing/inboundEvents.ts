/** How messages of the other side of a session are handled. Each message is validated first. */
import { PAIRING } from '../constants.ts'
import { updateAnswer } from './rules/exchanges.ts'
import type { MessageKind } from './rules/messageOrder.ts'
import type { MessageOf } from './messages.ts'
import type { SessionContract } from './session.contract.ts'

export type Updated = MessageOf<'session.updated'>
export type Emitted = MessageOf<'session.emitted'>

/** The kind of a message. A newer message supersedes older ones of its kind: updates of the namespaces, or one of the events. */
export const kindOf = (message: Updated | Emitted): MessageKind => {
  if (message.type === 'session.updated') return 'update'
  const { event } = (message.params ?? {}) as { event?: { name?: unknown } }
  return `event:${typeof event?.name === 'string' ? event.name : ''}`
}

const eventOf = <Message>({ event }: { event: Message }) => event

/** The answer that rejects an update of a peer. */
const refused = ({ context, event: { id } }: { context: SessionContract['context']; event: Updated }) => ({
  id,
  answer: { error: updateAnswer(context.role) },
})

/** The answer to a request that exceeds the limit. */
export const crowded = ({ event: { id } }: { event: { id: number } }) => ({
  id,
  answer: { error: { ...PAIRING.limitExceeded } },
})

export const updated = [
  {
    guard: { type: 'isOvertaken', params: eventOf<Updated> },
    actions: [
      { type: 'sendAnswer', params: refused },
      { type: 'notifyOvertaken', params: eventOf<Updated> },
    ],
  },
  {
    guard: { type: 'isPermitted', params: eventOf<Updated> },
    actions: [
      { type: 'addSeen', params: eventOf<Updated> },
      { type: 'setNamespaces', params: eventOf<Updated> },
      'storeSession',
      { type: 'sendAnswer', params: ({ event: { id } }: { event: Updated }) => ({ id, answer: { result: true } }) },
      'notifyChanged',
    ],
  },
  {
    actions: [
      { type: 'sendAnswer', params: refused },
      { type: 'notifyUpdateRefused', params: eventOf<Updated> },
    ],
  },
] as const

export const emitted = [
  {
    guard: { type: 'isOvertaken', params: eventOf<Emitted> },
    actions: { type: 'notifyOvertaken', params: eventOf<Emitted> },
  },
  {
    guard: { type: 'isApproved', params: eventOf<Emitted> },
    actions: [
      { type: 'addSeen', params: eventOf<Emitted> },
      { type: 'notifyEmitted', params: eventOf<Emitted> },
    ],
  },
  { actions: { type: 'notifyEventRefused', params: eventOf<Emitted> } },
] as const
