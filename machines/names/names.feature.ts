import type { Configuration } from '../project/configuration.types.ts'
import { featureOfAccount } from '../core/feature.ts'
import { names } from './names.contract.ts'

/** The API registers names only for accounts on EVM chains [9.42]. */
const areOffered = ({ features, projectId, namespaces }: Configuration): boolean =>
  features.names && projectId !== undefined && namespaces.includes('eip155')

const ofAccount = (configuration: Configuration) =>
  areOffered(configuration) ? ({ for: 'connected', until: 'activeAccount' } as const) : undefined

export const namesFeature = featureOfAccount(names, {
  views: {
    ChooseAccountName: ofAccount,
    RegisterAccountName: (configuration) =>
      areOffered(configuration) ? ({ for: 'connected', until: 'activeAccount', left: true } as const) : undefined,
    RegisterAccountNameSuccess: ofAccount,
  },
  isOffered: areOffered,
  input: ({ connection, network }) => ({ connection, network }),
  load: async () => (await import('./names.machine.ts')).namesLogic,
})
