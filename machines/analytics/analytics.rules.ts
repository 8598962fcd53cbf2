import type { Connection } from '../shared/account.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { ViewName } from '../shell/view.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import type { BroadcastEvent, AnalyticsRecord, SwapCounted } from '../events.ts'
import { withNamespace, withoutNamespace } from '../connection/connections.rules.ts'

/**
 * An event for analytics, under the name that existing dashboards use. It may contain the account's address, a search text, and
 * an error message.
 */
export interface AnalyticsEvent {
  type: 'track' | 'error'
  event: string
  properties: Readonly<Record<string, unknown>>
  /** The active account's address; undefined without a connection. */
  address: string | undefined
}

/** The connected namespaces, and those that are being disconnected together: that counts as one event [4.20]. */
export interface Disconnections {
  connected: readonly Namespace[]
  awaited: readonly Namespace[]
  /** Why some of the wallets could not be notified. */
  reasons: readonly string[]
}
export const NO_DISCONNECTIONS: Disconnections = { connected: [], awaited: [], reasons: [] }

export function trackDisconnections(leaving: Disconnections, record: BroadcastEvent | AnalyticsRecord): Disconnections {
  const { connected, awaited, reasons } = leaving
  switch (record.type) {
    case 'account.connected':
      return { ...leaving, connected: withNamespace(connected, record.connection.namespace) }
    case 'disconnection.together':
      return awaited.length > 0 ? leaving : { connected, awaited: connected, reasons: [] }
    case 'disconnection.failed':
      return awaited.includes(record.namespace)
        ? { ...leaving, reasons: [...reasons, messageOf(record.error)] }
        : leaving
    case 'account.disconnected':
      return {
        connected: withoutNamespace(connected, record.namespace),
        awaited: withoutNamespace(awaited, record.namespace),
        reasons,
      }
    default:
      return leaving
  }
}

const smart = (connection: Connection | undefined) => ({
  isSmartAccount: connection?.accounts[0]?.type === 'smartAccount',
})

/** The event names of views. */
const VIEWS: Readonly<Record<string, string>> = {
  AllWallets: 'CLICK_ALL_WALLETS',
  WhatIsAWallet: 'CLICK_WALLET_HELP',
  GetWallet: 'CLICK_GET_WALLET',
  Networks: 'CLICK_NETWORKS',
  UpgradeEmailWallet: 'EMAIL_UPGRADE_FROM_MODAL',
}

/** The event names of views whose events contain the account type and the network. */
const OPENED: Readonly<Partial<Record<ViewName, string>>> = { WalletSend: 'OPEN_SEND', Swap: 'OPEN_SWAP' }

/** The event names of views whose events contain the account type. */
const OF_ACCOUNT: Readonly<Partial<Record<ViewName, string>>> = {
  ChooseAccountName: 'OPEN_ENS_FLOW',
  OnRampProviders: 'SELECT_BUY_CRYPTO',
  WhatIsABuy: 'SELECT_WHAT_IS_A_BUY',
}

const SIGN_INS = {
  'signIn.asked': 'CLICK_SIGN_SIWX_MESSAGE',
  'signIn.declined': 'CLICK_CANCEL_SIWX',
  'signIn.done': 'SIWX_AUTH_SUCCESS',
  'signIn.failed': 'SIWX_AUTH_ERROR',
} as const

const NAMES = {
  'names.started': 'REGISTER_NAME_INITIATED',
  'names.registered': 'REGISTER_NAME_SUCCESS',
} as const

const SWAPS = {
  'swap.submitted': 'INITIATE_SWAP',
  'swap.done': 'SWAP_SUCCESS',
} as const

const WAYS_IN = {
  'email.selected': 'EMAIL_LOGIN_SELECTED',
  'email.submitted': 'EMAIL_SUBMITTED',
  'email.deviceRegistered': 'DEVICE_REGISTERED_FOR_EMAIL',
  'email.codeSent': 'EMAIL_VERIFICATION_CODE_SENT',
  'email.codeAccepted': 'EMAIL_VERIFICATION_CODE_PASS',
  'email.edited': 'EMAIL_EDIT',
  'social.started': 'SOCIAL_LOGIN_STARTED',
  'social.agreed': 'SOCIAL_LOGIN_REQUEST_USER_DATA',
  'social.done': 'SOCIAL_LOGIN_SUCCESS',
  'social.failed': 'SOCIAL_LOGIN_ERROR',
  'social.cancelled': 'SOCIAL_LOGIN_CANCELED',
} as const

/** The maximum number of nested causes: those of an untrusted error may be circular. */
const CAUSES = 16

/**
 * Returns the message of an error. Messages of the embedded wallet's site may contain an address or a code of the user, so only
 * their code is returned.
 */
function messageOf(error: LatchkeyError): string {
  let inner: unknown = error
  for (let depth = 0; depth < CAUSES && inner instanceof Error; depth += 1, inner = inner.cause)
    if (LatchkeyError.is(inner, 'embedded.refused')) return inner.code
  return error.message
}

type EventData = Pick<AnalyticsEvent, 'event' | 'properties'> & { type?: 'error' }

function toEvent(
  record: BroadcastEvent | AnalyticsRecord,
  connection: Connection | undefined,
  { awaited, reasons }: Disconnections,
): EventData | undefined {
  const event = (event: string, properties: AnalyticsEvent['properties'] = {}): EventData => ({ event, properties })
  switch (record.type) {
    case 'latchkey.ready': {
      const { networks, embedded, enableNetworkSwitch, allowUnsupportedChain, wallets } = record.configuration
      return event('INITIALIZE', {
        networks: networks.map(({ caipNetworkId }) => caipNetworkId),
        embedded,
        enableNetworkSwitch,
        allowUnsupportedChain,
        featuredWalletIds: wallets.featuredWalletIds,
        allWallets: wallets.allWallets,
      })
    }
    case 'modal.opened':
      return event('MODAL_OPEN', { connected: connection !== undefined })
    case 'modal.closed':
      return event('MODAL_CLOSE', { connected: connection !== undefined })
    case 'view.shown':
      return viewEvent(record.view, connection)
    case 'wallets.chosen':
      return event('SELECT_WALLET', { name: record.wallet.name, platform: record.platform })
    case 'catalog.searched':
      return event('SEARCH_WALLET', { badge: record.certified ? 'certified' : 'all', search: record.search })
    case 'account.connected':
      return record.restored
        ? undefined
        : event('CONNECT_SUCCESS', {
            method: record.connection.connector.type === 'AUTH' ? 'email' : 'browser',
            name: record.connection.connector.name,
          })
    case 'connection.failed':
      return event('CONNECT_ERROR', { message: messageOf(record.error) })
    case 'disconnection.done':
      return awaited.includes(record.namespace)
        ? undefined
        : event('DISCONNECT_SUCCESS', { namespace: record.namespace })
    case 'disconnection.failed':
      return awaited.includes(record.namespace)
        ? undefined
        : event('DISCONNECT_ERROR', { message: messageOf(record.error) })
    case 'account.disconnected':
      if (awaited.join() !== record.namespace) return undefined
      return reasons.length > 0
        ? event('DISCONNECT_ERROR', { message: reasons.join(', ') })
        : event('DISCONNECT_SUCCESS', { namespace: 'all' })
    case 'network.changed':
      return event('SWITCH_NETWORK', { network: record.networkId })
    case 'account.tabShown':
      return record.tab === 'Activity' ? event('CLICK_TRANSACTIONS', smart(connection)) : undefined
    case 'activity.more':
      return event('LOAD_MORE_TRANSACTIONS', { address: record.address, cursor: record.cursor, ...smart(connection) })
    case 'activity.failed':
      return event('ERROR_FETCH_TRANSACTIONS', { address: record.address, cursor: record.cursor, ...smart(connection) })
    case 'send.submitted':
      return event('SEND_INITIATED', sendEvent(record, connection))
    case 'send.started':
      return event('SEND_SUCCESS', sendEvent(record, connection))
    case 'send.failed':
      return event('SEND_ERROR', { ...sendEvent(record, connection), message: messageOf(record.error) })
    case 'signIn.asked':
    case 'signIn.declined':
    case 'signIn.done':
    case 'signIn.failed':
      return event(SIGN_INS[record.type], { network: record.networkId, isSmartAccount: record.isSmart })
    case 'actor.crashed':
      return {
        type: 'error',
        ...event('INTERNAL_SDK_ERROR', { errorType: 'INTERNAL_SDK_ERROR', errorMessage: record.name }),
      }
    default:
      return loginEvent(record) ?? swapEvent(record, connection) ?? nameEvent(record, connection)
  }
}

/** The events of sign-ins to the embedded wallet, and of its accounts. */
function loginEvent(record: BroadcastEvent | AnalyticsRecord): EventData | undefined {
  switch (record.type) {
    case 'email.selected':
    case 'email.submitted':
    case 'email.deviceRegistered':
    case 'email.codeSent':
    case 'email.codeAccepted':
    case 'email.edited':
      return { event: WAYS_IN[record.type], properties: {} }
    case 'email.codeRefused':
      return { event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message: messageOf(record.error) } }
    case 'social.started':
    case 'social.agreed':
    case 'social.done':
    case 'social.failed':
    case 'social.cancelled':
      return { event: WAYS_IN[record.type], properties: { provider: record.provider } }
    case 'accountType.preferred': {
      const { accountType, networkId: network } = record
      return { event: 'SET_PREFERRED_ACCOUNT_TYPE', properties: { accountType, network } }
    }
    default:
      return undefined
  }
}

/** The events of swaps. */
function swapEvent(
  record: BroadcastEvent | AnalyticsRecord,
  connection: Connection | undefined,
): EventData | undefined {
  switch (record.type) {
    case 'swap.submitted':
    case 'swap.done':
      return { event: SWAPS[record.type], properties: swapResultEvent(record, connection) }
    case 'swap.failed':
      return {
        event: record.isApproval ? 'SWAP_APPROVAL_ERROR' : 'SWAP_ERROR',
        properties: { ...swapResultEvent(record, connection), message: messageOf(record.error) },
      }
    default:
      return undefined
  }
}

/** The event of a view that is shown. */
function viewEvent(view: ViewName, connection: Connection | undefined): EventData | undefined {
  const name = VIEWS[view]
  if (name !== undefined) return { event: name, properties: {} }
  const ofAccount = OF_ACCOUNT[view]
  if (ofAccount !== undefined) return { event: ofAccount, properties: smart(connection) }
  const opened = OPENED[view]
  if (opened === undefined) return undefined
  return { event: opened, properties: { ...smart(connection), network: connection?.networkId } }
}

/** The events of names and purchases. */
function nameEvent(
  record: BroadcastEvent | AnalyticsRecord,
  connection: Connection | undefined,
): EventData | undefined {
  switch (record.type) {
    case 'onramp.chosen':
      return { event: 'SELECT_BUY_PROVIDER', properties: { provider: record.provider, ...smart(connection) } }
    case 'names.started':
    case 'names.registered':
      return { event: NAMES[record.type], properties: { ...smart(connection), ensName: record.name } }
    case 'names.failed':
      return {
        event: 'REGISTER_NAME_ERROR',
        properties: { ...smart(connection), ensName: record.name, error: messageOf(record.error) },
      }
    default:
      return undefined
  }
}

const sendEvent = (
  { networkId, token, amount }: { networkId: string; token: string; amount: string },
  connection: Connection | undefined,
) => ({ ...smart(connection), network: networkId, token, amount })

const swapResultEvent = (record: SwapCounted, connection: Connection | undefined) => ({
  ...smart(connection),
  network: record.networkId,
  swapFromToken: record.fromToken,
  swapToToken: record.toToken,
  swapFromAmount: record.fromAmount,
  swapToAmount: record.toAmount,
})

/** Returns the analytics event of a record; undefined for most records. */
export function analyticsEventOf(
  record: BroadcastEvent | AnalyticsRecord,
  connection: Connection | undefined,
  leaving: Disconnections,
): AnalyticsEvent | undefined {
  const made = toEvent(record, connection, leaving)
  return made && { type: 'track', address: connection?.address, ...made }
}
