import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import type { Implementations } from '../../machines/core/implementations.ts'
import { implement } from '../../machines/core/actors.ts'
import type { Clock } from '../../machines/core/time.ts'
import { authenticationMachine } from '../../machines/pairing/authentication.machine.ts'
import type { SignInParams } from '../../machines/pairing/rules/authenticate.ts'
import type { Exchange } from '../../machines/pairing/exchange.contract.ts'
import { exchangeMachine } from '../../machines/pairing/exchange.machine.ts'
import { pairingMachine } from '../../machines/pairing/pairing.machine.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import type { PairingContract } from '../../machines/pairing/pairing.contract.ts'
import type { PairingUri, ProposalContract, Proposed } from '../../machines/pairing/proposal.contract.ts'
import { proposalMachine } from '../../machines/pairing/proposal.machine.ts'
import { sessionMachine } from '../../machines/pairing/session.machine.ts'
import { sessionRequestMachine } from '../../machines/pairing/sessionRequest.machine.ts'
import { validateConnect } from '../../machines/pairing/rules/connect.ts'
import { requestedNamespaces, storedSessions, unagreedTopics } from '../../machines/pairing/rules/proposals.ts'
import type { PairingDriver } from './port.ts'
import type { ChainReader } from '../sign-in/verifier.ts'
import { networkOf } from '../../machines/network/network.rules.ts'
import type { Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'
import { loadPart } from '../platform/loadPart.ts'

/** How long to wait for the previous client to close, in milliseconds. */
const CLOSING_MS = 2_000

/** The reason for withdrawing a pairing URI; it is not reported. */
const WITHDRAWN = new Error('Nobody waits for it any more.')

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type ClientEvent = Extract<PairingContract['event'], { type: `client.${string}` }> | PairingMessage
type PairingUriEvent = Extract<ProposalContract['event'], { type: `pairingUri.${string}` }>

export interface PairingDependencies {
  /** Opens the client; called each time the pairing opens. */
  open(): Promise<PairingDriver>
  /** Reads chains, to verify the signatures of contracts. */
  read: ChainReader
  clock: Clock
}

/** Holds the open driver, and opens it while an actor runs. */
function createDriverSlot(open: PairingDependencies['open'], clock: Clock) {
  let opened: PairingDriver | undefined
  let opening: Promise<PairingDriver> | undefined
  let unwatch = () => {}
  let closing: Promise<void> = Promise.resolve()
  const driver = (): PairingDriver => {
    if (!opened) throw new Error('Nothing is asked of the pairing before it is open.')
    return opened
  }

  const client = ({ sendBack }: { sendBack: (event: ClientEvent) => void }) => {
    let isStopped = false
    // Waits for the previous client to close, for a limited time. A crashed root did not close its client, which is reused.
    opening ??= Promise.race([closing, pause(CLOSING_MS)]).then(() => open())
    const driverPromise = opening
    const close = async () => {
      unwatch()
      opening = undefined
      const closingDriver = await driverPromise.catch(() => undefined)
      if (opened === closingDriver) opened = undefined
      await closingDriver?.close()
    }
    driverPromise
      .then((newDriver) => {
        if (isStopped) return
        opened = newDriver
        unwatch()
        sendBack({
          type: 'client.opened',
          sessions: storedSessions(newDriver.sessions(), newDriver.agreed(), clock.now()),
          unwanted: unagreedTopics(newDriver.sessions(), newDriver.agreed()),
          pairingUris: newDriver.pairingUris(),
          received: newDriver.received(),
        })
        unwatch = newDriver.watch(sendBack)
      })
      .catch((error: unknown) => sendBack({ type: 'client.failed', error }))
    return () => {
      isStopped = true
      closing = close().catch(() => {})
    }
  }
  return { driver, client }
}

/** Sends a message to the peer. */
function sendExchange(driver: PairingDriver, exchange: Exchange, signal: AbortSignal): Promise<void> {
  switch (exchange.name) {
    case 'pair':
      return driver.pair(exchange.uri, signal)
    case 'keep':
      return driver.keep(exchange)
    case 'answer':
      return driver.respond(exchange, signal)
    case 'update':
      return driver.update(exchange, signal)
    case 'emit':
      return driver.emit(exchange, signal)
    case 'extend':
    case 'ping':
    case 'disconnect':
      return driver[exchange.name](exchange, signal)
  }
}

/** Creates a pairing URI, and withdraws it when it is no longer needed. */
const createUriActor =
  <Input>(create: (input: Input, signal: AbortSignal) => Promise<PairingUri>) =>
  ({ input, sendBack }: { input: Input; sendBack: (event: PairingUriEvent) => void }) => {
    const control = new AbortController()
    create(input, control.signal).then(
      (pairingUri) => sendBack({ type: 'pairingUri.created', pairingUri }),
      (error: unknown) => control.signal.aborted || sendBack({ type: 'pairingUri.failed', error }),
    )
    return () => control.abort(WITHDRAWN)
  }

/**
 * The effects of the pairing, for one actor at a time. The next actor takes over an open driver, or opens a new one once the last
 * is closed.
 */
export function implementPairing({ open, read, clock }: PairingDependencies): Implementations {
  const { driver, client } = createDriverSlot(open, clock)

  return {
    ...implement(exchangeMachine, {
      speak: async ({ input, signal }) => sendExchange(driver(), input.exchange, signal),
    }),
    ...implement(sessionRequestMachine, {
      publishRequest: ({ input: { topic, request }, signal }) => driver().request({ topic, ...request }, signal),
      respond: ({ input, signal }) => driver().respond(input, signal),
    }),
    ...implement(pairingMachine, {
      client,
    }),
    ...implement(sessionMachine, {
      check: ({ input, signal }) => driver().ping(input, signal),
      leave: ({ input, signal }) => driver().disconnect(input, signal),
    }),
    ...implement(proposalMachine, {
      propose: createUriActor<{ proposed: Proposed; pairingUri: PairingUri | undefined }>(
        async ({ proposed, pairingUri }, signal) => {
          // A pairing URI of an earlier visit is observed and never withdrawn: another tab may still show it.
          if (pairingUri) return pairingUri
          const fault = validateConnect(proposed, { pairings: driver().pairings(), nowMs: clock.now() })
          if (fault) throw fault
          return driver().propose(requestedNamespaces(proposed), signal)
        },
      ),
      approve: ({ input: { id, approval }, signal }) => driver().approve({ id, ...approval }, signal),
      reject: ({ input, signal }) => driver().reject(input, signal),
    }),
    ...implement(authenticationMachine, {
      authenticate: createUriActor<{ params: SignInParams }>(({ params }, signal) =>
        driver().authenticate(params, signal),
      ),
      verifySignatures: async ({ input: { credentials }, signal }) => {
        const { verifySignatures } = await loadPart(import('./client/signatures.ts'))
        return verifySignatures(credentials, read, signal)
      },
      answer: async ({ input: { id, credentials, reason }, signal }) =>
        reason ? driver().rejectSignIn({ id, reason }, signal) : driver().approveSignIn({ id, credentials }, signal),
    }),
  }
}

/** The pairing effects of an app, with the smart accounts on its networks. */
export const pairingEffects = ({ driver, rpc, clock }: Ports, { networks }: AppSettings): Implementations =>
  implementPairing({
    open: driver,
    clock,
    read: async (chainId, { method, params }, signal) => {
      const network = networkOf(networks(), chainId as never)
      if (!network) throw new LatchkeyError('rpc.urlMissing')
      return rpc.request(network, { method, params: params ?? [] }, { signal })
    },
  })
