/** Service: the account that the visitor acts for, and what it is known as. */
import { assign, enqueueActions, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import { LatchkeyError } from '../errors/error.ts'
import type { Fact, FactOf } from '../facts.ts'
import { seal, type TypesOf } from '../kit/contract.ts'
import { effect, timeout } from '../kit/effects.ts'
import { announce, tell, want } from '../kit/system.ts'
import { withActive } from '../rules/connections.ts'
import { namespaceItem } from '../connection/namespace.contract.ts'
import { hasNames, nameError } from '../rules/names.ts'
import { activity } from './activity.contract.ts'
import { account, type AccountContract, type Profile } from './account.contract.ts'
import type { AccountTab } from '../entities/account.ts'
import { feature } from '../kit/feature.ts'
import { accountTabs, readsHistory } from '../rules/project.ts'
import { project } from '../root/project.contract.ts'

type Active = Pick<FactOf<'account.active'>, 'connection'>
type Asked = Pick<Connection, 'address' | 'networkId'>

const asked = ({ connection }: AccountContract['context']): Asked => ({
  address: connection?.address ?? '',
  networkId: connection?.networkId ?? 'eip155:0',
})

export const accountMachine = setup({
  types: {} as TypesOf<AccountContract>,
  actors: {
    fetchIdentity: effect<Profile, Asked>('account.fetchIdentity'),
    /** The first name that is registered for an address; nothing where there is none. */
    fetchName: effect<string | undefined, Asked>('account.fetchName'),
  },
  actions: {
    keep: assign({ connection: (_, { connection }: Active) => connection }),
    drop: assign({ connection: undefined, profile: {}, profileError: undefined, tab: 'Tokens' }),
    clearProfile: assign({ profile: {}, profileError: undefined }),
    keepProfileError: assign({
      profileError: (_, { error }: { error: unknown }) => nameError('reverse', error),
    }),
    keepProfile: assign({ profile: (_, { output }: { output: Profile }) => output }),
    keepName: assign({
      profile: ({ context }, { output }: { output: string | undefined }) => ({ ...context.profile, name: output }),
    }),
    selectTab: assign({ tab: (_, { tab }: { tab: AccountTab }) => tab }),
    /** The visitor's choice takes the same way as the wallet's own. */
    act: enqueueActions(({ context: { connection }, enqueue }, { address }: { address: string }) => {
      const accounts = withActive(connection?.accounts ?? [], address)
      if (connection && accounts)
        enqueue(tell(namespaceItem(connection.namespace))({ type: 'provider.accountsChanged', accounts }))
    }),
    announceSelected: announce(
      ({ address }: { address: string }, { connection }: AccountContract['context']): Fact | undefined =>
        connection && withActive(connection.accounts, address)
          ? { type: 'account.selected', namespace: connection.namespace, address }
          : undefined,
    ),
    setLabel: assign({
      labels: ({ context }, { address, label }: { address: string; label: string }) => {
        const { [address]: _, ...others } = context.labels
        return label === '' ? others : { ...others, [address]: label }
      },
    }),
    needProject: tell(project)({ type: 'project.need' }),
    wantHistory: enqueueActions(({ context: { tab }, enqueue }) => {
      if (tab !== 'Tokens') enqueue(want(activity))
    }),
    announceTab: announce(({ tab }: { tab: AccountTab }) => ({ type: 'account.tabShown', tab })),
  },
  guards: {
    nobody: (_, { connection }: Active) => connection === undefined,
    otherAddress: ({ context }, { connection }: Active) => connection?.address !== context.connection?.address,
    otherNetwork: ({ context }, { connection }: Active) => connection?.networkId !== context.connection?.networkId,
    other: ({ context }, { tab }: { tab: AccountTab }) => context.tab !== tab && context.tabs.includes(tab),
    missing: ({ context }, { tab }: { tab: AccountTab }) => !context.tabs.includes(tab),
    failed: ({ context }) => context.profileError !== undefined,
    named: ({ context }, { output }: { output: Profile }) =>
      output.name !== undefined || !hasNames(asked(context).networkId),
  },
  delays: { identity: timeout('apiMs') },
}).createMachine({
  id: 'account',
  description: 'The account that the visitor acts for, and what it is known as.',
  meta: { kind: 'service', spec: ['2.3', '3.6', '3.18', '7.4', '7.15', '8.15'] },
  context: ({ input }) => ({
    ...input,
    connection: undefined,
    profile: {},
    profileError: undefined,
    tab: 'Tokens',
    labels: {},
  }),
  initial: 'absent',
  on: {
    'account.active': [
      { guard: { type: 'nobody', params: ({ event }) => event }, target: '.absent', actions: 'drop' },
      {
        guard: { type: 'otherAddress', params: ({ event }) => event },
        target: '.present',
        actions: [{ type: 'keep', params: ({ event }) => event }, 'clearProfile', 'wantHistory'],
      },
      {
        guard: { type: 'otherNetwork', params: ({ event }) => event },
        target: '.present',
        actions: [{ type: 'keep', params: ({ event }) => event }, 'wantHistory'],
      },
      { actions: { type: 'keep', params: ({ event }) => event } },
    ],
    'account.setLabel': { actions: { type: 'setLabel', params: ({ event }) => event } },
  },
  states: {
    absent: { description: 'Nobody is connected.' },
    present: {
      description: 'There is an account; the visitor may name it, or act for another one of the wallet.',
      tags: 'present',
      initial: 'identifying',
      on: {
        'account.select': {
          actions: [
            { type: 'act', params: ({ event }) => event },
            { type: 'announceSelected', params: ({ event }) => event },
          ],
        },
        'account.selectTab': [
          {
            guard: { type: 'other', params: ({ event }) => event },
            actions: [
              { type: 'selectTab', params: ({ event }) => event },
              { type: 'announceTab', params: ({ event }) => event },
              'wantHistory',
            ],
          },
          { guard: { type: 'missing', params: ({ event }) => event }, actions: 'needProject' },
        ],
        'modal.closed': { actions: { type: 'selectTab', params: { tab: 'Tokens' } } },
      },
      states: {
        identifying: {
          description: 'The name and picture that the address has made for itself. Without an answer it has none.',
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
          description: 'It has made none, or nobody tells: perhaps a name is registered for it.',
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
          description: 'What the address is known as was looked up.',
          on: {
            'modal.opened': {
              description: 'What failed before may go well now.',
              guard: 'failed',
              target: 'identifying',
              actions: 'clearProfile',
            },
          },
        },
      },
    },
  },
})

export const accountFeature = feature(account, {
  input: (configuration) => ({ tabs: accountTabs(readsHistory(configuration)) }),
  logic: seal<AccountContract>()(accountMachine),
})
