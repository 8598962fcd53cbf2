import type { Configuration } from '../project/configuration.types.ts'
import { featureOfAccount } from '../core/feature.ts'
import { BOUGHT_NAMESPACES } from '../project/configuration.rules.ts'
import { onramp } from './onramp.contract.ts'
import { purchases } from './purchases.contract.ts'

const isOffered = ({ features, namespaces }: Configuration): boolean =>
  features.onramp && namespaces.some((each) => BOUGHT_NAMESPACES.includes(each))

const ofAccount = (configuration: Configuration) =>
  isOffered(configuration) ? ({ for: 'connected', until: 'activeAccount' } as const) : undefined

export const onrampFeature = featureOfAccount(onramp, {
  views: {
    OnRampProviders: ofAccount,
    OnRampTokenSelect: ofAccount,
    OnRampFiatSelect: ofAccount,
    BuyInProgress: (configuration) =>
      isOffered(configuration) ? ({ for: 'connected', until: 'activeAccount', left: true } as const) : undefined,
    WhatIsABuy: (configuration) => (isOffered(configuration) ? {} : undefined),
  },
  isOffered,
  input: ({ connection, network }, { onrampProviders, projectId }) => ({
    connection,
    network,
    providers: onrampProviders,
    hasApi: projectId !== undefined,
  }),
  load: async () => (await import('./onramp.machine.ts')).onrampLogic,
})

/** The API reports purchases only to apps with a project id. */
const canReadPurchases = (configuration: Configuration): boolean =>
  isOffered(configuration) && configuration.projectId !== undefined && configuration.namespaces.includes('eip155')

export const purchasesFeature = featureOfAccount(purchases, {
  views: {
    OnRampActivity: (configuration) =>
      canReadPurchases(configuration)
        ? ({ for: 'connected', until: 'activeAccount', entered: true } as const)
        : undefined,
  },
  isOffered: canReadPurchases,
  input: ({ connection: { networkId, address } }) => ({ networkId, address }),
  load: async () => (await import('./purchases.machine.ts')).purchasesLogic,
})
