/** The pairing protocol on its own, for apps and wallets: `latchkey/pairing`. */
import '../../machines/shared/errors/featureTexts.ts'
export { createPairing } from './pairing.ts'
export type { Call, Pairing, PairingOptions } from './pairing.ts'
export type { ClientOptions } from './client/client.types.ts'
export type { PairingDriver } from './port.ts'
export type { ChainReader } from '../sign-in/verifier.ts'
export { verifySignatures } from './client/signatures.ts'
export { grantOf } from '../../machines/pairing/rules/credentials.ts'
export { signInText } from '../../machines/pairing/rules/signInText.ts'
export { parsePairingUri, formatPairingUri } from '../../machines/pairing/rules/uri.ts'
export type { Outcome } from '../../machines/shared/outcome.types.ts'
export type {
  AuthPayload,
  AuthRequest,
  Cacao,
  PairingSession,
  Proposal,
  SessionNamespaces,
  VerifyContext,
} from '../../machines/pairing/pairing.schemas.ts'
export type { SignedIn } from '../../machines/pairing/authentication.contract.ts'
export type { PairingContract } from '../../machines/pairing/pairing.contract.ts'
export type { Approval, PairingUri, Proposed, Reason } from '../../machines/pairing/proposal.contract.ts'
export type { Answer, Role } from '../../machines/pairing/sessionRequest.contract.ts'
export type { SignInParams } from '../../machines/pairing/rules/authenticate.ts'
