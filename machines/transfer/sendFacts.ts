/** What the sending of tokens says to others, and whom it has look after what was sent. */
import { enqueueActions, type ParameterizedObject } from 'xstate'
import type { Outcome } from '../entities/attempt.ts'
import type { Network } from '../entities/network.ts'
import type { Fact } from '../facts.ts'
import { announce, tell } from '../kit/system.ts'
import { LatchkeyError } from '../errors/error.ts'
import { done, failed } from '../rules/outcomes.ts'
import { sentOf, submissionFault } from '../rules/sending.ts'
import type { SendContract } from './send.contract.ts'
import { view } from '../shell/view.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'

type Context = SendContract['context']
export interface Failed {
  outcome: Outcome<never>
}

/** Action: tell those who watch how the question ended. */
const settle = <P extends ParameterizedObject['params']>(outcomeOf: (params: P, context: Context) => Outcome<string>) =>
  // oxlint-disable-next-line no-explicit-any
  enqueueActions<any, any, P, any, never, never, never, never, any>(({ context, enqueue }, params) => {
    enqueue.emit({ type: 'send.settled', outcome: outcomeOf(params, context) })
  })

export const facts = {
  /** An item of its own waits for what becomes of a transaction. */
  // oxlint-disable-next-line no-explicit-any
  watch: enqueueActions<any, any, { hash: string; network: Network }, any, any, never, never, never, any>(
    ({ context, enqueue }, { hash, network }) => {
      const { watchPending } = context as Context
      const name = `transaction:${hash}`
      enqueue.stopChild(name)
      enqueue.spawnChild('transaction', { id: name, systemId: name, input: { hash, network, watchPending } })
    },
  ),
  announceToken: announce({ type: 'send.tokenChosen' }),
  emitSent: settle(({ hash }: { hash: string }) => done(hash)),
  emitNotSent: settle(({ outcome }: Failed) => outcome),
  emitFault: settle((_: undefined, context) =>
    failed(submissionFault(context) ?? new LatchkeyError('send.incomplete')),
  ),
  announceSubmitted: announce((_: undefined, context: Context): Fact => ({
    type: 'send.submitted',
    ...sentOf(context),
  })),
  announceStarted: announce(({ hash }: { hash: string }, context: Context): Fact => ({
    type: 'send.started',
    hash,
    ...sentOf(context),
    ...(context.transfer?.token.address !== undefined && { address: context.transfer.token.address }),
  })),
  announceNotSent: announce(({ outcome }: Failed, context: Context): Fact | undefined =>
    'error' in outcome ? { type: 'send.failed', ...sentOf(context), error: outcome.error } : undefined,
  ),
  leaveViews: tell(view)({ type: 'view.dropDraft' }),
  sayWaiting: tell(snackbar)({
    type: 'snackbar.show',
    message: { variant: 'loading', code: 'send.waiting' },
  }),
  sayStarted: tell(snackbar)({
    type: 'snackbar.show',
    message: { variant: 'success', code: 'send.started' },
  }),
  sayLate: tell(snackbar)({
    type: 'snackbar.show',
    message: { variant: 'success', code: 'send.sentLate' },
  }),
  /** What the visitor declined is told by the draft alone. */
  sayNotSent: tell(snackbar)(({ outcome }: Failed) =>
    outcome.status === 'declined'
      ? { type: 'snackbar.hide' }
      : {
          type: 'snackbar.show',
          message: {
            variant: 'error',
            ...('error' in outcome
              ? { code: outcome.error.code, params: outcome.error.params }
              : { code: 'send.cancelled' }),
          },
        },
  ),
}
