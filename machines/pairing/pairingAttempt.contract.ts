import type { Outcome } from '../shared/outcome.types.ts'
import type { Namespace } from '../shared/namespace.types.ts'
import type { Cacao, PairingSession } from './pairing.schemas.ts'
import type { LatchkeyError } from '../shared/errors/error.ts'
import type { SignInParams } from './rules/authenticate.ts'
import type { PairingUri } from './proposal.contract.ts'

export interface PairingAttemptContract {
  context: {
    /** The caller's id. */
    id: string
    /** The chains to request, as CAIP-2 ids. */
    chains: readonly string[]
    /** The namespace that the user started from. */
    namespace: Namespace
    /** Whether a session is active, so that the attempt is for another wallet. */
    hasActiveSession: boolean
    /** The active session, if it serves this namespace and is used only in others so far. */
    reusedSession: PairingSession | undefined
    /** Whether connecting includes a sign-in by the wallet. */
    readonly signsIn: boolean
    /** What the wallet must sign; undefined until it is written, and without a sign-in. */
    params: SignInParams | undefined
    /** The pairing URI that a wallet can accept; undefined until it is created. */
    pairingUri: PairingUri | undefined
    /** The credentials that the wallet signed. */
    credentials: readonly Cacao[]
    /** The topic of a session that must be disconnected. */
    unwanted: string | undefined
    /** The result: `done` with the session, `cancelled`, `declined`, `expired` or `failed`. */
    outcome: Outcome<PairingSession>
  }
  event:
    /** The search for sessions of an earlier visit ended. `session` is the one that was found. */
    | { type: 'pairingAttempt.searched'; session: PairingSession | undefined }
    /** It is unknown whether there are sessions of an earlier visit. */
    | { type: 'pairingAttempt.unknown'; error: LatchkeyError }
    /** A pairing URI was created. A wallet can use it until it expires. */
    | { type: 'pairingUri.created'; pairingUri: PairingUri }
    /** The proposal ended. `outcome`: `done` with the session, `cancelled`, `declined`, `expired` or `failed`. */
    | { type: 'proposal.ended'; outcome: Outcome<PairingSession>; credentials?: readonly Cacao[] }
    /** A wallet approved a proposal: this one, or one of an earlier visit. */
    | { type: 'session.opened'; session: PairingSession }
  state: 'choosing' | 'waiting' | 'beginning' | 'writing' | 'waitingForWallet' | 'storingCredentials' | 'settled'
  tag: 'proposing'
  input: Pick<
    PairingAttemptContract['context'],
    'id' | 'chains' | 'namespace' | 'hasActiveSession' | 'reusedSession' | 'signsIn'
  >
  output: {
    id: string
    namespace: Namespace
    isReused: boolean
    outcome: Outcome<PairingSession>
    /** The topic of a session that must be disconnected. */
    unwanted?: string
  }
}
