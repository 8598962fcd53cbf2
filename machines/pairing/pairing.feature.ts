import type { Configuration } from '../project/configuration.types.ts'
import { withContract } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { pairing, type PairingContract } from './pairing.contract.ts'

/** Whether WalletConnect is available: the app enables it and has a project id. */
export const hasWalletConnect = ({ enableWalletConnect, projectId }: Configuration): boolean =>
  enableWalletConnect && projectId !== undefined

export const pairingFeature = feature(pairing, {
  isOffered: hasWalletConnect,
  input: () => ({ role: 'requester' as const }),
  load: async () => withContract<PairingContract>()((await import('./pairing.machine.ts')).pairingMachine),
})
