import { fromCallback, fromPromise } from 'xstate'
import { seal } from '../../machines/kit/contract.ts'
import type { Clock } from '../../machines/kit/time.ts'
import type { AuthenticationContract } from '../../machines/pairing/authentication.contract.ts'
import { authenticationMachine } from '../../machines/pairing/authentication.machine.ts'
import type { Exchange, ExchangeContract } from '../../machines/pairing/exchange.contract.ts'
import { exchangeMachine } from '../../machines/pairing/exchange.machine.ts'
import { pairingMachine } from '../../machines/pairing/pairing.machine.ts'
import type { Offer, ProposalContract } from '../../machines/pairing/proposal.contract.ts'
import { proposalMachine } from '../../machines/pairing/proposal.machine.ts'
import type { RequestQueueContract } from '../../machines/pairing/requestQueue.contract.ts'
import { requestQueueMachine } from '../../machines/pairing/requestQueue.machine.ts'
import type { SessionContract } from '../../machines/pairing/session.contract.ts'
import { sessionMachine } from '../../machines/pairing/session.machine.ts'
import type { SessionRequestContract } from '../../machines/pairing/sessionRequest.contract.ts'
import { sessionRequestMachine } from '../../machines/pairing/sessionRequest.machine.ts'
import { connectFault } from '../../machines/rules/pairing/connect.ts'
import { askedFor, storedSessions, unagreedTopics } from '../../machines/rules/pairing/proposals.ts'
import type { Timeouts } from '../config.ts'
import type { PairingDriver } from '../pairing/port.ts'
import type { ChainReader } from '../pairing/signatures.ts'

/** How long a client is waited for that is being closed. */
const CLOSING_MS = 2_000

/** Why an offer is taken back; it is told to nobody. */
const WITHDRAWN = new Error('Nobody waits for it any more.')

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

type Offered = Extract<ProposalContract['event'], { type: `offer.${string}` }>

export type PairingTimeouts = Pick<
  Timeouts,
  'pairingMs' | 'exchangeMs' | 'verifyMs' | 'startPairingMs' | 'disconnectMs'
>

export interface PairingEffects {
  /** Opens the client; called anew whenever the pairing opens. */
  open(): Promise<PairingDriver>
  /** Reads chains, for signatures of contracts. */
  read: ChainReader
  clock: Clock
  timeouts: PairingTimeouts
}

/** The pairing with every slot filled. It is for one actor at a time; the next one takes over the driver that is open. */
export function pairingLogic({ open, read, clock, timeouts }: PairingEffects) {
  const { pairingMs, exchangeMs, verifyMs, startPairingMs, disconnectMs } = timeouts
  let opened: PairingDriver | undefined
  let opening: Promise<PairingDriver> | undefined
  let unwatch = () => {}
  let closing: Promise<void> = Promise.resolve()
  const driver = (): PairingDriver => {
    if (!opened) throw new Error('Nothing is asked of the pairing before it is open.')
    return opened
  }

  const speak = (exchange: Exchange, signal: AbortSignal): Promise<void> => {
    switch (exchange.name) {
      case 'pair':
        return driver().pair(exchange.uri, signal)
      case 'keep':
        return driver().keep(exchange)
      case 'answer':
        return driver().respond(exchange, signal)
      case 'update':
        return driver().update(exchange, signal)
      case 'emit':
        return driver().emit(exchange, signal)
      case 'extend':
      case 'ping':
      case 'disconnect':
        return driver()[exchange.name](exchange, signal)
    }
  }
  /** Makes an offer for as long as somebody waits for it. */
  const offering = <Input>(offer: (input: Input, signal: AbortSignal) => Promise<Offer>) =>
    fromCallback<Offered, Input>(({ input, sendBack }) => {
      const control = new AbortController()
      offer(input, control.signal).then(
        (made) => sendBack({ type: 'offer.made', offer: made }),
        (error: unknown) => control.signal.aborted || sendBack({ type: 'offer.failed', error }),
      )
      return () => control.abort(WITHDRAWN)
    })

  const exchange = seal<ExchangeContract>()(
    exchangeMachine.provide({
      actors: { speak: fromPromise(({ input, signal }) => speak(input.exchange, signal)) },
      delays: { exchange: exchangeMs },
    }),
  )
  const sessionRequest = seal<SessionRequestContract>()(
    sessionRequestMachine.provide({
      actors: {
        publishRequest: fromPromise(({ input: { topic, question }, signal }) =>
          driver().request({ topic, ...question }, signal),
        ),
        respond: fromPromise(({ input, signal }) => driver().respond(input, signal)),
      },
      delays: { exchange: exchangeMs },
    }),
  )
  return pairingMachine.provide({
    actors: {
      client: fromCallback(({ sendBack }) => {
        let left = false
        // A client that cannot be closed keeps nobody from opening another one. An actor that stopped by mistake has left its own open.
        opening ??= Promise.race([closing, pause(CLOSING_MS)]).then(() => open())
        const mine = opening
        const close = async () => {
          unwatch()
          opening = undefined
          const last = await mine.catch(() => undefined)
          if (opened === last) opened = undefined
          await last?.close()
        }
        mine
          .then((made) => {
            if (left) return
            opened = made
            unwatch()
            sendBack({
              type: 'client.opened',
              sessions: storedSessions(made.sessions(), made.agreed(), clock.now()),
              unwanted: unagreedTopics(made.sessions(), made.agreed()),
              offers: made.offers(),
              received: made.received(),
            })
            unwatch = made.watch(sendBack)
          })
          .catch((error: unknown) => sendBack({ type: 'client.failed', error }))
        return () => {
          left = true
          closing = close().catch(() => {})
        }
      }),
      exchange,
      requestQueue: seal<RequestQueueContract>()(requestQueueMachine.provide({ actors: { sessionRequest } })),
      session: seal<SessionContract>()(
        sessionMachine.provide({
          actors: {
            exchange,
            sessionRequest,
            check: fromPromise(({ input, signal }) => driver().ping(input, signal)),
            leave: fromPromise(({ input, signal }) => driver().disconnect(input, signal)),
          },
          delays: { disconnect: disconnectMs },
        }),
      ),
      proposal: seal<ProposalContract>()(
        proposalMachine.provide({
          actors: {
            propose: offering(async ({ proposed, offer }, signal) => {
              // One of an earlier visit is listened to and not taken back: another tab may still show it.
              if (offer) return offer
              const fault = connectFault(proposed, { pairings: driver().pairings(), nowMs: clock.now() })
              if (fault) throw fault
              return driver().propose(askedFor(proposed), signal)
            }),
            approve: fromPromise(({ input: { id, approval }, signal }) =>
              driver().approve({ id, ...approval }, signal),
            ),
            reject: fromPromise(({ input, signal }) => driver().reject(input, signal)),
          },
          delays: { pairing: pairingMs, exchange: exchangeMs },
        }),
      ),
      authentication: seal<AuthenticationContract>()(
        authenticationMachine.provide({
          actors: {
            authenticate: offering(({ params }, signal) => driver().authenticate(params, signal)),
            verifySignatures: fromPromise(async ({ input: { credentials }, signal }) => {
              const { verifySignatures } = await import('../pairing/signatures.ts')
              return verifySignatures(credentials, read, signal)
            }),
            answer: fromPromise(async ({ input: { id, credentials, reason }, signal }) =>
              reason
                ? driver().rejectSignIn({ id, reason }, signal)
                : driver().approveSignIn({ id, credentials }, signal),
            ),
          },
          delays: { pairing: pairingMs, exchange: exchangeMs, verify: verifyMs },
        }),
      ),
    },
    delays: { startPairing: startPairingMs },
  })
}
