/** Service, one per account: the name to register for the account, from typing to registration. */
import { assign, emit, setup } from 'xstate'
import { account } from '../account/account.contract.ts'
import { TIMING } from '../constants.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { Network } from '../shared/network.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { tell } from '../core/messaging.ts'
import { there } from '../core/assertDefined.ts'
import { track } from '../analytics/track.ts'
import { fullName, nameError, nameFault, type Holder } from './names.rules.ts'
import { cancelled, crashed, failed } from '../shared/outcome.rules.ts'
import { view } from '../shell/view.contract.ts'
import type { LookedUp } from './nameLookup.contract.ts'
import { nameLookupLogic } from './nameLookup.machine.ts'
import type { NamesContract } from './names.contract.ts'
import { registrationLogic } from './registration.machine.ts'

type Context = NamesContract['context']
type Ended = { outcome: Outcome<string> }
type Refused = { error: LatchkeyError; attempt?: string | undefined }

/** The account that an API request is about. */
export interface OfAccount {
  address: string
  network: Network
}
const ofAccount = ({ connection, network }: Context): OfAccount => ({ address: connection.address, network })

/** Returns to the name field [4.28]. */
const calledOff = {
  target: 'editing',
  actions: [
    { type: 'keepOutcome', params: { outcome: cancelled } },
    { type: 'settle', params: { outcome: cancelled } },
  ],
} as const
/** Rejects a submission at the wrong time: the caller receives a failed outcome. */
const refusing = (errorOf: (context: Context) => LatchkeyError) =>
  ({
    actions: {
      type: 'refuse',
      params: ({ context, event: { attempt } }: { context: Context; event: { attempt?: string } }) => ({
        attempt,
        error: errorOf(context),
      }),
    },
  }) as const
const refusedFor = (code: 'names.unchecked' | 'names.taken' | 'names.busy' | 'names.owned') =>
  refusing(() => new LatchkeyError(code))

export const namesMachine = setup({
  types: {} as TypesOf<NamesContract>,
  actors: {
    /** The name that the account has; undefined if it has none. */
    fetchOwned: effect<string | undefined, OfAccount>('names.fetchOwned'),
    nameLookup: nameLookupLogic,
    registration: registrationLogic,
  },
  actions: {
    keepOwned: assign({ owned: (_, { output }: { output: string | undefined }) => output }),
    keepName: assign((_, { name }: { name: string }) => ({ name: name.trim().toLowerCase(), error: undefined })),
    clearLookup: assign({ suggestions: [], lookupError: undefined, suggestionsError: undefined }),
    keepLookedUp: assign((_, { output: { lookupError, suggestions, suggestionsError } }: { output: LookedUp }) => ({
      lookupError,
      suggestions,
      suggestionsError,
    })),
    keepCrash: assign({ lookupError: (_, { error }: { error: unknown }) => nameError('resolve', error) }),
    keepAttempt: assign((_, { attempt }: { attempt?: string }) => ({ attempt, error: undefined })),
    keepOutcome: assign({ error: (_, { outcome }: Ended) => ('error' in outcome ? outcome.error : undefined) }),
    keepRegistered: assign({ owned: ({ context }) => fullName(context.name) }),
    refuse: emit((_, { attempt, error }: Refused) => ({
      type: 'names.settled' as const,
      attempt,
      outcome: failed(error),
    })),
    settle: emit(({ context: { attempt } }, { outcome }: Ended) => ({
      type: 'names.settled' as const,
      attempt,
      outcome,
    })),
    tellAccount: tell(account)((_: undefined, { owned }: Context) => ({ type: 'account.setName', name: there(owned) })),
    showRegistered: tell(view)({
      type: 'view.replace',
      view: 'RegisterAccountNameSuccess',
      only: 'RegisterAccountName',
    }),
    trackStarted: track((_: undefined, { name }: Context) => ({ type: 'names.started', name: fullName(name) })),
    trackRegistered: track((_: undefined, { owned }: Context) => ({ type: 'names.registered', name: there(owned) })),
    trackFailed: track(({ outcome }: Ended, { name }: Context) =>
      'error' in outcome ? { type: 'names.failed', name: fullName(name), error: outcome.error } : undefined,
    ),
  },
  guards: {
    has: (_, { output }: { output: string | undefined }) => output !== undefined,
    incomplete: ({ context }) => context.name === '' || nameFault(context) !== undefined,
    heldBy: (_, { holder, by }: { holder: Holder | undefined; by: Holder }) => holder === by,
    registered: (_, { output }: { output: Outcome<string> }) => output.status === 'done',
    ofAttempt: ({ context }, { attempt }: { attempt?: string }) => attempt === undefined || attempt === context.attempt,
  },
  delays: { debounce: TIMING.nameDebounceMs, api: timeout('apiMs') },
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
    attempt: undefined,
    error: undefined,
  }),
  initial: 'reading',
  states: {
    reading: {
      description:
        'Waits for the API to report whether the account has a name. If that fails, the API decides at registration.',
      tags: 'checking',
      on: {
        'names.setName': { actions: { type: 'keepName', params: ({ event }) => event } },
        'names.submit': refusedFor('names.unchecked'),
      },
      invoke: {
        id: 'fetchOwned',
        src: 'fetchOwned',
        input: ({ context }) => ofAccount(context),
        onDone: [
          {
            guard: { type: 'has', params: ({ event }) => event },
            target: 'owned',
            actions: { type: 'keepOwned', params: ({ event }) => event },
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
          actions: [{ type: 'keepName', params: ({ event }) => event }, 'clearLookup'],
        },
        'names.submit': refusing((context) => nameFault(context) ?? new LatchkeyError('names.unchecked')),
      },
      states: {
        deciding: {
          description: 'Checks whether the text can be a name.',
          always: [{ guard: 'incomplete', target: 'incomplete' }, { target: 'pausing' }],
        },
        incomplete: { description: 'The field is empty, or its text cannot be a name.' },
        pausing: {
          description: 'Waits until the user stops typing.',
          tags: 'checking',
          after: { debounce: 'looking' },
        },
        looking: {
          description: 'The holder of the name and similar names are being looked up.',
          tags: 'checking',
          entry: 'clearLookup',
          invoke: {
            id: 'nameLookup',
            src: 'nameLookup',
            input: ({ context: { connection, network, name } }) => ({ address: connection.address, network, name }),
            onDone: [
              {
                guard: { type: 'heldBy', params: ({ event: { output } }) => ({ ...output, by: 'nobody' as const }) },
                target: 'free',
                actions: { type: 'keepLookedUp', params: ({ event }) => event },
              },
              {
                guard: { type: 'heldBy', params: ({ event: { output } }) => ({ ...output, by: 'other' as const }) },
                target: 'taken',
                actions: { type: 'keepLookedUp', params: ({ event }) => event },
              },
              {
                description: 'The name already belongs to this account. The first lookup did not find it.',
                guard: { type: 'heldBy', params: ({ event: { output } }) => ({ ...output, by: 'own' as const }) },
                target: '#names.owned',
                actions: ['keepRegistered', 'tellAccount', 'showRegistered'],
              },
              { target: 'unknown', actions: { type: 'keepLookedUp', params: ({ event }) => event } },
            ],
            onError: { target: 'unknown', actions: { type: 'keepCrash', params: ({ event }) => event } },
          },
        },
        free: {
          description: 'The name is free.',
          tags: 'submittable',
          on: {
            'names.submit': {
              target: '#names.registering',
              actions: { type: 'keepAttempt', params: ({ event }) => event },
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
          on: { 'names.retry': 'looking' },
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
            guard: { type: 'registered', params: ({ event }) => event },
            target: 'owned',
            actions: [
              'keepRegistered',
              'tellAccount',
              { type: 'settle', params: ({ event: { output: outcome } }) => ({ outcome }) },
              'trackRegistered',
              'showRegistered',
            ],
          },
          {
            description: 'Returns to the name field and shows the error [4.28].',
            target: 'editing',
            actions: [
              { type: 'keepOutcome', params: ({ event: { output: outcome } }) => ({ outcome }) },
              { type: 'settle', params: ({ event: { output: outcome } }) => ({ outcome }) },
              { type: 'trackFailed', params: ({ event: { output: outcome } }) => ({ outcome }) },
            ],
          },
        ],
        onError: {
          target: 'editing',
          actions: [
            { type: 'keepOutcome', params: ({ event: { error } }) => ({ outcome: crashed(error) }) },
            { type: 'settle', params: ({ event: { error } }) => ({ outcome: crashed(error) }) },
          ],
        },
      },
      on: {
        'names.submit': refusedFor('names.busy'),
        'names.cancel': { guard: { type: 'ofAttempt', params: ({ event }) => event }, ...calledOff },
        'names.viewLeft': calledOff,
        'modal.closed': calledOff,
      },
    },
    owned: {
      description: 'The account has a name. It cannot register a second one.',
      on: { 'names.submit': refusedFor('names.owned') },
    },
  },
})

export const namesLogic = seal<NamesContract>()(namesMachine)
