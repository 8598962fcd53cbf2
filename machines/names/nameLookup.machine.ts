/** Flow: looks up who holds a name, and similar names, in parallel. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { nameError, type Holder, type Suggestion } from './names.rules.ts'
import type { NameLookupContract } from './nameLookup.contract.ts'

type Input = NameLookupContract['input']

const asked = ({ address, network, name }: Input): Input => ({ address, network, name })
const expired = () => ({ error: new LatchkeyError('api.expired') })

export const nameLookupMachine = setup({
  types: {} as TypesOf<NameLookupContract>,
  actors: {
    fetchHolder: effect<Holder, Input>('nameLookup.fetchHolder'),
    fetchSuggestions: effect<readonly Suggestion[], Input>('nameLookup.fetchSuggestions'),
  },
  actions: {
    keepHolder: assign({ holder: (_, { output }: { output: Holder }) => output }),
    keepError: assign({ lookupError: (_, { error }: { error: unknown }) => nameError('resolve', error) }),
    keepSuggestions: assign({ suggestions: (_, { output }: { output: readonly Suggestion[] }) => output }),
    keepSuggestionsError: assign({
      suggestionsError: (_, { error }: { error: unknown }) => nameError('suggest', error),
    }),
  },
  guards: {
    suggested: ({ context }) => context.suggestions !== undefined || context.suggestionsError !== undefined,
    told: ({ context }) => context.holder !== undefined || context.lookupError !== undefined,
  },
  delays: { api: timeout('apiMs'), patience: TIMING.suggestionsMs },
}).createMachine({
  id: 'nameLookup',
  description: 'Looks up who holds a name, and similar names.',
  meta: { kind: 'flow', spec: ['3.21', '7.14', '7.16', '8.13', '8.14'] },
  context: ({ input }) => ({
    ...input,
    holder: undefined,
    lookupError: undefined,
    suggestions: undefined,
    suggestionsError: undefined,
  }),
  output: ({ context: { holder, lookupError, suggestions = [], suggestionsError } }) => ({
    holder,
    lookupError,
    suggestions,
    suggestionsError,
  }),
  initial: 'open',
  on: { 'nameLookup.cancel': '.ended' },
  states: {
    open: {
      description: "Waits for the API's answers to both requests.",
      tags: 'busy',
      initial: 'asking',
      invoke: {
        id: 'fetchSuggestions',
        src: 'fetchSuggestions',
        input: ({ context }) => asked(context),
        onDone: [
          { guard: 'told', target: 'ended', actions: { type: 'keepSuggestions', params: ({ event }) => event } },
          { actions: { type: 'keepSuggestions', params: ({ event }) => event } },
        ],
        onError: [
          { guard: 'told', target: 'ended', actions: { type: 'keepSuggestionsError', params: ({ event }) => event } },
          { actions: { type: 'keepSuggestionsError', params: ({ event }) => event } },
        ],
      },
      after: { api: { target: 'ended', actions: { type: 'keepError', params: expired } } },
      states: {
        asking: {
          description: 'Waits for the holder of the name.',
          invoke: {
            id: 'fetchHolder',
            src: 'fetchHolder',
            input: ({ context }) => asked(context),
            onDone: { target: 'waiting', actions: { type: 'keepHolder', params: ({ event }) => event } },
            onError: { target: 'waiting', actions: { type: 'keepError', params: ({ event }) => event } },
          },
          after: { api: { target: '#nameLookup.ended', actions: { type: 'keepError', params: expired } } },
        },
        waiting: {
          description: 'The holder is known. Waits a moment longer for similar names.',
          always: { guard: 'suggested', target: '#nameLookup.ended' },
          after: {
            patience: {
              target: '#nameLookup.ended',
              actions: { type: 'keepSuggestionsError', params: expired },
            },
          },
        },
      },
    },
    ended: { type: 'final', description: 'The lookup ended. Answers that did not arrive in time are left out.' },
  },
})

export const nameLookupLogic = seal<NameLookupContract>()(nameLookupMachine)
