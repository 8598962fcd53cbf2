import { balance } from '../account/balance.contract.ts'
import { featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { view } from '../shell/view.contract.ts'
import { showsQuote, swap } from './swap.contract.ts'

const ofDraft = { for: 'connected', until: 'activeAccount' } as const

export const swapFeature = featureOfAccount(swap, {
  views: {
    Swap: { ...ofDraft, entered: true },
    SwapSelectToken: { ...ofDraft, left: true },
    SwapPreview: ofDraft,
    SwapConfirmed: ofDraft,
  },
  isOffered: ({ features }) => features.swaps,
  input: (activeAccount, _, system) => ({
    ...activeAccount,
    balances: getActorSnapshot(system, balance)?.context.tokens ?? [],
    isShown: showsQuote(getActorSnapshot(system, view)?.context.stack.at(-1)),
  }),
  // The machine that waits for a transaction has to be loaded before one is sent.
  load: async () =>
    (await Promise.all([import('./swap.machine.ts'), import('../transactions/transactions.machine.ts')]))[0].swapLogic,
})
