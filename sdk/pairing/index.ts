/** The pairing protocol on its own, for apps and wallets: `latchkey/pairing`. */
export { createPairing } from './pairing.ts'
export type { Call, Pairing, PairingOptions } from './pairing.ts'
export type { ClientOptions } from './clientTypes.ts'
export type { PairingDriver } from './port.ts'
export type { ChainReader } from '../signIn/verifier.ts'
export { verifySignatures } from './signatures.ts'
export { grantOf } from '../../machines/rules/pairing/credentials.ts'
export { signInText } from '../../machines/rules/pairing/signInText.ts'
export { parsePairingUri, pairingUri } from '../../machines/rules/pairing/uri.ts'
export type { Outcome } from '../../machines/entities/attempt.ts'
export type {
  AuthPayload,
  AuthRequest,
  Cacao,
  PairingSession,
  Proposal,
  SessionNamespaces,
  VerifyContext,
} from '../../machines/schemas/pairing.ts'
export type { SignedIn } from '../../machines/pairing/authentication.contract.ts'
export type { PairingContract } from '../../machines/pairing/pairing.contract.ts'
export type { Approval, Offer, Proposed, Reason } from '../../machines/pairing/proposal.contract.ts'
export type { Answer, Role } from '../../machines/pairing/sessionRequest.contract.ts'
export type { SignInParams } from '../../machines/rules/pairing/authenticate.ts'
