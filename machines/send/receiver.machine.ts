/** Flow: finds the receiver that a text stands for: an address, or a name that resolves to one. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import { LatchkeyError, toLatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { isNameText } from '../names/names.rules.ts'
import type { Receiver, ReceiverContract } from './receiver.contract.ts'

const silent = {
  target: 'ended',
  actions: { type: 'setError', params: () => ({ error: new LatchkeyError('address.unresolved') }) },
} as const
const refused = {
  target: 'ended',
  actions: { type: 'setError', params: ({ event }: { event: { error: unknown } }) => event },
} as const

/** Resolves a name to its address on a network. */
export const resolveName = promiseActor<Receiver, { name: string; networkId: NetworkId }>('send.resolveName')

export const receiverMachine = setup({
  types: {} as SetupTypes<ReceiverContract>,
  actors: {
    /** Validates an address. Resolves to the address in the spelling of its chain. */
    resolveReceiver: promiseActor<string, { receiver: string; networkId: NetworkId }>('send.resolveReceiver'),
    /** Resolves the typed name to its address on the network. */
    resolveName,
  },
  actions: {
    setAddress: assign({ found: (_, { output: address }: { output: string }) => ({ receiver: { address } }) }),
    setNamed: assign({ found: (_, { output: receiver }: { output: Receiver }) => ({ receiver }) }),
    setError: assign({ found: (_, { error }: { error: unknown }) => ({ error: toLatchkeyError(error) }) }),
  },
  guards: {
    /** The text is a name, so it is resolved to an address. Any other text is validated as an address. */
    isName: ({ context: { text, networkId } }) => isNameText(text, networkId),
  },
  delays: {
    /** From the last keystroke in a name until it is resolved. */
    debounce: TIMING.nameDebounceMs,
    /** How long the validation of an address, or the resolution of a name, may take. */
    resolve: configurableDelay('resolveMs'),
  },
}).createMachine({
  id: 'receiver',
  description: 'Resolves the typed text to the address of the receiver.',
  meta: { kind: 'flow', spec: ['1.5', '7.14'] },
  context: ({ input }) => ({ ...input, found: undefined }),
  output: ({ context: { found } }) => found ?? { error: new LatchkeyError('address.unresolved') },
  initial: 'deciding',
  on: { 'receiver.cancel': '.ended' },
  states: {
    deciding: {
      description: 'Decides whether the text is a name.',
      always: [{ guard: 'isName', target: 'pausing' }, { target: 'checking' }],
    },
    checking: {
      description: 'The text is being validated as an address.',
      tags: 'busy',
      invoke: {
        id: 'resolveReceiver',
        src: 'resolveReceiver',
        input: ({ context: { text, networkId } }) => ({ receiver: text, networkId }),
        onDone: { target: 'ended', actions: { type: 'setAddress', params: ({ event }) => event } },
        onError: refused,
      },
      after: { resolve: silent },
    },
    pausing: {
      description: 'The user may still be typing.',
      tags: 'busy',
      after: { debounce: 'resolving' },
    },
    resolving: {
      description: 'The name is being resolved to an address.',
      tags: 'busy',
      invoke: {
        id: 'resolveName',
        src: 'resolveName',
        input: ({ context: { text, networkId } }) => ({ name: text, networkId }),
        onDone: { target: 'ended', actions: { type: 'setNamed', params: ({ event }) => event } },
        onError: refused,
      },
      after: { resolve: silent },
    },
    ended: { type: 'final', description: 'The receiver is known, or the reason why there is none.' },
  },
})

export const receiverLogic = withContract<ReceiverContract>()(receiverMachine)
