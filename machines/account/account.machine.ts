/** Service, one per account: the active account, and the name and avatar of its address. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Connection } from '../shared/account.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { seal, type TypesOf } from '../core/contract.ts'
import { effect, timeout } from '../core/actors.ts'
import { there } from '../core/assertDefined.ts'
import { tell, tellIfThere, want } from '../core/messaging.ts'
import { track } from '../analytics/track.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import { accountType } from '../embedded/login/accountType.contract.ts'
import { frameTypeOf } from '../connection/connections.rules.ts'
import { hasNames, nameError } from '../names/names.rules.ts'
import { listsNfts } from './activity.rules.ts'
import { accountTabs } from '../project/project.rules.ts'
import { hasSent } from '../transactions/sent.rules.ts'
import { activity } from './activity.contract.ts'
import { nfts } from './nfts.contract.ts'
import { recent } from '../transactions/recent.contract.ts'
import type { AccountContract, Profile } from './account.contract.ts'
import type { AccountTab } from '../shared/account.types.ts'
import type { Remembered } from '../storage/remembered.types.ts'
import { project } from '../project/project.contract.ts'

type Asked = Pick<Connection, 'address' | 'networkId'>
type Chosen = Pick<Connection, 'address' | 'namespace'>

const asked = ({ connection: { address, networkId } }: AccountContract['context']): Asked => ({ address, networkId })

export const accountMachine = setup({
  types: {} as TypesOf<AccountContract>,
  actors: {
    fetchIdentity: effect<Profile, Asked>('account.fetchIdentity'),
    /** The first name registered for an address; undefined if there is none. */
    fetchName: effect<string | undefined, Asked>('account.fetchName'),
  },
  actions: {
    clearProfile: assign({ profile: {}, profileError: undefined }),
    keepProfileError: assign({
      profileError: (_, { error }: { error: unknown }) => nameError('reverse', error),
    }),
    keepProfile: assign({ profile: (_, { output }: { output: Profile }) => output }),
    keepName: assign({
      profile: ({ context }, { output }: { output: string | undefined }) => ({ ...context.profile, name: output }),
    }),
    selectTab: assign({ tab: (_, { tab }: { tab: AccountTab }) => tab }),
    selectAccount: tell(({ namespace }: Chosen) => namespaceItem(namespace))(({ address }: Chosen) => ({
      type: 'namespace.selectAccount',
      address,
    })),
    setType: tell(accountType)(({ address }: { address: string }, context: AccountContract['context']) => ({
      type: 'accountType.set',
      accountType: there(frameTypeOf(context.connection, address)),
    })),
    setLabel: assign({
      labels: ({ context }, { address, label }: { address: string; label: string }) => {
        const { [address]: _, ...others } = context.labels
        return label === '' ? others : { ...others, [address]: label }
      },
    }),
    needProject: tell(project)({ type: 'project.need' }),
    wantHistory: enqueueActions(({ context: { tab, connection }, enqueue }) => {
      if (tab !== 'Tokens') enqueue(want(activity))
      if (tab === 'Activity') enqueue(want(recent))
      if (tab === 'NFTs' && listsNfts(connection.networkId)) enqueue(want(nfts))
    }),
    tellHistory: tellIfThere(activity)(({ tab }: { tab: AccountTab }) => ({
      type: 'activity.setShown',
      shown: tab !== 'Tokens',
    })),
    tellRecent: tellIfThere(recent)(({ tab }: { tab: AccountTab }) => ({
      type: 'recent.setShown',
      isShown: tab === 'Activity',
    })),
    showSent: assign({ tabs: ({ context: { tabs } }) => (tabs.length > 1 ? tabs : accountTabs(false, true)) }),
    lookAtNfts: tellIfThere(nfts)(({ tab }: { tab: AccountTab }) =>
      tab === 'NFTs' ? { type: 'nfts.look' } : undefined,
    ),
    trackTab: track(({ tab }: { tab: AccountTab }) => ({ type: 'account.tabShown', tab })),
  },
  guards: {
    inFrame: ({ context }, { address }: { address: string }) => frameTypeOf(context.connection, address) !== undefined,
    other: ({ context }, { tab }: { tab: AccountTab }) => context.tab !== tab && context.tabs.includes(tab),
    missing: ({ context }, { tab }: { tab: AccountTab }) => !context.tabs.includes(tab),
    sentHere: ({ context: { remembersSent, connection } }, { networkId, address }: Asked) =>
      remembersSent && networkId === connection.networkId && address === connection.address,
    /** On an earlier visit, or in another browser tab. */
    sentBefore: ({ context: { remembersSent, connection } }, { remembered }: { remembered: Remembered }) =>
      remembersSent && hasSent(remembered, connection),
    failed: ({ context }) => context.profileError !== undefined,
    named: ({ context }, { output }: { output: Profile }) =>
      output.name !== undefined || !hasNames(asked(context).networkId),
  },
  delays: { identity: timeout('apiMs') },
}).createMachine({
  id: 'account',
  description: 'The active account, and the name and avatar of its address.',
  meta: { kind: 'service', spec: ['2.3', '3.6', '3.18', '4.27', '7.4', '7.15', '8.15'] },
  context: ({ input }) => ({ ...input, profileError: undefined }),
  initial: 'identifying',
  entry: 'wantHistory',
  on: {
    'account.select': [
      {
        description: 'The embedded wallet switches to the selected one of its accounts.',
        guard: { type: 'inFrame', params: ({ event }) => event },
        actions: { type: 'setType', params: ({ event }) => event },
      },
      {
        actions: {
          type: 'selectAccount',
          params: ({ context, event: { address } }) => ({ namespace: context.connection.namespace, address }),
        },
      },
    ],
    'account.selectTab': [
      {
        guard: { type: 'other', params: ({ event }) => event },
        actions: [
          { type: 'selectTab', params: ({ event }) => event },
          { type: 'tellHistory', params: ({ event }) => event },
          { type: 'tellRecent', params: ({ event }) => event },
          { type: 'lookAtNfts', params: ({ event }) => event },
          { type: 'trackTab', params: ({ event }) => event },
          'wantHistory',
        ],
      },
      { guard: { type: 'missing', params: ({ event }) => event }, actions: 'needProject' },
    ],
    'account.setLabel': { actions: { type: 'setLabel', params: ({ event }) => event } },
    'account.setName': {
      description: 'A name was registered for the address [4.27]. A lookup in progress may not return it yet.',
      target: '.settled',
      actions: { type: 'keepName', params: ({ event: { name } }) => ({ output: name }) },
    },
    'transaction.sent': {
      description: 'From now on there is a transaction to show, even without an API history.',
      guard: { type: 'sentHere', params: ({ event }) => event },
      actions: 'showSent',
    },
    'memory.restored': {
      description: 'A wallet may connect before the stored transactions are read.',
      guard: { type: 'sentBefore', params: ({ event }) => event },
      actions: 'showSent',
    },
    'memory.changed': { guard: { type: 'sentBefore', params: ({ event }) => event }, actions: 'showSent' },
    'modal.closed': { actions: { type: 'selectTab', params: { tab: 'Tokens' } } },
  },
  states: {
    identifying: {
      description: 'Waits for the profile of the address: its name and avatar. Without an answer it has none.',
      invoke: {
        id: 'fetchIdentity',
        src: 'fetchIdentity',
        input: ({ context }) => asked(context),
        onDone: [
          {
            guard: { type: 'named', params: ({ event }) => event },
            target: 'settled',
            actions: { type: 'keepProfile', params: ({ event }) => event },
          },
          { target: 'naming', actions: { type: 'keepProfile', params: ({ event }) => event } },
        ],
        onError: { target: 'naming', actions: { type: 'keepProfileError', params: ({ event }) => event } },
      },
      after: {
        identity: {
          target: 'naming',
          actions: { type: 'keepProfileError', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    naming: {
      description: 'The profile has no name, or could not be fetched. Waits for the names registered for the address.',
      invoke: {
        id: 'fetchName',
        src: 'fetchName',
        input: ({ context }) => asked(context),
        onDone: { target: 'settled', actions: { type: 'keepName', params: ({ event }) => event } },
        onError: { target: 'settled', actions: { type: 'keepProfileError', params: ({ event }) => event } },
      },
      after: {
        identity: {
          target: 'settled',
          actions: { type: 'keepProfileError', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    settled: {
      description: 'The lookup ended.',
      on: {
        'modal.opened': {
          description: 'Retries a failed lookup.',
          guard: 'failed',
          target: 'identifying',
          actions: 'clearProfile',
        },
      },
    },
  },
})

export const accountLogic = seal<AccountContract>()(accountMachine)
