import type { Outcome } from '../../entities/attempt.ts'
import { authRequestSchema, proposalSchema, type PairingSession } from '../../schemas/pairing.ts'
import { LatchkeyError } from '../../errors/error.ts'
import type { AuthenticationContract } from '../../pairing/authentication.contract.ts'
import type { ExchangeContract } from '../../pairing/exchange.contract.ts'
import type { MessageOf } from '../../pairing/messages.ts'
import type { PairingCommand } from '../../pairing/pairing.contract.ts'
import type { Offer, ProposalContract } from '../../pairing/proposal.contract.ts'
import type { SessionContract } from '../../pairing/session.contract.ts'
import type { Role } from '../../pairing/sessionRequest.contract.ts'
import { cancelled, expired, failed, withoutValue } from '../outcomes.ts'
import { withDeleted, type DeletedIds, type DeletedKind } from './deleted.ts'

/** Something to begin: an actor for it is spawned under `kind:id`, and hears what becomes of the pairing's topic. */
export type Item = { id: string | number; pairingTopic?: string } & (
  | { kind: 'proposal'; input: ProposalContract['input'] }
  | { kind: 'authentication'; input: AuthenticationContract['input'] }
  | { kind: 'exchange'; input: ExchangeContract['input'] }
)

/** Which actor hears what becomes of a pairing's topic, with one more. */
export const withOffer = (offers: Readonly<Record<string, string>>, { kind, id, pairingTopic }: Item) =>
  pairingTopic === undefined ? offers : { ...offers, [pairingTopic]: `${kind}:${id}` }

/** What a page proposed to a wallet, read from what came; nothing where it can't be read. */
export function receivedProposal({ id, proposal: params, verifyContext }: MessageOf<'proposal.received'>): Item[] {
  const { data: proposal } = proposalSchema.safeParse({ ...(params as object), id })
  if (!proposal) return []
  const { pairingTopic } = proposal
  return [{ kind: 'proposal', id, pairingTopic, input: { role: 'responder', proposal, verifyContext } }]
}

/** What a page asked a wallet to sign, read from what came; nothing where it can't be read. */
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

/** An offer of an earlier visit. */
const resumedOffer = (offer: Offer): Item => {
  const { pairingTopic: id, requiredNamespaces = {} } = offer
  const proposed = { requiredNamespaces }
  return { kind: 'proposal', id, pairingTopic: id, input: { role: 'requester', id, proposed, offer } }
}

/** What earlier visits left to do: their offers, and sessions that nobody here agreed to. */
export const resumed = ({ offers, unwanted }: { offers: readonly Offer[]; unwanted: readonly string[] }): Item[] => [
  ...offers.map(resumedOffer),
  ...unwanted.map(leaving),
]

/** What a command begins; nothing where it is about something that is there already. */
export function askedItem(command: PairingCommand): Item | undefined {
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

/** The leave-taking from a session that nobody here wants; nobody waits for it. */
export const leaving = (topic: string): Item => ({
  kind: 'exchange',
  id: `leave ${topic}`,
  input: { id: `leave ${topic}`, exchange: { name: 'disconnect', topic } },
})

/** What is left to do when a proposal or a sign-in has ended. */
export interface Aftermath {
  /** The caller's id, where this side asked. */
  caller: string | undefined
  /** The item's name. */
  name: string
  outcome: Outcome<unknown>
  pairingTopic: string | undefined
  /** Ids that must not be used again. */
  over: readonly { id: string | number; kind: DeletedKind }[]
  /** The session that it brought. */
  session: PairingSession | undefined
  /** The topic of a session that is not good enough. */
  unwanted: string | undefined
}

const ending = (
  kind: 'proposal' | 'authentication',
  role: Role,
  { id, pairingTopic, outcome, unwanted }: Pick<Aftermath, 'pairingTopic' | 'outcome' | 'unwanted'> & { id: string },
  session: PairingSession | undefined,
): Aftermath => ({
  caller: role === 'requester' ? id : undefined,
  name: `${kind}:${id}`,
  outcome: role === 'responder' ? withoutValue(outcome) : outcome,
  pairingTopic,
  over: [
    ...(role === 'responder' ? [{ id: Number(id), kind: 'proposal' as const }] : []),
    ...(pairingTopic === undefined ? [] : [{ id: pairingTopic, kind: 'pairing' as const }]),
  ],
  session,
  unwanted,
})

export const proposalEnding = (output: ProposalContract['output'], role: Role): Aftermath =>
  ending('proposal', role, output, output.outcome.status === 'done' ? output.outcome.value : undefined)

export const signInEnding = (output: AuthenticationContract['output'], role: Role): Aftermath =>
  ending('authentication', role, output, output.outcome.status === 'done' ? output.outcome.value.session : undefined)

export const withAllDeleted = (deleted: DeletedIds, over: Aftermath['over']): DeletedIds =>
  over.reduce((all, { id, kind }) => withDeleted(all, id, kind), deleted)

/** What becomes of what was asked in a session that is over. */
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
