/** Service: the account that the visitor acts for. */
import { assign, setup } from 'xstate'
import type { Connection } from '../entities/account.ts'
import type { TypesOf } from '../kit/contract.ts'
import type { AccountContract, AccountTab } from './account.contract.ts'

export const accountMachine = setup({
  types: {} as TypesOf<AccountContract>,
  actions: {
    keep: assign({ connection: (_, { connection }: { connection: Connection }) => connection }),
    drop: assign({ connection: undefined, tab: 'Tokens' }),
    selectTab: assign({ tab: (_, { tab }: { tab: AccountTab }) => tab }),
    setLabel: assign({
      labels: ({ context }, { address, label }: { address: string; label: string }) => {
        const { [address]: _, ...others } = context.labels
        return label === '' ? others : { ...others, [address]: label }
      },
    }),
  },
  guards: {
    same: ({ context }, { namespace }: { namespace: string }) => context.connection?.namespace === namespace,
  },
}).createMachine({
  id: 'account',
  description: 'The account that the visitor acts for.',
  meta: { kind: 'service', spec: ['2.3', '3.6', '3.18'] },
  context: { connection: undefined, tab: 'Tokens', labels: {} },
  initial: 'absent',
  on: {
    'account.connected': { target: '.present', actions: { type: 'keep', params: ({ event }) => event } },
    'account.setLabel': { actions: { type: 'setLabel', params: ({ event }) => event } },
  },
  states: {
    absent: {},
    present: {
      on: {
        'account.changed': { actions: { type: 'keep', params: ({ event }) => event } },
        'account.networkChanged': { actions: { type: 'keep', params: ({ event }) => event } },
        'account.disconnected': {
          guard: { type: 'same', params: ({ event }) => event },
          target: 'absent',
          actions: 'drop',
        },
        'account.selectTab': { actions: { type: 'selectTab', params: ({ event }) => event } },
      },
    },
  },
})
