import { balance } from '../account/balance.contract.ts'
import { network } from '../connection/network.contract.ts'
import { feature } from '../kit/feature.ts'
import { peek } from '../kit/system.ts'
import { send } from './send.contract.ts'

export const sendFeature = feature(send, {
  views: ['WalletSend', 'WalletSendSelectToken', 'WalletSendPreview', 'WalletSendConfirmed'],
  isOffered: ({ features }) => features.send,
  input: (configuration, system) => {
    const {
      networks,
      networkId,
      active: connection,
    } = peek(system, network)?.context ?? {
      networks: configuration.networks,
      networkId: configuration.defaultNetworkId,
      active: undefined,
    }
    const { tokens = [], failedAt: lastRetry } = peek(system, balance)?.context ?? {}
    return {
      networks,
      networkId: connection?.networkId ?? networkId,
      connection,
      tokens,
      lastRetry,
      watchPending: configuration.watchPendingTransactions,
    }
  },
  load: async () => (await import('./send.machine.ts')).sendLogic,
})
