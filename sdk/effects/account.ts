import { fromPromise } from 'xstate'
import type { AccountContract } from '../../machines/account/account.contract.ts'
import { accountMachine } from '../../machines/account/account.machine.ts'
import type { ActivityContract } from '../../machines/account/activity.contract.ts'
import { activityMachine } from '../../machines/account/activity.machine.ts'
import type { BalanceContract } from '../../machines/account/balance.contract.ts'
import { balanceMachine } from '../../machines/account/balance.machine.ts'
import type { ReadingContract } from '../../machines/account/reading.contract.ts'
import { readingMachine } from '../../machines/account/reading.machine.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { seal } from '../../machines/kit/contract.ts'
import type { Timeouts } from '../config.ts'
import type { Ports } from '../ports.ts'
import { providerOf } from './providers.ts'

const readingLogic = (ports: Ports, { assetsMs, apiMs, balanceMs }: Timeouts) =>
  seal<ReadingContract>()(
    readingMachine.provide({
      actors: {
        fetchFromWallet: fromPromise(async ({ input: { connector, network, address }, signal }) => {
          if (!connector) return undefined
          const chain = await ports.chains.at(network.chainNamespace)
          return chain
            .fetchAssets(providerOf(ports, connector), { network, address }, signal)
            .catch((error: unknown) => {
              // The provider or the chain tells instead; the wallet's makers have to hear of it.
              const broken =
                LatchkeyError.is(error, 'wallet.capabilitiesInvalid') ||
                LatchkeyError.is(error, 'wallet.invalidResponse')
              if (broken) ports.logger.error(error.message, error.cause)
              throw error
            })
        }),
        fetchFromProvider: fromPromise(async ({ input: { network, address, moved }, signal }) => {
          const networkId = network.caipNetworkId
          const client = await ports.api.client().catch((error: unknown) => {
            // Without a project there is no provider to ask, which is no failure.
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
        }),
        fetchFromChain: fromPromise(async ({ input, signal }) => {
          const chain = await ports.chains.at(input.network.chainNamespace)
          return chain.fetchBalances(input, signal)
        }),
      },
      delays: { assets: assetsMs, api: apiMs, balance: balanceMs },
    }),
  )

export const balanceLogic = (ports: Ports, timeouts: Timeouts) =>
  seal<BalanceContract>()(balanceMachine.provide({ actors: { reading: readingLogic(ports, timeouts) } }))

export const accountLogic = ({ api }: Ports, { apiMs }: Timeouts) =>
  seal<AccountContract>()(
    accountMachine.provide({
      actors: {
        fetchIdentity: fromPromise(async ({ input: { address, networkId }, signal }) => {
          const client = await api.client()
          return client.call('identity', { address, sender: address }, { signal, networkId })
        }),
        fetchName: fromPromise(async ({ input: { address, networkId }, signal }) => {
          const client = await api.client()
          const [first] = await client.call('namesOfAddress', { address, sender: address }, { signal, networkId })
          return first?.name
        }),
      },
      delays: { identity: apiMs },
    }),
  )

export const activityLogic = ({ api }: Ports, { apiMs }: Timeouts) =>
  seal<ActivityContract>()(
    activityMachine.provide({
      actors: {
        fetchPage: fromPromise(async ({ input: { address, networkId, cursor }, signal }) => {
          const client = await api.client()
          const { data, next } = await client.call(
            'history',
            { account: address, chainId: networkId, ...(cursor !== undefined && { cursor }) },
            { signal, networkId },
          )
          return { transactions: data, next }
        }),
      },
      delays: { api: apiMs },
    }),
  )
