import type { Namespace } from '../../sdk/index.ts'
import { useNetwork } from './useNetwork.ts'

/** The namespace of the active network. */
export const useActiveNamespace = (): `namespace:${Namespace}` => `namespace:${useNetwork().network.chainNamespace}`
