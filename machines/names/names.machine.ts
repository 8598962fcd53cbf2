/** Service, one per account: the name to register for the account, from typing to registration. */
import { assign, emit, setup } from 'xstate'
import { account } from '../account/account.contract.ts'
import { TIMING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { sendToActor } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { fullName, nameError, validateName, type Holder } from './names.rules.ts'
import { cancelled, crashed, failed } from '../shared/outcome.rules.ts'
import { view } from '../shell/view.contract.ts'
import type { LookedUp } from './nameLookup.contract.ts'
import { nameLookupLogic } from './nameLookup.machine.ts'
import type { NamesContract } from './names.contract.ts'
import { registrationLogic } from './registration.machine.ts'

type Context = NamesContract['context']
type Ended = { outcome: Outcome<string> }
type Refused = { error: LatchkeyError; requestId?: string | undefined }

/** The account that an API request is about. */
export interface OfAccount {
  address: string
  network: Network
}
const ofAccount = ({ connection, network }: Context): OfAccount => ({ address: connection.address, network })

/** Returns to the name field [4.28]. */
const toNameField = {
  target: 'editing',
  actions: [
    { type: 'setOutcome', params: { outcome: cancelled } },
    { type: 'settle', params: { outcome: cancelled } },
  ],
} as const
/** Rejects a submission at the wrong time: the caller receives a failed outcome. */
const refusing = (errorOf: (context: Context) => LatchkeyError) =>
  ({
    actions: {
      type: 'emitRefused',
      params: ({ context, event: { requestId } }: { context: Context; event: { requestId?: string } }) => ({
        requestId,
        error: errorOf(context),
      }),
    },
  }) as const
const refusedFor = (code: 'names.unchecked' | 'names.taken' | 'names.busy' | 'names.owned') =>
  refusing(() => new LatchkeyError(code))

export const namesMachine = setup({
  types: {} as SetupTypes<NamesContract>,
  actors: {
    /** Fetches the name that the account already has; undefined if it has none. */
    fetchOwned: promiseActor<string | undefined, OfAccount>('names.fetchOwned'),
    nameLookup: nameLookupLogic,
    registration: registrationLogic,
  },
  actions: {
    setOwned: assign({ owned: (_, { output }: { output: string | undefined }) => output }),
    setName: assign((_, { name }: { name: string }) => ({ name: name.trim().toLowerCase(), error: undefined })),
    clearLookup: assign({ suggestions: [], lookupError: undefined, suggestionsError: undefined }),
    setLookedUp: assign((_, { output: { lookupError, suggestions, suggestionsError } }: { output: LookedUp }) => ({
      lookupError,
      suggestions,
      suggestionsError,
    })),
    setCrash: assign({ lookupError: (_, { error }: { error: unknown }) => nameError('resolve', error) }),
    setRequestId: assign((_, { requestId }: { requestId?: string }) => ({ requestId, error: undefined })),
    setOutcome: assign({ error: (_, { outcome }: Ended) => ('error' in outcome ? outcome.error : undefined) }),
    setRegistered: assign({ owned: ({ context }) => fullName(context.name) }),
    emitRefused: emit((_, { requestId, error }: Refused) => ({
      type: 'names.settled' as const,
      requestId,
      outcome: failed(error),
    })),
    settle: emit(({ context: { requestId } }, { outcome }: Ended) => ({
      type: 'names.settled' as const,
      requestId,
      outcome,
    })),
    notifyAccount: sendToActor(account)((_: undefined, { owned }: Context) => ({
      type: 'account.setName',
      name: assertDefined(owned),
    })),
    showRegistered: sendToActor(view)({
      type: 'view.replace',
      view: 'RegisterAccountNameSuccess',
      only: 'RegisterAccountName',
    }),
    trackStarted: trackEvent((_: undefined, { name }: Context) => ({ type: 'names.started', name: fullName(name) })),
    trackRegistered: trackEvent((_: undefined, { owned }: Context) => ({
      type: 'names.registered',
      name: assertDefined(owned),
    })),
    trackFailed: trackEvent(({ outcome }: Ended, { name }: Context) =>
      'error' in outcome ? { type: 'names.failed', name: fullName(name), error: outcome.error } : undefined,
    ),
  },
  guards: {
    /** The account already has a name, so it cannot register another one. */
    hasName: (_, { output }: { output: string | undefined }) => output !== undefined,
    /** The field is empty, or its text cannot be a name, so nothing is looked up. */
    isIncomplete: ({ context }) => context.name === '' || validateName(context) !== undefined,
    /** The lookup found this holder: nobody (`free`), another account (`taken`), or this account (`owned`). */
    isReservedBy: (_, { holder, by }: { holder: Holder | undefined; by: Holder }) => holder === by,
    /** The API registered the name. Otherwise the user returns to the name field, which shows the error. */
    isRegistered: (_, { output }: { output: Outcome<string> }) => output.status === 'done',
    /** The caller cancels its own request, or passes no id. The id of another request is ignored. */
    isOwnRequest: ({ context }, { requestId }: { requestId?: string }) =>
      requestId === undefined || requestId === context.requestId,
  },
  delays: {
    /** The pause after the last keystroke before the name is looked up, so that not each keystroke makes a request. */
    debounce: TIMING.nameDebounceMs,
    /** Timeout for reading the account's name. The user can then choose one, and the API decides at registration. */
    api: configurableDelay('apiMs'),
  },
}).createMachine({
  id: 'names',
  description: 'The name to register for the account: typed, looked up and registered.',
  meta: {
    kind: 'service',
    spec: ['1.8', '2.11', '3.21', '4.27', '4.28', '5.3', '5.4', '7.15'],
  },
  context: ({ input }) => ({
    ...input,
    owned: undefined,
    name: '',
    suggestions: [],
    lookupError: undefined,
    suggestionsError: undefined,
    requestId: undefined,
    error: undefined,
  }),
  initial: 'reading',
  states: {
    reading: {
      description:
        'Waits for the API to report whether the account has a name. If that fails, the API decides at registration.',
      tags: 'checking',
      on: {
        'names.setName': { actions: { type: 'setName', params: ({ event }) => event } },
        'names.submit': refusedFor('names.unchecked'),
      },
      invoke: {
        id: 'fetchOwned',
        src: 'fetchOwned',
        input: ({ context }) => ofAccount(context),
        onDone: [
          {
            guard: { type: 'hasName', params: ({ event }) => event },
            target: 'owned',
            actions: { type: 'setOwned', params: ({ event }) => event },
          },
          { target: 'editing' },
        ],
        onError: 'editing',
      },
      after: { api: 'editing' },
    },
    editing: {
      description: 'The user chooses a name.',
      initial: 'deciding',
      on: {
        'names.setName': {
          target: '.deciding',
          actions: [{ type: 'setName', params: ({ event }) => event }, 'clearLookup'],
        },
        'names.submit': refusing((context) => validateName(context) ?? new LatchkeyError('names.unchecked')),
      },
      states: {
        deciding: {
          description: 'Checks whether the text can be a name.',
          always: [{ guard: 'isIncomplete', target: 'incomplete' }, { target: 'pausing' }],
        },
        incomplete: { description: 'The field is empty, or its text cannot be a name.' },
        pausing: {
          description: 'Waits until the user stops typing.',
          tags: 'checking',
          after: { debounce: 'checking' },
        },
        checking: {
          description: 'The holder of the name and similar names are being looked up.',
          tags: 'checking',
          entry: 'clearLookup',
          invoke: {
            id: 'nameLookup',
            src: 'nameLookup',
            input: ({ context: { connection, network, name } }) => ({ address: connection.address, network, name }),
            onDone: [
              {
                guard: {
                  type: 'isReservedBy',
                  params: ({ event: { output } }) => ({ ...output, by: 'nobody' as const }),
                },
                target: 'free',
                actions: { type: 'setLookedUp', params: ({ event }) => event },
              },
              {
                guard: {
                  type: 'isReservedBy',
                  params: ({ event: { output } }) => ({ ...output, by: 'other' as const }),
                },
                target: 'taken',
                actions: { type: 'setLookedUp', params: ({ event }) => event },
              },
              {
                description: 'The name already belongs to this account. The first lookup did not find it.',
                guard: { type: 'isReservedBy', params: ({ event: { output } }) => ({ ...output, by: 'own' as const }) },
                target: '#names.owned',
                actions: ['setRegistered', 'notifyAccount', 'showRegistered'],
              },
              { target: 'unknown', actions: { type: 'setLookedUp', params: ({ event }) => event } },
            ],
            onError: { target: 'unknown', actions: { type: 'setCrash', params: ({ event }) => event } },
          },
        },
        free: {
          description: 'The name is free.',
          tags: 'submittable',
          on: {
            'names.submit': {
              target: '#names.registering',
              actions: { type: 'setRequestId', params: ({ event }) => event },
            },
          },
        },
        taken: {
          description: 'Another account has the name.',
          tags: 'taken',
          on: { 'names.submit': refusedFor('names.taken') },
        },
        unknown: {
          description: 'The lookup failed. The name does not count as free.',
          on: { 'names.retry': 'checking' },
        },
      },
    },
    registering: {
      description: 'The wallet signs for the name, and the API registers it.',
      tags: 'busy',
      entry: 'trackStarted',
      invoke: {
        id: 'registration',
        src: 'registration',
        input: ({ context: { connection, network, name } }) => ({ connection, network, name }),
        onDone: [
          {
            guard: { type: 'isRegistered', params: ({ event }) => event },
            target: 'owned',
            actions: [
              'setRegistered',
              'notifyAccount',
              { type: 'settle', params: ({ event: { output: outcome } }) => ({ outcome }) },
              'trackRegistered',
              'showRegistered',
            ],
          },
          {
            description: 'Returns to the name field and shows the error [4.28].',
            target: 'editing',
            actions: [
              { type: 'setOutcome', params: ({ event: { output: outcome } }) => ({ outcome }) },
              { type: 'settle', params: ({ event: { output: outcome } }) => ({ outcome }) },
              { type: 'trackFailed', params: ({ event: { output: outcome } }) => ({ outcome }) },
            ],
          },
        ],
        onError: {
          target: 'editing',
          actions: [
            { type: 'setOutcome', params: ({ event: { error } }) => ({ outcome: crashed(error) }) },
            { type: 'settle', params: ({ event: { error } }) => ({ outcome: crashed(error) }) },
          ],
        },
      },
      on: {
        'names.submit': refusedFor('names.busy'),
        'names.cancel': { guard: { type: 'isOwnRequest', params: ({ event }) => event }, ...toNameField },
        'names.viewLeft': toNameField,
        'modal.closed': toNameField,
      },
    },
    owned: {
      description: 'The account has a name. It cannot register a second one.',
      on: { 'names.submit': refusedFor('names.owned') },
    },
  },
})

export const namesLogic = withContract<NamesContract>()(namesMachine)
