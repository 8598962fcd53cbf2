import { activityMachine } from '../../machines/account/activity.machine.ts'
import { implement } from '../../machines/core/actors.ts'
import type { Ports } from '../instance/ports.ts'

export const activityEffects = ({ api }: Ports) =>
  implement(activityMachine, {
    fetchPage: async ({ input: { address, networkId, cursor }, signal }) => {
      const client = await api.client()
      const { data, next } = await client.call(
        'history',
        { account: address, chainId: networkId, ...(cursor !== undefined && { cursor }) },
        { signal, networkId },
      )
      return { transactions: data, next }
    },
  })
