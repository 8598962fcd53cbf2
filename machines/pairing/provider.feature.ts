import { withContract } from '../core/contract.ts'
import { feature } from '../core/feature.ts'
import { hasWalletConnect } from './pairing.feature.ts'
import { provider, type ProviderContract } from './provider.contract.ts'

export const providerFeature = feature(provider, {
  isOffered: hasWalletConnect,
  // The protocol supports sign-in only for Ethereum accounts, in a single namespace.
  input: ({ signIn, namespaces }) => ({ signsIn: signIn !== undefined && namespaces.join() === 'eip155' }),
  load: async () => withContract<ProviderContract>()((await import('./provider.machine.ts')).providerMachine),
})
