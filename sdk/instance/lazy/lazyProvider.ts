import { reasonOf } from '../../../machines/shared/errors/error.ts'
import { markAsOwn } from '../../connectors/ownProviders.ts'
import { deepCopy } from '../../wallet-requests/deepCopy.ts'
import type { EthereumProvider } from '../../provider/ethereumProvider.ts'
import { CODE, ProviderRpcError } from '../../provider/errors.ts'
import type { Lifecycle } from './lifecycle.ts'

type ProviderRequest = Parameters<EthereumProvider['request']>[0]

/** An EIP-1193 provider that exists before the machines. A request loads them. Listeners are attached once they are loaded. */
export function createLazyProvider({ getInstance, whenLoaded, load }: Lifecycle): EthereumProvider {
  const listen =
    (method: 'on' | 'once' | 'off'): EthereumProvider['on'] =>
    (event, listener) => {
      whenLoaded((instance) => {
        instance.getProvider('eip155')[method](event, listener)
        return () => {}
      })
      return provider
    }
  const provider: EthereumProvider = markAsOwn({
    async request(args) {
      const copy = copyRequest(args)
      const loaded = getInstance() ? undefined : await load()
      const instance = getInstance()
      if (instance) return instance.getProvider('eip155').request(copy)
      const error = loaded && 'error' in loaded ? loaded.error : undefined
      throw new ProviderRpcError(CODE.disconnected, error?.message ?? 'The instance was stopped.', error)
    },
    on: listen('on'),
    once: listen('once'),
    off: listen('off'),
    removeListener: listen('off'),
  })
  return provider
}

/** Copies a request, so that changes during loading have no effect. */
function copyRequest(args: ProviderRequest): ProviderRequest {
  try {
    return deepCopy(args) as ProviderRequest
  } catch (cause) {
    throw new ProviderRpcError(CODE.invalidParams, reasonOf(cause), cause)
  }
}
