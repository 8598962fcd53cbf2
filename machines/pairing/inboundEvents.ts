/** How messages of the other side of a session are handled. Each message is validated first. */
import { PAIRING } from '../constants.ts'
import { updateError } from './rules/exchanges.ts'
import type { MessageKind } from './rules/messageOrder.ts'
import type { MessageOf } from './messages.ts'
import type { SessionContract } from './session.contract.ts'

export type UpdateMessage = MessageOf<'session.updated'>
export type EventMessage = MessageOf<'session.emitted'>

/** The kind of a message. A newer message supersedes older ones of its kind: updates of the namespaces, or one of the events. */
export const kindOf = (message: UpdateMessage | EventMessage): MessageKind => {
  if (message.type === 'session.updated') return 'update'
  const { event } = (message.params ?? {}) as { event?: { name?: unknown } }
  return `event:${typeof event?.name === 'string' ? event.name : ''}`
}

const eventOf = <Message>({ event }: { event: Message }) => event

/** The answer that rejects an update of a peer. */
const updateRejection = ({
  context,
  event: { id },
}: {
  context: SessionContract['context']
  event: UpdateMessage
}) => ({
  id,
  answer: { error: updateError(context.role) },
})

/** The answer to a request that exceeds the limit. */
export const limitAnswer = ({ event: { id } }: { event: { id: number } }) => ({
  id,
  answer: { error: { ...PAIRING.limitExceeded } },
})

export const updateTransitions = [
  {
    guard: { type: 'isOutdated', params: eventOf<UpdateMessage> },
    actions: [
      { type: 'sendAnswer', params: updateRejection },
      { type: 'notifyOvertaken', params: eventOf<UpdateMessage> },
    ],
  },
  {
    guard: { type: 'isPermitted', params: eventOf<UpdateMessage> },
    actions: [
      { type: 'addSeen', params: eventOf<UpdateMessage> },
      { type: 'setNamespaces', params: eventOf<UpdateMessage> },
      'storeSession',
      {
        type: 'sendAnswer',
        params: ({ event: { id } }: { event: UpdateMessage }) => ({ id, answer: { result: true } }),
      },
      'notifyChanged',
    ],
  },
  {
    actions: [
      { type: 'sendAnswer', params: updateRejection },
      { type: 'notifyUpdateRefused', params: eventOf<UpdateMessage> },
    ],
  },
] as const

export const eventTransitions = [
  {
    guard: { type: 'isOutdated', params: eventOf<EventMessage> },
    actions: { type: 'notifyOvertaken', params: eventOf<EventMessage> },
  },
  {
    guard: { type: 'isApproved', params: eventOf<EventMessage> },
    actions: [
      { type: 'addSeen', params: eventOf<EventMessage> },
      { type: 'notifyEmitted', params: eventOf<EventMessage> },
    ],
  },
  { actions: { type: 'notifyEventRefused', params: eventOf<EventMessage> } },
] as const
