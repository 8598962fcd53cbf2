/** Flow: one attempt to sign in. The message is prepared, signed in the wallet, and verified. */
import { assign, setup } from 'xstate'
import type { ActiveAccount } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { SignInMessage, SignInSession } from './signIn.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { assertDefined } from '../core/assertDefined.ts'
import type { WalletRequestContract } from '../wallet-requests/walletRequest.contract.ts'
import { walletRequestMachine } from '../wallet-requests/walletRequest.machine.ts'
import { cancelled, crashed, done, failed } from '../shared/outcome.rules.ts'
import type { SignatureContract } from './signature.contract.ts'

/** The message to sign, and the RPC call that requests the signature from the wallet. */
export interface PreparedSignIn {
  message: SignInMessage
  call: RpcCall
}
interface Answered {
  output: Outcome<unknown>
}

const broken = {
  target: 'ended',
  actions: { type: 'setError', params: ({ event }: { event: { error: unknown } }) => event },
} as const
const unanswered = { target: 'ended', actions: 'setExpiry' } as const

export const signatureMachine = setup({
  types: {} as SetupTypes<SignatureContract>,
  actors: {
    /** Prepares the message, with a nonce from the verifier. */
    prepare: promiseActor<PreparedSignIn, ActiveAccount>('signature.prepare'),
    /** Verifies the signature that the wallet returned, and stores the session. */
    verify: promiseActor<SignInSession, { message: SignInMessage; answer: unknown }>('signature.verify'),
    /** Requests the signature from the wallet. */
    walletRequest: withContract<WalletRequestContract>()(walletRequestMachine),
  },
  actions: {
    setPrepared: assign((_, { output: { message, call } }: { output: PreparedSignIn }) => ({ message, call })),
    setAnswer: assign({
      answer: (_, { output }: Answered) => (output.status === 'done' ? output.value : undefined),
    }),
    setRefusal: assign({ outcome: (_, { output }: Answered) => (output.status === 'done' ? cancelled : output) }),
    setSession: assign({ outcome: (_, { output }: { output: SignInSession }) => done(output) }),
    setError: assign({ outcome: (_, { error }: { error: unknown }) => crashed(error) }),
    setExpiry: assign({ outcome: () => failed(new LatchkeyError('signIn.unanswered')) }),
  },
  guards: {
    /** The wallet returned a signature, which is verified next. */
    isSigned: (_, { output }: Answered) => output.status === 'done',
  },
  delays: {
    /** How long the message may take to prepare, with a nonce from the verifier. */
    prepare: configurableDelay('apiMs'),
    /** How long the verification may take. */
    verify: configurableDelay('verifyMs'),
  },
}).createMachine({
  id: 'signature',
  description: 'One attempt to sign in: the message is prepared, signed in the wallet, and verified.',
  meta: { kind: 'flow', spec: ['1.3'] },
  context: ({ input }) => ({ ...input, message: undefined, call: undefined, answer: undefined, outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'preparing',
  on: { 'signature.cancel': '.ended' },
  states: {
    preparing: {
      description: 'The message is being prepared, with a nonce from the verifier.',
      tags: 'busy',
      invoke: {
        id: 'prepare',
        src: 'prepare',
        input: ({ context: { connection, network } }) => ({ connection, network }),
        onDone: { target: 'signing', actions: { type: 'setPrepared', params: ({ event }) => event } },
        onError: broken,
      },
      after: { prepare: unanswered },
    },
    signing: {
      description: 'The wallet shows the message to sign.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        input: ({ context: { connection, call } }) => ({
          request: { kind: 'call', connection, call: assertDefined(call) },
        }),
        onDone: [
          {
            guard: { type: 'isSigned', params: ({ event }) => event },
            target: 'verifying',
            actions: { type: 'setAnswer', params: ({ event }) => event },
          },
          { target: 'ended', actions: { type: 'setRefusal', params: ({ event }) => event } },
        ],
        onError: broken,
      },
    },
    verifying: {
      description: 'The signature is being verified and the session stored.',
      tags: 'busy',
      invoke: {
        id: 'verify',
        src: 'verify',
        input: ({ context: { message, answer } }) => ({ message: assertDefined(message), answer }),
        onDone: { target: 'ended', actions: { type: 'setSession', params: ({ event }) => event } },
        onError: broken,
      },
      after: { verify: unanswered },
    },
    ended: {
      type: 'final',
      description:
        'The attempt ended. Outcome: `done` with the session, `cancelled`, `declined`, `expired` or `failed`.',
    },
  },
})

export const signatureLogic = withContract<SignatureContract>()(signatureMachine)
