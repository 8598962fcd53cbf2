/** The events and messages of a namespace when its wallet connects or disconnects. */
import { type ParameterizedObject } from 'xstate'
import { createAction } from '../core/createAction.ts'
import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Connector } from '../shared/connector.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { BroadcastEvent, AnalyticsRecord } from '../events.ts'
import { broadcast, sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { storage } from '../storage/storage.contract.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { done } from '../shared/outcome.rules.ts'
import type { DisconnectionContract } from './disconnection.contract.ts'
import type { NamespaceContract } from './namespace.contract.ts'
import { snackbar } from '../shell/snackbar.contract.ts'
import { view } from '../shell/view.contract.ts'

const ATTEMPT_VIEWS = ['ConnectingExternal', 'ConnectingWalletConnect', 'ConnectingWalletConnectBasic'] as const

const broadcastOf = (event: (context: NamespaceContract['context']) => BroadcastEvent | undefined) =>
  broadcast((_: undefined, context: NamespaceContract['context']) => event(context))

/** Action: emit an event to the subscribers of this namespace. */
const show = <P extends ParameterizedObject['params']>(
  event: (params: P, context: NamespaceContract['context']) => NamespaceContract['emitted'],
) =>
  createAction<NamespaceContract['context'], P>(({ context, enqueue }, params) => {
    enqueue.emit(event(params, context))
  })

export const namespaceActions = {
  emitSettled: show(({ outcome }: { outcome: Outcome<Connection> }, { connector, requestId }) => ({
    type: 'namespace.settled',
    connectorId: connector?.id ?? '',
    requestId,
    outcome,
  })),
  emitAlready: show(({ connector, requestId }: { connector: Connector; requestId?: string }, { connection }) => ({
    type: 'namespace.settled',
    connectorId: connector.id,
    requestId,
    outcome: done(assertDefined(connection)),
  })),
  emitLeft: show(({ outcome }: { outcome: Outcome<undefined> }) => ({ type: 'namespace.left', outcome })),
  showAttempt: sendToActor(view)((_: undefined, { connector, selectedWallet }: NamespaceContract['context']) => ({
    type: 'view.showAttempt',
    view: connector?.type === 'WALLET_CONNECT' ? 'ConnectingWalletConnect' : 'ConnectingExternal',
    directed: selectedWallet !== undefined,
  })),
  trackFailed: trackEvent(
    (_: undefined, { connector, error }: NamespaceContract['context']): AnalyticsRecord | undefined =>
      connector && error && { type: 'connection.failed', connector, error },
  ),
  leaveAttemptViews: sendToActor(view)(
    (_: undefined, { connector }: NamespaceContract['context']) =>
      connector && { type: 'view.leave', views: ATTEMPT_VIEWS },
  ),
  finishAttempt: sendToActor(view)({ type: 'view.leave', views: ATTEMPT_VIEWS, closes: true }),
  broadcastConnected: broadcastOf(
    ({ connection }) => connection && { type: 'account.connected', connection, restored: false },
  ),
  broadcastRestored: broadcastOf(
    ({ connection }) => connection && { type: 'account.connected', connection, restored: true },
  ),
  broadcastChanged: broadcastOf(({ connection }) => connection && { type: 'account.changed', connection }),
  storeSelectedAccount: sendToActor(storage)(
    (_: undefined, { connection, namespace }: NamespaceContract['context']) =>
      connection && {
        type: 'storage.setAccount',
        namespace,
        connectorId: connection.connector.id,
        address: connection.address,
      },
  ),
  removePersisted: sendToActor(storage)(
    (_: undefined, { connection, namespace }: NamespaceContract['context']) =>
      connection && { type: 'storage.dropConnection', namespace, connectorId: connection.connector.id },
  ),
  broadcastNetwork: broadcastOf(({ connection }) => connection && { type: 'account.networkChanged', connection }),
  broadcastDisconnected: broadcastOf(({ namespace, connection, connectorId }) => ({
    type: 'account.disconnected',
    namespace,
    connectorId: connection?.connector.id ?? connectorId,
  })),
  broadcastUnreached: broadcastOf(({ namespace, connectorId }) => ({
    type: 'account.disconnected',
    namespace,
    connectorId,
    unreached: true,
  })),
  trackLeave: trackEvent(
    ({ namespace, outcome }: { namespace: Namespace; outcome: Outcome<undefined> }): AnalyticsRecord =>
      outcome.status === 'failed'
        ? { type: 'disconnection.failed', namespace, error: outcome.error }
        : { type: 'disconnection.done', namespace },
  ),
  showRefused: sendToActor(snackbar)(
    (_: undefined, { error }: NamespaceContract['context']) =>
      error && { type: 'snackbar.show', message: { variant: 'error', code: error.code, params: error.params } },
  ),
  showLeft: sendToActor(snackbar)({ type: 'snackbar.show', message: { variant: 'error', code: 'wallet.left' } }),
}

interface Disconnecting {
  context: NamespaceContract['context']
  event: { output: DisconnectionContract['output'] }
}

/** The actions after a disconnection, even if the wallet failed to disconnect. */
export const afterDisconnect = [
  { type: 'emitLeft', params: ({ event: { output: outcome } }: Disconnecting) => ({ outcome }) },
  {
    type: 'trackLeave',
    params: ({ context: { namespace }, event: { output: outcome } }: Disconnecting) => ({ namespace, outcome }),
  },
  'broadcastDisconnected',
  'clearConnection',
] as const
