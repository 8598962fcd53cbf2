/** Service, one per account: the active account, and the name and avatar of its address. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Connection } from '../shared/account.types.ts'
import { LatchkeyError } from '../shared/errors/error.ts'
import { withContract, type SetupTypes } from '../core/contract.ts'
import { promiseActor, configurableDelay } from '../core/actors.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { sendToActor, sendToActorIfRunning, loadFeature } from '../core/messaging.ts'
import { trackEvent } from '../analytics/trackEvent.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import { accountType } from '../embedded/login/accountType.contract.ts'
import { accountTypeOf } from '../connection/connections.rules.ts'
import { supportsNames, nameError } from '../names/names.rules.ts'
import { supportsNfts } from './activity.rules.ts'
import { accountTabs } from '../project/project.rules.ts'
import { hasSent } from '../transactions/sent.rules.ts'
import { activity } from './activity.contract.ts'
import { nfts } from './nfts.contract.ts'
import { recent } from '../transactions/recent.contract.ts'
import type { AccountContract, Profile } from './account.contract.ts'
import type { AccountTab } from '../shared/account.types.ts'
import type { PersistedState } from '../storage/persisted.types.ts'
import { project } from '../project/project.contract.ts'

type AccountRef = Pick<Connection, 'address' | 'networkId'>
type Chosen = Pick<Connection, 'address' | 'namespace'>

const accountRef = ({ connection: { address, networkId } }: AccountContract['context']): AccountRef => ({
  address,
  networkId,
})

export const accountMachine = setup({
  types: {} as SetupTypes<AccountContract>,
  actors: {
    /** Fetches the name and the avatar of an address from the API. */
    fetchIdentity: promiseActor<Profile, AccountRef>('account.fetchIdentity'),
    /** Fetches the first name registered for an address. Resolves to undefined if there is none. */
    fetchName: promiseActor<string | undefined, AccountRef>('account.fetchName'),
  },
  actions: {
    clearProfile: assign({ profile: {}, profileError: undefined }),
    setProfileError: assign({
      profileError: (_, { error }: { error: unknown }) => nameError('reverse', error),
    }),
    setProfile: assign({ profile: (_, { output }: { output: Profile }) => output }),
    setName: assign({
      profile: ({ context }, { output }: { output: string | undefined }) => ({ ...context.profile, name: output }),
    }),
    selectTab: assign({ tab: (_, { tab }: { tab: AccountTab }) => tab }),
    selectAccount: sendToActor(({ namespace }: Chosen) => namespaceItem(namespace))(({ address }: Chosen) => ({
      type: 'namespace.selectAccount',
      address,
    })),
    setType: sendToActor(accountType)(({ address }: { address: string }, context: AccountContract['context']) => ({
      type: 'accountType.set',
      accountType: assertDefined(accountTypeOf(context.connection, address)),
    })),
    setLabel: assign({
      labels: ({ context }, { address, label }: { address: string; label: string }) => {
        const { [address]: _, ...others } = context.labels
        return label === '' ? others : { ...others, [address]: label }
      },
    }),
    requireProject: sendToActor(project)({ type: 'project.need' }),
    loadHistory: enqueueActions(({ context: { tab, connection }, enqueue }) => {
      if (tab !== 'Tokens') enqueue(loadFeature(activity))
      if (tab === 'Activity') enqueue(loadFeature(recent))
      if (tab === 'NFTs' && supportsNfts(connection.networkId)) enqueue(loadFeature(nfts))
    }),
    notifyHistory: sendToActorIfRunning(activity)(({ tab }: { tab: AccountTab }) => ({
      type: 'activity.setVisible',
      isVisible: tab !== 'Tokens',
    })),
    notifyRecent: sendToActorIfRunning(recent)(({ tab }: { tab: AccountTab }) => ({
      type: 'recent.setVisible',
      isTabVisible: tab === 'Activity',
    })),
    showSent: assign({ tabs: ({ context: { tabs } }) => (tabs.length > 1 ? tabs : accountTabs(false, true)) }),
    notifyNfts: sendToActorIfRunning(nfts)(({ tab }: { tab: AccountTab }) =>
      tab === 'NFTs' ? { type: 'nfts.refresh' } : undefined,
    ),
    trackTab: trackEvent(({ tab }: { tab: AccountTab }) => ({ type: 'account.tabShown', tab })),
  },
  guards: {
    /** The address is one of several accounts of the embedded wallet, which must switch to it itself. */
    isInFrame: ({ context }, { address }: { address: string }) =>
      accountTypeOf(context.connection, address) !== undefined,
    /** The selected tab is available and is not shown yet. */
    isOtherTab: ({ context }, { tab }: { tab: AccountTab }) => context.tab !== tab && context.tabs.includes(tab),
    /** The account has no such tab. If the reason is a missing project id, an alert informs the developers. */
    isTabMissing: ({ context }, { tab }: { tab: AccountTab }) => !context.tabs.includes(tab),
    /** This account sent the transaction on its network. The Activity tab appears if `history` is on. */
    isSentByAccount: ({ context: { storesSent, connection } }, { networkId, address }: AccountRef) =>
      storesSent && networkId === connection.networkId && address === connection.address,
    /** The account sent transactions on an earlier visit or in another browser tab, so the Activity tab appears. */
    hasSentBefore: ({ context: { storesSent, connection } }, { persisted }: { persisted: PersistedState }) =>
      storesSent && hasSent(persisted, connection),
    /** The last name lookup failed, so opening the modal starts it again. */
    hasProfileError: ({ context }) => context.profileError !== undefined,
    /** The profile has a name, or the network does not support registered names, so the lookup is complete. */
    hasName: ({ context }, { output }: { output: Profile }) =>
      output.name !== undefined || !supportsNames(accountRef(context).networkId),
  },
  delays: {
    /** How long to wait for the profile, and then for the registered name. */
    identity: configurableDelay('apiMs'),
  },
}).createMachine({
  id: 'account',
  description: 'The active account, and the name and avatar of its address.',
  meta: { kind: 'service', spec: ['2.3', '3.6', '3.18', '4.27', '7.4', '7.15', '8.15'] },
  context: ({ input }) => ({ ...input, profileError: undefined }),
  initial: 'identifying',
  entry: 'loadHistory',
  on: {
    'account.select': [
      {
        description: 'The embedded wallet switches to the selected one of its accounts.',
        guard: { type: 'isInFrame', params: ({ event }) => event },
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
        guard: { type: 'isOtherTab', params: ({ event }) => event },
        actions: [
          { type: 'selectTab', params: ({ event }) => event },
          { type: 'notifyHistory', params: ({ event }) => event },
          { type: 'notifyRecent', params: ({ event }) => event },
          { type: 'notifyNfts', params: ({ event }) => event },
          { type: 'trackTab', params: ({ event }) => event },
          'loadHistory',
        ],
      },
      { guard: { type: 'isTabMissing', params: ({ event }) => event }, actions: 'requireProject' },
    ],
    'account.setLabel': { actions: { type: 'setLabel', params: ({ event }) => event } },
    'account.setName': {
      description: 'A name was registered for the address [4.27]. A lookup in progress may not return it yet.',
      target: '.settled',
      actions: { type: 'setName', params: ({ event: { name } }) => ({ output: name }) },
    },
    'transaction.sent': {
      description: 'From now on there is a transaction to show, even without an API history.',
      guard: { type: 'isSentByAccount', params: ({ event }) => event },
      actions: 'showSent',
    },
    'storage.restored': {
      description: 'A wallet may connect before the stored transactions are read.',
      guard: { type: 'hasSentBefore', params: ({ event }) => event },
      actions: 'showSent',
    },
    'storage.updated': { guard: { type: 'hasSentBefore', params: ({ event }) => event }, actions: 'showSent' },
    'modal.closed': { actions: { type: 'selectTab', params: { tab: 'Tokens' } } },
  },
  states: {
    identifying: {
      description: 'Waits for the profile of the address: its name and avatar. Without a response it has none.',
      invoke: {
        id: 'fetchIdentity',
        src: 'fetchIdentity',
        input: ({ context }) => accountRef(context),
        onDone: [
          {
            guard: { type: 'hasName', params: ({ event }) => event },
            target: 'settled',
            actions: { type: 'setProfile', params: ({ event }) => event },
          },
          { target: 'naming', actions: { type: 'setProfile', params: ({ event }) => event } },
        ],
        onError: { target: 'naming', actions: { type: 'setProfileError', params: ({ event }) => event } },
      },
      after: {
        identity: {
          target: 'naming',
          actions: { type: 'setProfileError', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    naming: {
      description: 'The profile has no name, or could not be fetched. Waits for the names registered for the address.',
      invoke: {
        id: 'fetchName',
        src: 'fetchName',
        input: ({ context }) => accountRef(context),
        onDone: { target: 'settled', actions: { type: 'setName', params: ({ event }) => event } },
        onError: { target: 'settled', actions: { type: 'setProfileError', params: ({ event }) => event } },
      },
      after: {
        identity: {
          target: 'settled',
          actions: { type: 'setProfileError', params: () => ({ error: new LatchkeyError('api.expired') }) },
        },
      },
    },
    settled: {
      description: 'The lookup ended.',
      on: {
        'modal.opened': {
          description: 'Retries a failed lookup.',
          guard: 'hasProfileError',
          target: 'identifying',
          actions: 'clearProfile',
        },
      },
    },
  },
})

export const accountLogic = withContract<AccountContract>()(accountMachine)
