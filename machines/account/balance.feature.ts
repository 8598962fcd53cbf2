import { featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { now } from '../core/time.ts'
import { storage } from '../storage/storage.contract.ts'
import { balance } from './balance.contract.ts'

export const balanceFeature = featureOfAccount(balance, {
  // The retry delay holds across accounts.
  carryOver: ['failedAt', 'error'],
  input: ({ connection, network }, { tokens }, system, { failedAt, error }) => {
    const { connector, networkId, address } = connection
    return {
      target: { networkId, address },
      network,
      connector,
      listed: tokens[networkId] ?? [],
      persisted: getActorSnapshot(system, storage)?.context.persisted.nativeBalances ?? {},
      failedAt,
      error,
      at: now(system),
    }
  },
  load: async () => (await import('./balance.machine.ts')).balanceLogic,
  eager: true,
})
