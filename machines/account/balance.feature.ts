import { featureOfAccount } from '../kit/feature.ts'
import { peek } from '../kit/system.ts'
import { now } from '../kit/time.ts'
import { memory } from '../root/memory.contract.ts'
import { balance } from './balance.contract.ts'

export const balanceFeature = featureOfAccount(balance, {
  // The retry delay holds across accounts.
  keeps: ['failedAt', 'error'],
  input: ({ connection, network }, { tokens }, system, { failedAt, error }) => {
    const { connector, networkId, address } = connection
    return {
      target: { networkId, address },
      network,
      connector,
      listed: tokens[networkId] ?? [],
      remembered: peek(system, memory)?.context.remembered.nativeBalances ?? {},
      failedAt,
      error,
      at: now(system),
    }
  },
  load: async () => (await import('./balance.machine.ts')).balanceLogic,
  atOnce: true,
})
