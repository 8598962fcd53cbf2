/** The pairing protocol as promises and events, on top of its machines: for apps that send requests and wallets that respond. */
import { createActor, type InspectionEvent } from 'xstate'
import { TIMEOUTS } from '../../machines/constants.ts'
import type { PairingDirectory } from '../instance/directory.ts'
import type { Outcome } from '../../machines/shared/outcome.types.ts'
import type { PairingSession, SessionNamespaces } from '../../machines/pairing/pairing.schemas.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { RefOf, SnapshotOf } from '../../machines/core/contract.ts'
import { withImplementations, type Timeouts } from '../../machines/core/implementations.ts'
import type { Clock } from '../../machines/core/time.ts'
import type { SignedIn } from '../../machines/pairing/authentication.contract.ts'
import type { PairingCommand, PairingContract } from '../../machines/pairing/pairing.contract.ts'
import { pairingMachine } from '../../machines/pairing/pairing.machine.ts'
import type { Approval, PairingUri, Proposed, Reason } from '../../machines/pairing/proposal.contract.ts'
import type { Answer, Role } from '../../machines/pairing/sessionRequest.contract.ts'
import type { Cacao } from '../../machines/pairing/pairing.schemas.ts'
import { failed } from '../../machines/shared/outcome.rules.ts'
import type { SignInParams } from '../../machines/pairing/rules/authenticate.ts'
import { implementPairing } from './pairing.effects.ts'
import { systemClock } from '../platform/browser.ts'
import type { ClientOptions } from './client/client.types.ts'
import { runCommand, type PairingCallOptions } from '../connectors/runPairingCommand.ts'
import { openPairing, sessionsOf } from './openPairing.ts'
import type { PairingDriver } from './port.ts'
import type { ChainReader } from '../sign-in/verifier.ts'
import { supervise } from './supervise.ts'
import { loadPart } from '../platform/loadPart.ts'

export interface PairingOptions {
  /** `requester`: the app. `responder`: the wallet. */
  role: Role
  /** Called when the client is opened. Not needed with `driver`. */
  client?: () => ClientOptions
  /** Opens the transport. Default: the official WalletConnect client. */
  driver?: () => Promise<PairingDriver>
  /** Reads chains, to verify the signatures of smart accounts. Without it, they are rejected. */
  read?: ChainReader
  /** Shows a wallet's requests as they arrive, instead of one at a time. */
  queueDisabled?: boolean
  clock?: Clock
  /** The time limits in milliseconds. */
  timeouts?: Partial<Pick<Timeouts, 'pairingMs' | 'exchangeMs' | 'verifyMs' | 'startPairingMs' | 'disconnectMs'>>
  inspect?: (event: InspectionEvent) => void
}

export interface Call {
  signal?: AbortSignal | undefined
}

/**
 * The pairing of an app or a wallet. Promises never reject and always settle with an outcome. Nothing is loaded or sent before
 * the first call, or `open`.
 */
export interface Pairing {
  /** The machine. If it crashes, pending calls fail and it is restarted, up to five times. */
  readonly actor: RefOf<PairingContract>
  /** An actor of the pairing by name, such as `session:<topic>` or `sessionRequest:<id>`; `undefined` while it does not run. */
  find<Name extends keyof PairingDirectory>(name: Name): RefOf<PairingDirectory[Name]> | undefined
  /** Subscribes to events: sessions that open, change or end, and requests to the user. Returns a function that unsubscribes. */
  on<Type extends PairingEvent['type']>(
    type: Type,
    listener: (event: Extract<PairingEvent, { type: Type }>) => void,
  ): () => void
  /** Subscribes to the states of the machine, including after a restart. Returns a function that unsubscribes. */
  subscribe(listener: (state: SnapshotOf<PairingContract>) => void): () => void
  /** Opens the client. Resolves to the sessions of earlier visits that their wallets have not ended. */
  open(): Promise<Outcome<readonly PairingSession[]>>
  /** The active sessions. */
  sessions(): readonly PairingSession[]

  /** App: proposes a session. `onUri` receives the pairing URI for the user's wallet, to scan or to open. */
  propose(
    proposed: Proposed,
    options?: Call & { onUri?: (pairingUri: PairingUri) => void },
  ): Promise<Outcome<PairingSession>>
  /** App: requests a sign-in and a session together. */
  authenticate(
    params: SignInParams,
    options?: Call & { onUri?: (pairingUri: PairingUri) => void },
  ): Promise<Outcome<SignedIn>>
  /** App: sends a request to the wallet. Resolves to its response. */
  request(params: RequestParams, options?: Call): Promise<Outcome<unknown>>

  /** Wallet: accepts an app's pairing URI. `pairing.requested` reports the app's proposal or sign-in. */
  pair(uri: string, options?: Call): Promise<Outcome<undefined>>
  approve(proposalId: number, approval: Approval, options?: Call): Promise<Outcome<undefined>>
  reject(proposalId: number, reason: Reason, options?: Call): Promise<Outcome<undefined>>
  respond(requestId: number, answer: Answer, options?: Call): Promise<Outcome<undefined>>
  signIn(requestId: number, credentials: readonly Cacao[], options?: Call): Promise<Outcome<undefined>>
  refuseSignIn(requestId: number, reason: Reason, options?: Call): Promise<Outcome<undefined>>
  /** Wallet: changes the approved namespaces. */
  update(topic: string, namespaces: SessionNamespaces, options?: Call): Promise<Outcome<undefined>>
  /** Wallet: sends an event to the app, such as `accountsChanged`. */
  emit(topic: string, event: SessionEventOf, options?: Call): Promise<Outcome<undefined>>

  extend(topic: string, options?: Call): Promise<Outcome<undefined>>
  ping(topic: string, options?: Call): Promise<Outcome<undefined>>
  disconnect(topic: string, options?: Call): Promise<Outcome<undefined>>
  /** Stops timers and closes the socket. Pending calls settle as `cancelled`. Sessions stay stored for the next visit. */
  close(): void
}

type RequestParams = Omit<Extract<PairingCommand, { type: 'pairing.request' }>, 'type' | 'id'>
type SessionEventOf = { chainId: string; event: { name: string; data?: unknown } }
type PairingEvent = PairingContract['emitted']
type WithoutId<Command> = Command extends { id: string } ? Omit<Command, 'id'> : never

/**
 * Creates one side of the pairing protocol.
 * @param options The role, and the client or the driver; see `PairingOptions`.
 * @returns The pairing. Nothing is loaded before its first call.
 * @example
 * const wallet = createPairing({ role: 'responder', client: () => options })
 * wallet.on('pairing.requested', ({ name }) => show(wallet.find(name)))
 * await wallet.pair(uri)
 */
export function createPairing(options: PairingOptions): Pairing {
  const { role, client, queueDisabled = false, clock = systemClock, inspect } = options
  const open = options.driver ?? openOfficial
  async function openOfficial(): Promise<PairingDriver> {
    if (!client) throw new Error('createPairing needs a client or a driver.')
    const { openDriver } = await loadPart(import('./client/driver.ts'))
    return openDriver({ ...client(), role })
  }
  const read: ChainReader = options.read ?? (() => Promise.reject(new LatchkeyError('rpc.urlMissing')))
  const implementations = implementPairing({ open, read, clock })
  const logic = withImplementations(pairingMachine, implementations, { ...TIMEOUTS, ...options.timeouts })
  const create = () =>
    createActor(logic, { systemId: 'pairing', input: { role, queueDisabled }, clock, ...(inspect && { inspect }) })
  const { current, crash, follow } = supervise(create, (machine, lastSnapshot) => {
    if (!lastSnapshot?.hasTag('open')) return
    machine.start()
    machine.send({ type: 'pairing.open' })
  })
  const run = <Value>(command: WithoutId<PairingCommand>, callOptions?: PairingCallOptions) => {
    const error = crash()
    if (error) return Promise.resolve(failed(error))
    return runCommand(current().start(), command, callOptions) as Promise<Outcome<Value>>
  }
  const find: Pairing['find'] = (name) => current().system.get(name) as never

  return {
    get actor() {
      return current()
    },
    find,
    sessions: () => sessionsOf(current()),
    on: (type, listener) => follow((machine) => machine.on(type, listener as never)),
    subscribe: (listener) => follow((machine) => machine.subscribe({ next: listener, error: () => {} })),
    async open() {
      const error = crash()
      return error ? failed(error) : openPairing(current().start())
    },
    propose: (proposed, callOptions) => run({ type: 'pairing.propose', proposed }, callOptions),
    authenticate: (params, callOptions) => run({ type: 'pairing.authenticate', params }, callOptions),
    request: (params, callOptions) => run({ type: 'pairing.request', ...params }, callOptions),
    pair: (uri, callOptions) => run({ type: 'pairing.pair', uri }, callOptions),
    approve: (proposalId, approval, callOptions) => run({ type: 'pairing.approve', proposalId, approval }, callOptions),
    reject: (proposalId, reason, callOptions) => run({ type: 'pairing.reject', proposalId, reason }, callOptions),
    respond: (requestId, answer, callOptions) => run({ type: 'pairing.respond', requestId, answer }, callOptions),
    signIn: (requestId, credentials, callOptions) =>
      run({ type: 'pairing.signIn', requestId, credentials }, callOptions),
    refuseSignIn: (requestId, reason, callOptions) =>
      run({ type: 'pairing.refuseSignIn', requestId, reason }, callOptions),
    update: (topic, namespaces, callOptions) =>
      run({ type: 'pairing.speak', exchange: { name: 'update', topic, namespaces } }, callOptions),
    emit: (topic, event, callOptions) =>
      run({ type: 'pairing.speak', exchange: { name: 'emit', topic, ...event } }, callOptions),
    extend: (topic, callOptions) => run({ type: 'pairing.speak', exchange: { name: 'extend', topic } }, callOptions),
    ping: (topic, callOptions) => run({ type: 'pairing.speak', exchange: { name: 'ping', topic } }, callOptions),
    disconnect: (topic, callOptions) => run({ type: 'pairing.disconnect', topic }, callOptions),
    close: () => current().send({ type: 'pairing.close' }),
  }
}
