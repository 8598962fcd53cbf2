/** Flow: one attempt to register a name. It writes a text, has the wallet sign it, and sends it to the API. */
import { assign, setup } from 'xstate'
import type { Network } from '../shared/network.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { now } from '../core/time.ts'
import type { WalletRequestContract } from '../wallet-requests/walletRequest.contract.ts'
import { walletRequestMachine } from '../wallet-requests/walletRequest.machine.ts'
import { isSignedMessage } from '../shared/hex.rules.ts'
import { registrationText, fullName, nameError, toSigningCall } from './names.rules.ts'
import { cancelled, done, failed } from '../shared/outcome.rules.ts'
import type { RegistrationContract } from './registration.contract.ts'

/** The request to register a name. */
export interface Registration {
  address: string
  network: Network
  /** The label, without its zone. */
  name: string
  /** The text that was signed. */
  claim: string
  signature: string
}
interface Answered {
  output: Outcome<unknown>
}

const broken = {
  target: 'ended',
  actions: { type: 'setRefusal', params: ({ event }: { event: { error: unknown } }) => event },
} as const

export const registrationMachine = setup({
  types: {} as SetupTypes<RegistrationContract>,
  actors: {
    /** Registers a name for the account that signed for it. */
    register: promiseActor<void, Registration>('registration.register'),
    walletRequest: withContract<WalletRequestContract>()(walletRequestMachine),
  },
  actions: {
    setClaim: assign({ claim: ({ context, system }) => registrationText(context.name, now(system)) }),
    setSignature: assign({
      signature: (_, { output }: Answered) => (output.status === 'done' ? String(output.value) : ''),
    }),
    setUnsigned: assign({
      outcome: (_, { output }: Answered) =>
        output.status === 'done' ? failed(new LatchkeyError('request.signatureFailed')) : output,
    }),
    setRefusal: assign({
      outcome: ({ context }, { error }: { error: unknown }) =>
        failed(nameError('register', error, fullName(context.name))),
    }),
    setRegistered: assign({ outcome: ({ context }) => done(fullName(context.name)) }),
  },
  guards: {
    /** The wallet returned a signature. Without one, the API cannot register the name. */
    isSigned: (_, { output }: Answered) => output.status === 'done' && isSignedMessage(output.value),
  },
  delays: { /** Timeout of the request that registers the name. */ api: configurableDelay('apiMs') },
}).createMachine({
  id: 'registration',
  description: 'One attempt to register a name.',
  meta: { kind: 'flow', spec: ['4.24', '4.25', '4.26', '7.17', '8.16'] },
  context: ({ input }) => ({ ...input, claim: '', signature: '', outcome: cancelled }),
  output: ({ context }) => context.outcome,
  initial: 'writing',
  on: { 'registration.cancel': '.ended' },
  states: {
    writing: {
      description: 'Writes the text to sign, which contains the current time.',
      always: { target: 'signing', actions: 'setClaim' },
    },
    signing: {
      description: 'The wallet shows the text to sign.',
      tags: 'busy',
      invoke: {
        id: 'walletRequest',
        src: 'walletRequest',
        input: ({ context: { connection, claim } }) => ({
          request: { kind: 'call', connection, call: toSigningCall(claim, connection.address) },
        }),
        onDone: [
          {
            guard: { type: 'isSigned', params: ({ event }) => event },
            target: 'registering',
            actions: { type: 'setSignature', params: ({ event }) => event },
          },
          { target: 'ended', actions: { type: 'setUnsigned', params: ({ event }) => event } },
        ],
        onError: broken,
      },
    },
    registering: {
      description: 'The API is registering the name.',
      tags: 'busy',
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context: { connection, network, name, claim, signature } }) => ({
          address: connection.address,
          network,
          name,
          claim,
          signature,
        }),
        onDone: { target: 'ended', actions: 'setRegistered' },
        onError: broken,
      },
      after: {
        api: {
          target: 'ended',
          actions: { type: 'setRefusal', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    ended: { type: 'final', description: 'The attempt ended.' },
  },
})

export const registrationLogic = withContract<RegistrationContract>()(registrationMachine)
