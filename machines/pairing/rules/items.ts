import type { Outcome } from '../../shared/outcome.types.ts'
import { authRequestSchema, proposalSchema, type PairingSession } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import type { AuthenticationContract } from '../authentication.contract.ts'
import type { ExchangeContract } from '../exchange.contract.ts'
import type { MessageOf } from '../messages.ts'
import type { PairingCommand } from '../pairing.contract.ts'
import type { PairingUri, ProposalContract } from '../proposal.contract.ts'
import type { SessionContract } from '../session.contract.ts'
import type { Role } from '../sessionRequest.contract.ts'
import { cancelled, expired, failed, dropValue } from '../../shared/outcome.rules.ts'
import { withDeleted, type DeletedIds, type DeletedKind } from './deletedIds.ts'

/** An actor to spawn under `kind:id`. It receives the messages of the pairing's topic. */
export type Item = { id: string | number; pairingTopic?: string } & (
  | { kind: 'proposal'; input: ProposalContract['input'] }
  | { kind: 'authentication'; input: AuthenticationContract['input'] }
  | { kind: 'exchange'; input: ExchangeContract['input'] }
)

/** Adds the name of the actor that receives the messages of a pairing's topic. */
export const withPairingActor = (pairingActors: Readonly<Record<string, string>>, { kind, id, pairingTopic }: Item) =>
  pairingTopic === undefined ? pairingActors : { ...pairingActors, [pairingTopic]: `${kind}:${id}` }

/** Parses a proposal that a wallet received; empty if it is invalid. */
export function receivedProposal({ id, proposal: params, verifyContext }: MessageOf<'proposal.received'>): Item[] {
  const { data: proposal } = proposalSchema.safeParse({ ...(params as object), id })
  if (!proposal) return []
  const { pairingTopic } = proposal
  return [{ kind: 'proposal', id, pairingTopic, input: { role: 'responder', proposal, verifyContext } }]
}

/** Parses a sign-in request that a wallet received; empty if it is invalid. */
export function receivedSignIn({ id, topic, ...message }: MessageOf<'authentication.received'>): Item[] {
  const { verifyContext } = message
  const { data: request } = authRequestSchema.safeParse({
    pairingTopic: topic,
    ...(message.request as object),
    id,
    verifyContext,
  })
  if (!request) return []
  const { pairingTopic } = request
  return [{ kind: 'authentication', id, pairingTopic, input: { role: 'responder', request, verifyContext } }]
}

/** Returns the item of a proposal of an earlier visit. */
const resumedProposal = (pairingUri: PairingUri): Item => {
  const { pairingTopic: id, requiredNamespaces = {} } = pairingUri
  const proposed = { requiredNamespaces }
  return { kind: 'proposal', id, pairingTopic: id, input: { role: 'requester', id, proposed, pairingUri } }
}

/** Returns the items of an earlier visit: its proposals, and the disconnection of sessions that this side never agreed to. */
export const resumedItems = ({
  pairingUris,
  unwanted,
}: {
  pairingUris: readonly PairingUri[]
  unwanted: readonly string[]
}): Item[] => [...pairingUris.map(resumedProposal), ...unwanted.map(disconnectionOf)]

/** Returns the item that a command starts; undefined if the command is for an existing item. */
export function itemOfCommand(command: PairingCommand): Item | undefined {
  const { id } = command
  switch (command.type) {
    case 'pairing.propose':
      return { kind: 'proposal', id, input: { role: 'requester', id, proposed: command.proposed } }
    case 'pairing.authenticate':
      return { kind: 'authentication', id, input: { role: 'requester', id, params: command.params } }
    case 'pairing.pair':
      return { kind: 'exchange', id, input: { id, exchange: { name: 'pair', uri: command.uri } } }
    default:
      return undefined
  }
}

/** Returns the item that disconnects an unwanted session. No caller waits for it. */
export const disconnectionOf = (topic: string): Item => ({
  kind: 'exchange',
  id: `leave ${topic}`,
  input: { id: `leave ${topic}`, exchange: { name: 'disconnect', topic } },
})

/** The end of a proposal or a sign-in, with what the pairing must do after it. */
export interface ItemEnd {
  /** The caller's id on the app's side; undefined on the wallet's side. */
  callerId: string | undefined
  /** The name of the item. */
  name: string
  outcome: Outcome<unknown>
  pairingTopic: string | undefined
  /** Ids that must not be used again. */
  deletedIds: readonly { id: string | number; kind: DeletedKind }[]
  /** The session that was created; undefined if there is none. */
  session: PairingSession | undefined
  /** The topic of a session that must be disconnected. */
  unwanted: string | undefined
}

const itemEnd = (
  kind: 'proposal' | 'authentication',
  role: Role,
  { id, pairingTopic, outcome, unwanted }: Pick<ItemEnd, 'pairingTopic' | 'outcome' | 'unwanted'> & { id: string },
  session: PairingSession | undefined,
): ItemEnd => ({
  callerId: role === 'requester' ? id : undefined,
  name: `${kind}:${id}`,
  outcome: role === 'responder' ? dropValue(outcome) : outcome,
  pairingTopic,
  deletedIds: [
    ...(role === 'responder' ? [{ id: Number(id), kind: 'proposal' as const }] : []),
    ...(pairingTopic === undefined ? [] : [{ id: pairingTopic, kind: 'pairing' as const }]),
  ],
  session,
  unwanted,
})

export const endOfProposal = (output: ProposalContract['output'], role: Role): ItemEnd =>
  itemEnd('proposal', role, output, output.outcome.status === 'done' ? output.outcome.value : undefined)

export const endOfSignIn = (output: AuthenticationContract['output'], role: Role): ItemEnd =>
  itemEnd('authentication', role, output, output.outcome.status === 'done' ? output.outcome.value.session : undefined)

export const withAllDeleted = (deleted: DeletedIds, ids: ItemEnd['deletedIds']): DeletedIds =>
  ids.reduce((all, { id, kind }) => withDeleted(all, id, kind), deleted)

/** Returns the outcome of the open requests of a session that ended. */
export function sessionOutcome({ topic, ending, error }: SessionContract['output']): Outcome<never> {
  switch (ending) {
    case 'disconnected':
    case 'closed':
      return cancelled
    case 'expired':
      return expired(new LatchkeyError('session.topicExpired', { params: { topic } }))
    case 'left':
    case 'flooded':
      return failed(new LatchkeyError('wallet.left'))
    case 'failed':
    case 'unsettled':
      return failed(error ?? new LatchkeyError('wallet.left'))
  }
}
