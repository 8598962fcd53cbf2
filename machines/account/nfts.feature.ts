import { featureOfAccount } from '../core/feature.ts'
import { readsHistory } from '../project/project.rules.ts'
import { nfts } from './nfts.contract.ts'

export const nftsFeature = featureOfAccount(nfts, {
  isOffered: readsHistory,
  input: (activeAccount) => activeAccount,
  load: async () => (await import('./nfts.machine.ts')).nftsLogic,
})
