/** Flow: looks up who holds a name, and similar names, in parallel. */
import { assign, setup } from 'xstate'
import { TIMING } from '../constants.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { nameError, type Holder, type NameSuggestion } from './names.rules.ts'
import type { NameLookupContract } from './nameLookup.contract.ts'

type Input = NameLookupContract['input']

const toInput = ({ address, network, name }: Input): Input => ({ address, network, name })
const expired = () => ({ error: new LatchkeyError('api.expired') })

export const nameLookupMachine = setup({
  types: {} as SetupTypes<NameLookupContract>,
  actors: {
    /** Fetches who holds the name: nobody, this account or another one. */
    fetchHolder: promiseActor<Holder, Input>('nameLookup.fetchHolder'),
    /** Fetches similar names, and whether each one is taken. */
    fetchSuggestions: promiseActor<readonly NameSuggestion[], Input>('nameLookup.fetchSuggestions'),
  },
  actions: {
    setHolder: assign({ holder: (_, { output }: { output: Holder }) => output }),
    setError: assign({ lookupError: (_, { error }: { error: unknown }) => nameError('resolve', error) }),
    setSuggestions: assign({ suggestions: (_, { output }: { output: readonly NameSuggestion[] }) => output }),
    setSuggestionsError: assign({
      suggestionsError: (_, { error }: { error: unknown }) => nameError('suggest', error),
    }),
  },
  guards: {
    /** Similar names arrived, or fetching them failed, so there is nothing left to wait for. */
    hasSuggestions: ({ context }) => context.suggestions !== undefined || context.suggestionsError !== undefined,
    /** It is known who holds the name, or why it is unknown, so the response with similar names ends the lookup. */
    hasLookup: ({ context }) => context.holder !== undefined || context.lookupError !== undefined,
  },
  delays: {
    /** Timeout of the API requests. A name without a response by then does not count as free. */
    api: configurableDelay('apiMs'),
    /** Once the holder is known, the maximum wait for similar names, so that they do not delay the result. */
    patience: TIMING.suggestionsMs,
  },
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
      description: "Waits for the API's responses to both requests.",
      tags: 'busy',
      initial: 'loading',
      invoke: {
        id: 'fetchSuggestions',
        src: 'fetchSuggestions',
        input: ({ context }) => toInput(context),
        onDone: [
          { guard: 'hasLookup', target: 'ended', actions: { type: 'setSuggestions', params: ({ event }) => event } },
          { actions: { type: 'setSuggestions', params: ({ event }) => event } },
        ],
        onError: [
          {
            guard: 'hasLookup',
            target: 'ended',
            actions: { type: 'setSuggestionsError', params: ({ event }) => event },
          },
          { actions: { type: 'setSuggestionsError', params: ({ event }) => event } },
        ],
      },
      after: { api: { target: 'ended', actions: { type: 'setError', params: expired } } },
      states: {
        loading: {
          description: 'Waits for the holder of the name.',
          invoke: {
            id: 'fetchHolder',
            src: 'fetchHolder',
            input: ({ context }) => toInput(context),
            onDone: { target: 'waiting', actions: { type: 'setHolder', params: ({ event }) => event } },
            onError: { target: 'waiting', actions: { type: 'setError', params: ({ event }) => event } },
          },
          after: { api: { target: '#nameLookup.ended', actions: { type: 'setError', params: expired } } },
        },
        waiting: {
          description: 'The holder is known. Waits a moment longer for similar names.',
          always: { guard: 'hasSuggestions', target: '#nameLookup.ended' },
          after: {
            patience: {
              target: '#nameLookup.ended',
              actions: { type: 'setSuggestionsError', params: expired },
            },
          },
        },
      },
    },
    ended: { type: 'final', description: 'The lookup ended. Answers that did not arrive in time are left out.' },
  },
})

export const nameLookupLogic = withContract<NameLookupContract>()(nameLookupMachine)
