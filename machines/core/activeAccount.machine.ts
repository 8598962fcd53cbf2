/** Item: what belongs to one account on one network. Its features start and end with it. */
import { setup } from 'xstate'
import { withContract, type SetupTypes } from './contract.ts'
import type { LoaderContract } from './loader.contract.ts'
import { loaderMachine } from './loader.machine.ts'
import { startFeatures } from './startFeatures.ts'
import type { ActiveAccountContract } from './activeAccount.contract.ts'

export const activeAccountMachine = setup({
  types: {} as SetupTypes<ActiveAccountContract>,
  actors: { loader: withContract<LoaderContract>()(loaderMachine) },
  actions: { startFeatures: startFeatures('account') },
}).createMachine({
  id: 'activeAccount',
  description: 'Runs the features of the active account. They start and end with the account and its network.',
  meta: { kind: 'item', spec: ['4.12'] },
  context: ({ input }) => input,
  initial: 'running',
  states: { running: { description: 'The account is active on this network.', entry: 'startFeatures' } },
})
