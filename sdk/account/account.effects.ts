import { accountMachine } from '../../machines/account/account.machine.ts'
import { balanceMachine } from '../../machines/account/balance.machine.ts'
import { readingMachine } from '../../machines/account/reading.machine.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import type { Implementations } from '../../machines/core/implementations.ts'
import type { Ports } from '../instance/ports.ts'
import { providerOf } from '../connection/providers.ts'
import { onPageReturned } from '../shell/visibility.ts'

export const balanceEffects = (ports: Ports): Implementations => ({
  ...implement(balanceMachine, {
    watchReturn: ({ sendBack }) => onPageReturned(ports, () => sendBack({ type: 'page.returned' })),
  }),
  ...implement(readingMachine, {
    fetchFromWallet: async ({ input: { connector, network, address }, signal }) => {
      if (!connector) return undefined
      const chain = await ports.chains.at(network.chainNamespace)
      return chain.fetchAssets(providerOf(ports, connector), { network, address }, signal).catch((error: unknown) => {
        // The balances then come from the API or the chain. Log the malformed response, so that developers can report it to the
        // wallet.
        const broken =
          LatchkeyError.is(error, 'wallet.capabilitiesInvalid') || LatchkeyError.is(error, 'wallet.invalidResponse')
        if (broken) ports.logger.error(error.message, error.cause)
        throw error
      })
    },
    fetchFromApi: async ({ input: { network, address, moved }, signal }) => {
      const networkId = network.caipNetworkId
      const client = await ports.api.client().catch((error: unknown) => {
        // Without a project id there is no API. That is not an error.
        if (LatchkeyError.is(error, 'api.unavailable')) return undefined
        throw error
      })
      if (!client || !(await client.serves(networkId, signal))) return undefined
      const forceUpdate = moved?.join(',')
      const { balances } = await client.call(
        'balance',
        { address, chainId: networkId, ...(forceUpdate && { forceUpdate }) },
        { signal, networkId, fresh: moved !== undefined },
      )
      return balances
    },
    fetchFromChain: async ({ input, signal }) => {
      const chain = await ports.chains.at(input.network.chainNamespace)
      return chain.fetchBalances(input, signal)
    },
  }),
})

export const accountEffects = ({ api }: Ports) =>
  implement(accountMachine, {
    fetchIdentity: async ({ input: { address, networkId }, signal }) => {
      const client = await api.client()
      return client.call('identity', { address, sender: address }, { signal, networkId })
    },
    fetchName: async ({ input: { address, networkId }, signal }) => {
      const client = await api.client()
      const [first] = await client.call('namesOfAddress', { address, sender: address }, { signal, networkId })
      return first?.name
    },
  })
