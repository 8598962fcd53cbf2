import type { Configuration } from '../entities/configuration.ts'
import { seal } from '../kit/contract.ts'
import { feature } from '../kit/feature.ts'
import { pairing, type PairingContract } from './pairing.contract.ts'

/** WalletConnect is a matter of the site's, and of its project. */
export const hasWalletConnect = ({ enableWalletConnect, projectId }: Configuration): boolean =>
  enableWalletConnect && projectId !== undefined

export const pairingFeature = feature(pairing, {
  isOffered: hasWalletConnect,
  input: () => ({ role: 'requester' as const }),
  load: async () => seal<PairingContract>()((await import('./pairing.machine.ts')).pairingMachine),
})
