import { caipAddressOf } from '../shared/account.types.ts'
import { featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { storage } from '../storage/storage.contract.ts'
import { account } from '../account/account.contract.ts'
import { recent } from './recent.contract.ts'

export const recentFeature = featureOfAccount(recent, {
  isOffered: ({ features }) => features.history,
  input: ({ connection, network }, _, system) => ({
    network,
    address: connection.address,
    entries: getActorSnapshot(system, storage)?.context.persisted.transactions?.[caipAddressOf(connection)] ?? [],
    isTabVisible: getActorSnapshot(system, account)?.context.tab === 'Activity',
  }),
  load: async () => (await import('./recent.machine.ts')).recentLogic,
})
