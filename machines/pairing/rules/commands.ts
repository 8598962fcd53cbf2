import { PAIRING } from '../../constants.ts'
import { LatchkeyError, toLatchkeyError } from '../../shared/errors/error.ts'
import type { PairingCommand, PairingContract } from '../pairing.contract.ts'
import type { Role } from '../sessionRequest.contract.ts'
import { validateAuthenticate, validateAuthRequest } from './authenticate.ts'
import { validateConnect } from './connect.ts'
import { deletedError } from './deletedIds.ts'
import { isRecord, type MaybeError } from '../../shared/typeGuards.rules.ts'
import { validateTopic, validateProposal, validateSessionTopic, type PairingState } from './topics.ts'
import { parsePairingUri } from './uri.ts'

type State = Pick<PairingContract['context'], 'topics' | 'pendingItems' | 'deleted' | 'calls'>

const has = (record: Readonly<Record<string, true>>, key: string): boolean => Object.hasOwn(record, key)

/** Returns a state with only the deleted ids. The caller has searched the active items before. */
const emptyState = ({ deleted }: State): PairingState => ({
  sessions: [],
  pairings: [],
  proposals: [],
  deleted,
  nowMs: 0,
})

/** Returns the name of the actor that receives a command for an existing item. */
export function recipientOf(command: PairingCommand): string {
  switch (command.type) {
    case 'pairing.approve':
    case 'pairing.reject':
      return `proposal:${command.proposalId}`
    case 'pairing.respond':
      return `sessionRequest:${command.requestId}`
    case 'pairing.signIn':
    case 'pairing.refuseSignIn':
      return `authentication:${command.requestId}`
    case 'pairing.speak':
      return `session:${command.exchange.topic}`
    case 'pairing.request':
    case 'pairing.disconnect':
      return `session:${command.topic}`
    case 'pairing.propose':
      return `proposal:${command.id}`
    case 'pairing.authenticate':
      return `authentication:${command.id}`
    case 'pairing.pair':
      return `exchange:${command.id}`
  }
}

/** Returns the event that cancels a command in its actor. */
export function toCancelEvent(name: string | undefined, id: string, role: Role) {
  const kind = name?.slice(0, name.indexOf(':')) ?? ''
  if (kind === 'session') return { name, event: { type: 'session.cancel', id } }
  // An answer is withdrawn, but the request stays open.
  const event =
    role === 'responder' && kind !== 'exchange' ? { type: `${kind}.recall`, id } : { type: `${kind}.cancel` }
  return { name, event }
}

/** Returns the event with which a command is sent to its actor. */
export function toActorEvent(command: PairingCommand) {
  const { id } = command
  switch (command.type) {
    case 'pairing.approve':
      return { type: 'proposal.approve', id, approval: command.approval } as const
    case 'pairing.reject':
      return { type: 'proposal.reject', id, reason: command.reason } as const
    case 'pairing.respond':
      return { type: 'sessionRequest.respond', id, answer: command.answer } as const
    case 'pairing.signIn':
      return { type: 'authentication.approve', id, credentials: command.credentials } as const
    case 'pairing.refuseSignIn':
      return { type: 'authentication.reject', id, reason: command.reason } as const
    case 'pairing.speak':
      return { type: 'session.send', id, exchange: command.exchange } as const
    case 'pairing.request': {
      const { chainId, request, expirySeconds = PAIRING.requestExpirySeconds.default } = command
      return { type: 'session.request', id, request: { chainId, request, expirySeconds } } as const
    }
    case 'pairing.disconnect':
      return { type: 'session.disconnect', id } as const
    case 'pairing.propose':
    case 'pairing.authenticate':
    case 'pairing.pair':
      return undefined
  }
}

/** Removes the pairing topic, which the client validates: only the client knows the existing pairings. */
const withoutPairing = (proposed: unknown) => (isRecord(proposed) ? { ...proposed, pairingTopic: undefined } : proposed)

function validateUriTopic(uri: string, { deleted }: State): MaybeError {
  try {
    return deletedError(deleted, parsePairingUri(uri).topic)
  } catch (error) {
    return toLatchkeyError(error)
  }
}

/** Returns why a command cannot be carried out. The actor that receives it validates the rest. */
export function validateCommand(command: PairingCommand, state: State): MaybeError {
  const { deleted, topics, pendingItems } = state
  const name = recipientOf(command)
  if (has(pendingItems, name) && Object.values(state.calls).includes(name))
    return new LatchkeyError('pairing.answering')
  switch (command.type) {
    case 'pairing.propose':
      return validateConnect(withoutPairing(command.proposed), { pairings: [], nowMs: 0 })
    case 'pairing.authenticate':
      return validateAuthenticate(command.params)
    case 'pairing.pair':
      return validateUriTopic(command.uri, state)
    case 'pairing.request':
      return has(topics, command.topic) ? undefined : validateSessionTopic(command.topic, emptyState(state))
    case 'pairing.speak':
      return has(topics, command.exchange.topic)
        ? undefined
        : validateSessionTopic(command.exchange.topic, emptyState(state))
    case 'pairing.disconnect':
      return has(topics, command.topic) ? undefined : validateTopic(command.topic, emptyState(state))
    case 'pairing.approve':
    case 'pairing.reject':
      return has(pendingItems, name) ? undefined : validateProposal(command.proposalId, emptyState(state))
    case 'pairing.respond':
      if (has(pendingItems, name)) return undefined
      return (
        deletedError(deleted, command.requestId) ??
        new LatchkeyError('session.requestUnknown', { params: { id: String(command.requestId) } })
      )
    case 'pairing.signIn':
    case 'pairing.refuseSignIn':
      return has(pendingItems, name) ? undefined : validateAuthRequest(command.requestId, [])
  }
}
