/** Every machine, contract, entity and error: for those who open the charts or build on them. */
export { accountMachine } from './account/account.machine.ts'
export { activityMachine } from './account/activity.machine.ts'
export { balanceMachine } from './account/balance.machine.ts'
export { readingMachine } from './account/reading.machine.ts'
export { bundleMachine } from './calls/bundle.machine.ts'
export { callsMachine } from './calls/calls.machine.ts'
export { attemptMachine } from './connection/attempt.machine.ts'
export { catalogueMachine } from './connection/catalogue.machine.ts'
export { connectorsMachine } from './connection/connectors.machine.ts'
export { countdownMachine } from './connection/countdown.machine.ts'
export { disconnectionMachine } from './connection/disconnection.machine.ts'
export { externalMachine } from './connection/external.machine.ts'
export { namespaceMachine } from './connection/namespace.machine.ts'
export { networkMachine } from './connection/network.machine.ts'
export { networkSwitchMachine } from './connection/networkSwitch.machine.ts'
export { walletConnectMachine } from './connection/walletConnect.machine.ts'
export { walletsMachine } from './connection/wallets.machine.ts'
export { authenticationMachine } from './pairing/authentication.machine.ts'
export { callMachine } from './pairing/call.machine.ts'
export { exchangeMachine } from './pairing/exchange.machine.ts'
export { offerMachine } from './pairing/offer.machine.ts'
export { pairingMachine } from './pairing/pairing.machine.ts'
export { proposalMachine } from './pairing/proposal.machine.ts'
export { providerMachine } from './pairing/provider.machine.ts'
export { requestQueueMachine } from './pairing/requestQueue.machine.ts'
export { sessionMachine } from './pairing/session.machine.ts'
export { sessionRequestMachine } from './pairing/sessionRequest.machine.ts'
export { approvalMachine } from './requests/approval.machine.ts'
export { requestsMachine } from './requests/requests.machine.ts'
export { walletRequestMachine } from './requests/walletRequest.machine.ts'
export { loaderMachine } from './kit/loader.machine.ts'
export { latchkeyMachine } from './root/latchkey.machine.ts'
export { memoryMachine } from './root/memory.machine.ts'
export { projectMachine } from './root/project.machine.ts'
export { scopeMachine } from './root/scope.machine.ts'
export { trackerMachine } from './root/tracker.machine.ts'
export { alertsMachine } from './shell/alerts.machine.ts'
export { clipboardMachine } from './shell/clipboard.machine.ts'
export { modalMachine } from './shell/modal.machine.ts'
export { snackbarMachine } from './shell/snackbar.machine.ts'
export { themeMachine } from './shell/theme.machine.ts'
export { viewMachine } from './shell/view.machine.ts'
export { signInMachine } from './signIn/signIn.machine.ts'
export { signOutMachine } from './signIn/signOut.machine.ts'
export { sendMachine } from './transfer/send.machine.ts'
export { transactionMachine } from './transfer/transaction.machine.ts'
export { transactionsMachine } from './transfer/transactions.machine.ts'

export type {
  Participant,
  PendingRequest,
  ProposalNamespace,
  Relay,
  SessionEvent,
  SessionSettle,
  SessionUpdate,
  VerifyContext,
} from './schemas/pairing.ts'
