/** Every named actor of an instance with its contract. Services run once they are loaded; flows and items do not always run. */
import type { BundleContract } from '../../machines/calls/bundle.contract.ts'
import type { ConnectionAttemptContract } from '../../machines/connection/connectionAttempt.contract.ts'
import type { CountdownContract } from '../../machines/connection/countdown.contract.ts'
import type { DisconnectionContract } from '../../machines/connection/disconnection.contract.ts'
import type { NamespaceContract } from '../../machines/connection/namespace.contract.ts'
import type { NetworkSwitchContract } from '../../machines/network/networkSwitch.contract.ts'
import type { Namespace } from '../../machines/shared/namespace.types.ts'
import type { LoaderContract } from '../../machines/core/loader.contract.ts'
import type { ContractsOf, LazyNameOf } from '../../machines/core/feature.ts'
import type { BroadcastEvent } from '../../machines/events.ts'
import type { Features } from './features.ts'
import type { WalletConnectContract } from '../../machines/connection/walletConnect.contract.ts'
import type { CallContract } from '../../machines/pairing/call.contract.ts'
import type { PairingAttemptContract } from '../../machines/pairing/pairingAttempt.contract.ts'
import type { AuthenticationContract } from '../../machines/pairing/authentication.contract.ts'
import type { ExchangeContract } from '../../machines/pairing/exchange.contract.ts'
import type { PairingMessage } from '../../machines/pairing/messages.ts'
import type { PairingContract, PairingReport } from '../../machines/pairing/pairing.contract.ts'
import type { NameLookupContract } from '../../machines/names/nameLookup.contract.ts'
import type { RegistrationContract } from '../../machines/names/registration.contract.ts'
import type { PurchaseContract } from '../../machines/onramp/purchase.contract.ts'
import type { ProposalContract } from '../../machines/pairing/proposal.contract.ts'
import type { RequestQueueContract } from '../../machines/pairing/requestQueue.contract.ts'
import type { SessionContract } from '../../machines/pairing/session.contract.ts'
import type { SessionRequestContract } from '../../machines/pairing/sessionRequest.contract.ts'
import type { WalletRequestContract } from '../../machines/wallet-requests/walletRequest.contract.ts'
import type { LatchkeyContract } from '../../machines/core/latchkey.contract.ts'
import type { SignatureContract } from '../../machines/sign-in/signature.contract.ts'
import type { ReceiverContract } from '../../machines/send/receiver.contract.ts'
import type { ExchangePaymentContract } from '../../machines/pay/exchangePayment.contract.ts'
import type { WalletPaymentContract } from '../../machines/pay/walletPayment.contract.ts'
import type { SwapExecutionContract } from '../../machines/swap/swapExecution.contract.ts'
import type { TransactionContract } from '../../machines/transactions/transaction.contract.ts'

/** Actors that always exist or are loaded on first use. */
export type Services = ContractsOf<Features> & { latchkey: LatchkeyContract }
/** Services that are loaded on first use. */
export type LazyName = LazyNameOf<Features>

export interface Flows {
  signature: SignatureContract
  receiver: ReceiverContract
  registration: RegistrationContract
  nameLookup: NameLookupContract
  connectionAttempt: ConnectionAttemptContract
  walletRequest: WalletRequestContract
  walletConnect: WalletConnectContract
  countdown: CountdownContract
  networkSwitch: NetworkSwitchContract
  disconnection: DisconnectionContract
  swapExecution: SwapExecutionContract
  purchase: PurchaseContract
}

type NamespaceItems = { [K in `namespace:${Namespace}`]: NamespaceContract }
type Loaders = { [K in `feature:${string}`]: LoaderContract }
type Items = { [K in `walletRequest:${string}`]: WalletRequestContract } & {
  [K in `transaction:${string}`]: TransactionContract
} & { [K in `payment:${string}`]: ExchangePaymentContract | WalletPaymentContract } & {
  [K in `calls:${string}`]: BundleContract
} & { [K in `call:${string}`]: CallContract } & {
  [K in `pairingAttempt:${string}`]: PairingAttemptContract
}

/** The actors of the pairing protocol. */
export type PairingDirectory = {
  pairing: PairingContract
  requestQueue: RequestQueueContract
} & { [K in `session:${string}`]: SessionContract } & { [K in `proposal:${string}`]: ProposalContract } & {
  [K in `authentication:${string}`]: AuthenticationContract
} & { [K in `sessionRequest:${string}`]: SessionRequestContract } & {
  [K in `exchange:${string}`]: ExchangeContract
}

export type Directory = Services & Flows & NamespaceItems & Items & Loaders & PairingDirectory

/** Services that always exist. */
export type ServiceName = Exclude<keyof Services, LazyName>
export type ActorName = keyof Directory
/** Actors that live as long as the instance: services, and the namespaces of the app. */
export type AlwaysRunningName = ServiceName | `namespace:${Namespace}`

/**
 * Commands that can be sent from outside; broadcast events are excluded. The first word of the type names the service that
 * receives it.
 */
export type Command = Exclude<
  Services[keyof Services]['event'] | Flows[keyof Flows]['event'],
  BroadcastEvent | Internal
>

/** Events that only effects, parents and other machines send. */
type Internal = {
  type:
    | `provider.${string}`
    | `wallet.${string}`
    | `pairing.${string}`
    | `client.${string}`
    | PairingMessage['type']
    | PairingReport['type']
    | 'requests.release'
    | 'requests.settled'
    | 'requests.show'
    | `transactions.${string}`
    | `calls.${string}`
    | `connector.${string}`
    | `scheme.${string}`
    | 'call.failed'
    | `${string}.viewEntered`
    | `${string}.viewLeft`
    | 'activity.setVisible'
    | 'swap.setNotRequested'
    | 'balance.expectChange'
    | `storage.${string}`
    | `frame.${string}`
    | `purchase.${string}`
    | 'pay.progressed'
    | 'pay.show'
    | 'account.setName'
    | 'signIn.checkAgain'
    | 'signIn.end'
    | 'modal.lock'
    | 'modal.unlock'
    | 'modal.returnedHome'
    | 'send.timedOut'
    | 'send.priced'
    | 'send.unpriced'
    | 'send.profileFound'
    | 'send.setRetry'
    | 'swap.quoted'
    | 'swap.unquoted'
    | `swapExecution.${string}`
    | 'latchkey.report'
    | 'namespace.found'
    | 'namespace.refused'
    | 'namespace.takeConnection'
    | 'social.returned'
    | 'social.windowClosed'
    | 'social.windowFailed'
    | 'theme.restored'
    | 'view.impose'
    | 'view.leave'
    | 'view.setHome'
    | 'view.show'
    | 'view.showAttempt'
    | 'wallets.setConnectors'
    | `page.${string}`
    | `xstate.${string}`
}
