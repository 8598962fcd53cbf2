/** The messages, broadcast events and analytics records of a swap in progress. */
import type { BroadcastEvent } from '../events.ts'
import { broadcast, sendToActor, sendToActorIfRunning } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { isUnconfirmed } from '../shared/outcome.rules.ts'
import { swapPurpose } from './swapCalls.rules.ts'
import { swapAnalytics, swapParams } from './swapDraft.rules.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { notSentCommand } from '../send/send.actions.ts'
import { swap } from './swap.contract.ts'
import type { SwapExecutionContract } from './swapExecution.contract.ts'

type Context = SwapExecutionContract['context']

/** The views of the draft, which show the error themselves. */
const VIEWS_SHOWING_ERROR = ['Swap', 'SwapPreview'] as const

export const swapExecutionActions = {
  /** The received amount, and the transaction of a bundle, are only known now. */
  broadcastDone: broadcast((_: undefined, context: Context, system): BroadcastEvent | undefined =>
    context.outcome.status === 'done'
      ? {
          type: 'transaction.sent',
          hash: context.outcome.value.hash,
          networkId: context.network.caipNetworkId,
          address: context.connection.address,
          at: now(system),
          status: 'success',
          sentFor: swapPurpose(context, context.outcome.value.received),
        }
      : undefined,
  ),
  trackSubmitted: trackEvent((_: undefined, { quote }: Context) => ({
    type: 'swap.submitted',
    ...swapAnalytics(quote),
  })),
  trackEnd: trackEvent((_: undefined, { quote, outcome, isApproval }: Context) => {
    if (outcome.status === 'done') return { type: 'swap.done', ...swapAnalytics(quote) }
    return 'error' in outcome && !isUnconfirmed(outcome)
      ? { type: 'swap.failed', isApproval, error: outcome.error, ...swapAnalytics(quote) }
      : undefined
  }),
  notifyNotRequested: sendToActorIfRunning(swap)(() => ({ type: 'swap.setNotRequested' })),
  showApproving: sendToActor(snackbar)({
    type: 'snackbar.show',
    message: { variant: 'loading', code: 'swap.approving', hiddenInViews: ['SwapPreview'] },
  }),
  showConfirming: sendToActor(snackbar)({
    type: 'snackbar.show',
    message: { variant: 'loading', code: 'swap.confirming', hiddenInViews: ['SwapPreview'] },
  }),
  showStarted: sendToActor(snackbar)((_: undefined, { quote }: Context) => ({
    type: 'snackbar.show',
    message: { variant: 'success', code: 'swap.started', params: swapParams(quote), hiddenInViews: ['SwapPreview'] },
  })),
  showEnd: sendToActor(snackbar)((_: undefined, { outcome, quote, isNotRequested }: Context) =>
    outcome.status === 'done'
      ? {
          type: 'snackbar.show',
          message: {
            variant: 'success',
            code: 'swap.swapped',
            params: swapParams(quote),
            hiddenInViews: ['SwapPreview', 'SwapConfirmed'],
          },
        }
      : isNotRequested
        ? {
            type: 'snackbar.show',
            message: { variant: 'error', code: 'swap.cancelled', hiddenInViews: VIEWS_SHOWING_ERROR },
          }
        : notSentCommand(outcome, VIEWS_SHOWING_ERROR),
  ),
}
