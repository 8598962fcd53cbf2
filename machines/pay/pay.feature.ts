import { network } from '../network/network.contract.ts'
import type { Configuration } from '../project/configuration.types.ts'
import { feature } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { pay } from './pay.contract.ts'

const ofSite =
  <Known extends object>(route: Known) =>
  ({ features }: Configuration) =>
    features.pay ? route : undefined

export const payFeature = feature(pay, {
  views: { Pay: ofSite({ left: true } as const), PayLoading: ofSite({}) },
  isOffered: ({ features }) => features.pay,
  input: ({ networks, tokens }, system) => ({
    settings: { networks: getActorSnapshot(system, network)?.context.networks ?? networks, tokens },
    activeAccount: getActorSnapshot(system, network)?.context.activeAccount,
  }),
  // Payments of earlier visits are followed even if no new one is requested.
  eager: true,
  // The machine that waits for a transaction must be loaded before one is sent.
  load: async () =>
    (await Promise.all([import('./pay.machine.ts'), import('../transactions/transactions.machine.ts')]))[0].payLogic,
})
