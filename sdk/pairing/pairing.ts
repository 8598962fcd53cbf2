/** The pairing protocol as promises and events, over its machines: for a page that asks, and for a wallet that answers. */
import { createActor, type InspectionEvent } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import type { PairingDirectory } from '../directory.ts'
import type { Outcome } from '../../machines/entities/attempt.ts'
import type { PairingSession, SessionNamespaces } from '../../machines/schemas/pairing.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import type { RefOf, SnapshotOf } from '../../machines/kit/contract.ts'
import { filled, type Timeouts } from '../../machines/kit/bound.ts'
import type { Clock } from '../../machines/kit/time.ts'
import type { SignedIn } from '../../machines/pairing/authentication.contract.ts'
import type { PairingCommand, PairingContract } from '../../machines/pairing/pairing.contract.ts'
import { pairingMachine } from '../../machines/pairing/pairing.machine.ts'
import type { Approval, Offer, Proposed, Reason } from '../../machines/pairing/proposal.contract.ts'
import type { Answer, Role } from '../../machines/pairing/sessionRequest.contract.ts'
import type { Cacao } from '../../machines/schemas/pairing.ts'
import { failed } from '../../machines/rules/outcomes.ts'
import type { SignInParams } from '../../machines/rules/pairing/authenticate.ts'
import { pairingFilling } from '../effects/pairing.ts'
import { systemClock } from '../platform/browser.ts'
import type { ClientOptions } from './clientTypes.ts'
import { runCommand, type Asking } from '../pairingCommands.ts'
import { openPairing, sessionsOf } from '../openPairing.ts'
import type { PairingDriver } from './port.ts'
import type { ChainReader } from '../signIn/verifier.ts'
import { supervise } from './supervise.ts'
import { part } from '../platform/part.ts'

export interface PairingOptions {
  /** `requester`: the page. `responder`: the wallet. */
  role: Role
  /** Read when the client is opened. Left out where `driver` is given. */
  client?: () => ClientOptions
  /** Opens what moves the bytes; the official WalletConnect client where it is left out. */
  driver?: () => Promise<PairingDriver>
  /** Reads chains, to verify signatures of smart accounts. Without it none of them is believed. */
  read?: ChainReader
  /** Shows a wallet's requests as they come, and not one at a time. */
  queueDisabled?: boolean
  clock?: Clock
  /** How long each wait may take, in milliseconds. */
  timeouts?: Partial<Pick<Timeouts, 'pairingMs' | 'exchangeMs' | 'verifyMs' | 'startPairingMs' | 'disconnectMs'>>
  inspect?: (event: InspectionEvent) => void
}

export interface Call {
  signal?: AbortSignal | undefined
}

/** Everything settles with an outcome and rejects never. Nothing is loaded or sent before the first call, or `open`. */
export interface Pairing {
  /** The machine. One that stops by mistake fails what was asked, and another one takes its place, five times. */
  readonly actor: RefOf<PairingContract>
  /** An actor of the pairing by name, as `session:<topic>` or `sessionRequest:<id>`; nothing while it is not there. */
  find<Name extends keyof PairingDirectory>(name: Name): RefOf<PairingDirectory[Name]> | undefined
  /** Hears sessions come, change and go, and what the visitor is asked. */
  on<Type extends PairingEvent['type']>(
    type: Type,
    heard: (event: Extract<PairingEvent, { type: Type }>) => void,
  ): () => void
  /** Hears each state of the machine, and of one that takes its place. */
  subscribe(seen: (state: SnapshotOf<PairingContract>) => void): () => void
  /** Opens the client. Resolves to the sessions of earlier visits that their wallets have not ended. */
  open(): Promise<Outcome<readonly PairingSession[]>>
  /** Sessions that are live. */
  sessions(): readonly PairingSession[]

  /** Page: proposes a session. `offered` is told what the visitor's wallet is to scan, or to be opened with. */
  propose(proposed: Proposed, options?: Call & { offered?: (offer: Offer) => void }): Promise<Outcome<PairingSession>>
  /** Page: asks for a sign-in and a session in one. */
  authenticate(params: SignInParams, options?: Call & { offered?: (offer: Offer) => void }): Promise<Outcome<SignedIn>>
  /** Page: asks the wallet. Resolves to its answer. */
  request(question: QuestionOf, options?: Call): Promise<Outcome<unknown>>

  /** Wallet: takes up a page's offer. `pairing.asked` tells what came of it. */
  pair(uri: string, options?: Call): Promise<Outcome<undefined>>
  approve(proposalId: number, approval: Approval, options?: Call): Promise<Outcome<undefined>>
  reject(proposalId: number, reason: Reason, options?: Call): Promise<Outcome<undefined>>
  respond(requestId: number, answer: Answer, options?: Call): Promise<Outcome<undefined>>
  signIn(requestId: number, credentials: readonly Cacao[], options?: Call): Promise<Outcome<undefined>>
  refuseSignIn(requestId: number, reason: Reason, options?: Call): Promise<Outcome<undefined>>
  /** Wallet: changes what it approved. */
  update(topic: string, namespaces: SessionNamespaces, options?: Call): Promise<Outcome<undefined>>
  /** Wallet: tells the page of something, such as `accountsChanged`. */
  emit(topic: string, event: SessionEventOf, options?: Call): Promise<Outcome<undefined>>

  extend(topic: string, options?: Call): Promise<Outcome<undefined>>
  ping(topic: string, options?: Call): Promise<Outcome<undefined>>
  disconnect(topic: string, options?: Call): Promise<Outcome<undefined>>
  /** Ends timers and the socket, and whatever was asked as cancelled. Sessions stay stored for the next visit. */
  close(): void
}

type QuestionOf = Omit<Extract<PairingCommand, { type: 'pairing.request' }>, 'type' | 'id'>
type SessionEventOf = { chainId: string; event: { name: string; data?: unknown } }
type PairingEvent = PairingContract['emitted']
type Unnamed<Command> = Command extends { id: string } ? Omit<Command, 'id'> : never

/**
 * Creates one side of the pairing protocol.
 * @example
 * const wallet = createPairing({ role: 'responder', client: () => options })
 * wallet.on('pairing.asked', ({ name }) => show(wallet.find(name)))
 * await wallet.pair(uri)
 */
export function createPairing(options: PairingOptions): Pairing {
  const { role, client, queueDisabled = false, clock = systemClock, inspect } = options
  const open = options.driver ?? openOfficial
  async function openOfficial(): Promise<PairingDriver> {
    if (!client) throw new Error('createPairing needs a client or a driver.')
    const { openDriver } = await part(import('./driver.ts'))
    return openDriver({ ...client(), role })
  }
  const read: ChainReader = options.read ?? (() => Promise.reject(new LatchkeyError('rpc.urlMissing')))
  const filling = pairingFilling({ open, read, clock })
  const logic = filled(pairingMachine, filling, { ...TIMEOUTS, ...options.timeouts })
  const create = () =>
    createActor(logic, { systemId: 'pairing', input: { role, queueDisabled }, clock, ...(inspect && { inspect }) })
  const { current, crash, follow } = supervise(create, (machine, last) => {
    if (!last?.hasTag('open')) return
    machine.start()
    machine.send({ type: 'pairing.open' })
  })
  const run = <Value>(command: Unnamed<PairingCommand>, call?: Asking) => {
    const error = crash()
    if (error) return Promise.resolve(failed(error))
    return runCommand(current().start(), command, call) as Promise<Outcome<Value>>
  }
  const find: Pairing['find'] = (name) => current().system.get(name) as never

  return {
    get actor() {
      return current()
    },
    find,
    sessions: () => sessionsOf(current()),
    on: (type, heard) => follow((machine) => machine.on(type, heard as never)),
    subscribe: (seen) => follow((machine) => machine.subscribe({ next: seen, error: () => {} })),
    async open() {
      const error = crash()
      return error ? failed(error) : openPairing(current().start())
    },
    propose: (proposed, call) => run({ type: 'pairing.propose', proposed }, call),
    authenticate: (params, call) => run({ type: 'pairing.authenticate', params }, call),
    request: (question, call) => run({ type: 'pairing.request', ...question }, call),
    pair: (uri, call) => run({ type: 'pairing.pair', uri }, call),
    approve: (proposalId, approval, call) => run({ type: 'pairing.approve', proposalId, approval }, call),
    reject: (proposalId, reason, call) => run({ type: 'pairing.reject', proposalId, reason }, call),
    respond: (requestId, answer, call) => run({ type: 'pairing.respond', requestId, answer }, call),
    signIn: (requestId, credentials, call) => run({ type: 'pairing.signIn', requestId, credentials }, call),
    refuseSignIn: (requestId, reason, call) => run({ type: 'pairing.refuseSignIn', requestId, reason }, call),
    update: (topic, namespaces, call) =>
      run({ type: 'pairing.speak', exchange: { name: 'update', topic, namespaces } }, call),
    emit: (topic, event, call) => run({ type: 'pairing.speak', exchange: { name: 'emit', topic, ...event } }, call),
    extend: (topic, call) => run({ type: 'pairing.speak', exchange: { name: 'extend', topic } }, call),
    ping: (topic, call) => run({ type: 'pairing.speak', exchange: { name: 'ping', topic } }, call),
    disconnect: (topic, call) => run({ type: 'pairing.disconnect', topic }, call),
    close: () => current().send({ type: 'pairing.close' }),
  }
}
