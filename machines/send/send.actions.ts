/** The messages, broadcast events and analytics records of the `send` machine. */
import { type ParameterizedObject } from 'xstate'
import { createAction } from '../core/createAction.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import { sendToActor } from '../core/messaging.ts'
import type { ViewName } from '../shell/view.types.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { done, failed, isUnconfirmed } from '../shared/outcome.rules.ts'
import { validateDraft, toSentTransfer } from './send.rules.ts'
import { transferPurpose } from '../transactions/sent.rules.ts'
import type { SendContract } from './send.contract.ts'
import { transactions } from '../transactions/transactions.contract.ts'
import { view } from '../shell/view.contract.ts'
import { snackbar, type SnackbarContract } from '../shell/snackbar.contract.ts'
import { balance } from '../account/balance.contract.ts'

type Context = SendContract['context']
export interface Failed {
  outcome: Outcome<never>
}

/** Action: emit the outcome of the wallet request. */
const settle = <P extends ParameterizedObject['params']>(outcomeOf: (params: P, context: Context) => Outcome<string>) =>
  createAction<Context, P>(({ context, enqueue }, params) => {
    enqueue.emit({ type: 'send.settled', outcome: outcomeOf(params, context) })
  })

/** Shows why something was not sent. If the user declined, only the draft shows that. */
export const notSentCommand = (
  outcome: Outcome<unknown>,
  hiddenInViews: readonly ViewName[] = [],
): SnackbarContract['event'] =>
  outcome.status === 'declined'
    ? { type: 'snackbar.hide' }
    : {
        type: 'snackbar.show',
        message: {
          variant: 'error',
          hiddenInViews,
          ...('error' in outcome
            ? { code: outcome.error.code, params: outcome.error.params }
            : { code: 'send.cancelled' }),
        },
      }

/** The views that show the draft and its errors. */
const draftViews = ['WalletSend', 'WalletSendPreview'] as const

export const sendActions = {
  watchTransaction: sendToActor(transactions)(
    ({ hash }: { hash: string }, { network, connection, transfer }: Context) => ({
      type: 'transactions.watch',
      hash,
      network,
      from: connection.address,
      sentFor: transfer && transferPurpose(transfer),
    }),
  ),
  leaveTokens: sendToActor(view)({ type: 'view.leave', views: ['WalletSendSelectToken'], otherwise: 'WalletSend' }),
  leavePreview: sendToActor(view)({ type: 'view.leave', views: ['WalletSendPreview'], otherwise: 'WalletSend' }),
  showConfirmed: sendToActor(view)({ type: 'view.replace', view: 'WalletSendConfirmed', only: 'WalletSendPreview' }),
  emitSent: settle(({ hash }: { hash: string }) => done(hash)),
  emitNotSent: settle(({ outcome }: Failed) => outcome),
  emitDraftError: settle((_: undefined, context) =>
    failed(validateDraft(context) ?? context.feeError ?? new LatchkeyError('send.incomplete')),
  ),
  trackSubmitted: trackEvent((_: undefined, context: Context) => ({
    type: 'send.submitted',
    ...toSentTransfer(context),
  })),
  notifyBalance: sendToActor(balance)((_: undefined, context: Context) => ({
    type: 'balance.expectChange',
    networkId: toSentTransfer(context).networkId,
    ...(context.transfer?.token.address !== undefined &&
      !context.transfer.token.nft && { address: context.transfer.token.address }),
  })),
  trackStarted: trackEvent(({ hash }: { hash: string }, context: Context) => ({
    type: 'send.started',
    hash,
    ...toSentTransfer(context),
  })),
  trackNotSent: trackEvent(({ outcome }: Failed, context: Context) =>
    'error' in outcome && !isUnconfirmed(outcome)
      ? { type: 'send.failed', ...toSentTransfer(context), error: outcome.error }
      : undefined,
  ),
  leaveViews: sendToActor(view)({
    type: 'view.leave',
    views: ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview', 'WalletSendConfirmed'],
  }),
  showWaiting: sendToActor(snackbar)({
    type: 'snackbar.show',
    message: { variant: 'loading', code: 'send.waiting', hiddenInViews: ['WalletSendPreview'] },
  }),
  showStarted: sendToActor(snackbar)({
    type: 'snackbar.show',
    message: { variant: 'success', code: 'send.started', hiddenInViews: ['WalletSendConfirmed'] },
  }),
  showNotSent: sendToActor(snackbar)(({ outcome }: { outcome: Outcome<unknown> }) =>
    notSentCommand(outcome, draftViews),
  ),
}
