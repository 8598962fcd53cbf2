/** Every named actor of an instance and its contract. Flows and items come and go; services are always there. */
import type { AccountContract } from './account/account.contract.ts'
import type { ActivityContract } from './account/activity.contract.ts'
import type { BalanceContract } from './account/balance.contract.ts'
import type { AttemptContract } from './connection/attempt.contract.ts'
import type { CatalogueContract } from './connection/catalogue.contract.ts'
import type { ConnectorsContract } from './connection/connectors.contract.ts'
import type { CountdownContract } from './connection/countdown.contract.ts'
import type { DisconnectionContract } from './connection/disconnection.contract.ts'
import type { ExternalContract } from './connection/external.contract.ts'
import type { NamespaceContract } from './connection/namespace.contract.ts'
import type { NetworkContract } from './connection/network.contract.ts'
import type { NetworkSwitchContract } from './connection/networkSwitch.contract.ts'
import type { WalletsContract } from './connection/wallets.contract.ts'
import type { Namespace } from './entities/namespace.ts'
import type { Fact } from './facts.ts'
import type { WalletConnectContract } from './connection/walletConnect.contract.ts'
import type { CallContract } from './pairing/call.contract.ts'
import type { OfferContract } from './pairing/offer.contract.ts'
import type { ProviderContract } from './pairing/provider.contract.ts'
import type { AuthenticationContract } from './pairing/authentication.contract.ts'
import type { ExchangeContract } from './pairing/exchange.contract.ts'
import type { PairingContract } from './pairing/pairing.contract.ts'
import type { ProposalContract } from './pairing/proposal.contract.ts'
import type { RequestQueueContract } from './pairing/requestQueue.contract.ts'
import type { SessionContract } from './pairing/session.contract.ts'
import type { SessionRequestContract } from './pairing/sessionRequest.contract.ts'
import type { RequestContract } from './requests/request.contract.ts'
import type { RequestsContract } from './requests/requests.contract.ts'
import type { LatchkeyContract } from './root/latchkey.contract.ts'
import type { MemoryContract } from './root/memory.contract.ts'
import type { ProjectContract } from './root/project.contract.ts'
import type { TrackerContract } from './root/tracker.contract.ts'
import type { AlertsContract } from './shell/alerts.contract.ts'
import type { ClipboardContract } from './shell/clipboard.contract.ts'
import type { ModalContract } from './shell/modal.contract.ts'
import type { SnackbarContract } from './shell/snackbar.contract.ts'
import type { ThemeContract } from './shell/theme.contract.ts'
import type { ViewContract } from './shell/view.contract.ts'
import type { SendContract } from './transfer/send.contract.ts'
import type { TransactionContract } from './transfer/transaction.contract.ts'

export interface Services {
  latchkey: LatchkeyContract
  memory: MemoryContract
  project: ProjectContract
  tracker: TrackerContract
  modal: ModalContract
  view: ViewContract
  snackbar: SnackbarContract
  clipboard: ClipboardContract
  alerts: AlertsContract
  theme: ThemeContract
  connectors: ConnectorsContract
  wallets: WalletsContract
  catalogue: CatalogueContract
  network: NetworkContract
  account: AccountContract
  balance: BalanceContract
  activity: ActivityContract
  requests: RequestsContract
  send: SendContract
}

export interface Passing {
  attempt: AttemptContract
  external: ExternalContract
  walletConnect: WalletConnectContract
  countdown: CountdownContract
  networkSwitch: NetworkSwitchContract
  disconnection: DisconnectionContract
}

type NamespaceItems = { [K in `namespace:${Namespace}`]: NamespaceContract }
type Items = { [K in `request:${string}`]: RequestContract } & { [K in `transaction:${string}`]: TransactionContract }

/** The actors of the pairing protocol, and of the provider over it: systems of their own, loaded when first needed. */
export type PairingDirectory = {
  pairing: PairingContract
  provider: ProviderContract
  requestQueue: RequestQueueContract
} & { [K in `session:${string}`]: SessionContract } & { [K in `proposal:${string}`]: ProposalContract } & {
  [K in `authentication:${string}`]: AuthenticationContract
} & { [K in `sessionRequest:${string}`]: SessionRequestContract } & {
  [K in `exchange:${string}`]: ExchangeContract
} & {
  [K in `call:${string}`]: CallContract
} & { [K in `offer:${string}`]: OfferContract }

export type Directory = Services & Passing & NamespaceItems & Items & PairingDirectory

export type ServiceName = keyof Services
export type ActorName = keyof Directory

/** What may be sent from outside: commands, never facts. The command's first word names who gets it. */
export type Command = Exclude<Services[ServiceName]['event'] | Passing[keyof Passing]['event'], Fact | Internal>

/** Events that only effects and parents send. */
type Internal = {
  type:
    | `provider.${string}`
    | 'send.sentLate'
    | `connector.${string}`
    | `scheme.${string}`
    | 'call.failed'
    | `page.${string}`
    | `xstate.${string}`
}
