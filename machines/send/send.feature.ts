import { balance } from '../account/balance.contract.ts'
import { featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { send } from './send.contract.ts'

const ofDraft = { for: 'connected', until: 'activeAccount' } as const

export const sendFeature = featureOfAccount(send, {
  views: {
    WalletSend: ofDraft,
    WalletSendSelectToken: ofDraft,
    WalletSendPreview: ofDraft,
    WalletSendConfirmed: ofDraft,
  },
  isOffered: ({ features }) => features.send,
  input: (activeAccount, _, system) => {
    const { tokens = [], failedAt: lastRetry } = getActorSnapshot(system, balance)?.context ?? {}
    return { ...activeAccount, tokens, lastRetry }
  },
  // The machine that waits for a transaction has to be loaded before one is sent.
  load: async () =>
    (await Promise.all([import('./send.machine.ts'), import('../transactions/transactions.machine.ts')]))[0].sendLogic,
})
