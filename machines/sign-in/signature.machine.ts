/** Flow: one attempt to sign in. The message is prepared, signed in the wallet, and verified. */
import { assign, setup } from 'xstate'
import type { Scope } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { RpcCall } from '../wallet-requests/walletRequest.types.ts'
import type { SignInMessage, SignInSession } from './signIn.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { there } from '../core/assertDefined.ts'
import { walletRequestLogic } from '../wallet-requests/walletRequest.machine.ts'
import { cancelled, crashed, done, failed } from '../shared/outcome.rules.ts'
import type { SignatureContract } from './signature.contract.ts'

/** The message to sign, and the RPC call that asks the wallet for the signature. */
export interface PreparedSignIn {
  message: SignInMessage
  call: RpcCall
}
interface Answered {
  output: Outcome<unknown>
}

const broken = {
  target: 'ended',
  actions: { type: 'keepError', params: ({ event }: { event: { error: unknown } }) => event },
} as const
const unanswered = { target: 'ended', actions: 'keepExpiry' } as const

export const signatureMachine = setup({
  types: {} as TypesOf<SignatureContract>,
  actors: {
    /** Prepares the message, with a nonce from the verifier. */
    prepare: effect<PreparedSignIn, Scope>('signature.prepare'),
    /** Verifies the signature in the wallet's answer, and stores the session. */
    verify: effect<SignInSession, { message: SignInMessage; answer: unknown }>('signature.verify'),
    walletRequest: walletRequestLogic<'call'>(),
  },
  actions: {
    keepPrepared: assign((_, { output: { message, call } }: { output: PreparedSignIn }) => ({ message, call })),
    keepAnswer: assign({
      answer: (_, { output }: Answered) => (output.status === 'done' ? output.value : undefined),
    }),
    keepRefusal: assign({ outcome: (_, { output }: Answered) => (output.status === 'done' ? cancelled : output) }),
    keepSession: assign({ outcome: (_, { output }: { output: SignInSession }) => done(output) }),
    keepError: assign({ outcome: (_, { error }: { error: unknown }) => crashed(error) }),
    keepExpiry: assign({ outcome: () => failed(new LatchkeyError('signIn.unanswered')) }),
  },
  guards: { signed: (_, { output }: Answered) => output.status === 'done' },
  delays: { prepare: timeout('apiMs'), verify: timeout('verifyMs') },
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
        onDone: { target: 'signing', actions: { type: 'keepPrepared', params: ({ event }) => event } },
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
        input: ({ context: { connection, call } }) => ({ question: { kind: 'call', connection, call: there(call) } }),
        onDone: [
          {
            guard: { type: 'signed', params: ({ event }) => event },
            target: 'verifying',
            actions: { type: 'keepAnswer', params: ({ event }) => event },
          },
          { target: 'ended', actions: { type: 'keepRefusal', params: ({ event }) => event } },
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
        input: ({ context: { message, answer } }) => ({ message: there(message), answer }),
        onDone: { target: 'ended', actions: { type: 'keepSession', params: ({ event }) => event } },
        onError: broken,
      },
      after: { verify: unanswered },
    },
    ended: { type: 'final', description: 'The attempt ended, as the outcome says.' },
  },
})

export const signatureLogic = seal<SignatureContract>()(signatureMachine)
