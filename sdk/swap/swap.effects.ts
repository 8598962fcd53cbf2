import { calls } from '../../machines/calls/calls.contract.ts'
import { namespaceOf } from '../../machines/shared/namespace.types.ts'
import type { Network } from '../../machines/shared/network.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { swapExecutionMachine } from '../../machines/swap/swapExecution.machine.ts'
import { swapMachine } from '../../machines/swap/swap.machine.ts'
import { swapQuoteMachine } from '../../machines/swap/swapQuote.machine.ts'
import { loadActor } from '../instance/loadActor.ts'
import { outcomeOf } from '../instance/outcomeOf.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { Ports } from '../instance/ports.ts'
import { readQuote, readTokens } from './swaps.ts'
import { providerOf } from '../connection/providers.ts'
import { watchPage } from '../shell/visibility.ts'

/** The swap functions for a network's chain. */
const loadChainSwaps = ({ caipNetworkId }: Network) =>
  namespaceOf(caipNetworkId) === 'solana'
    ? loadPart(import('../chains/solana/swaps.ts'))
    : loadPart(import('../chains/eip155/swaps.ts'))

export const swapEffects = (ports: Ports) => ({
  ...implement(swapMachine, {
    loadTokens: async ({ input: { network }, signal }) => readTokens(await ports.api.client(), network, signal),
    readToken: async ({ input, signal }) => (await loadChainSwaps(input.network)).readToken(input, signal),
    estimateMaximum: async ({ input, signal }) => (await loadChainSwaps(input.network)).estimateMaximum(input, signal),
  }),
  ...implement(swapQuoteMachine, {
    fetchQuote: async ({ input, signal }) => {
      const [result, balance] = await Promise.all([
        readQuote(await ports.api.client(), input, signal),
        // The balance of an unlisted token is not known otherwise.
        input.from.isUnlisted
          ? (await loadChainSwaps(input.network)).readTokenBalance(input, input.from, signal)
          : undefined,
      ])
      return { ...result, balance }
    },
    watchPage: watchPage(ports),
  }),
  ...implement(swapExecutionMachine, {
    readPermit: async ({ input, signal }) => {
      const provider = providerOf(ports, input.connection.connector)
      return (await loadChainSwaps(input.network)).readPermit(
        { api: await ports.api.client(), provider },
        input,
        signal,
      )
    },
    build: async ({ input: { order, permit }, signal }) =>
      (await loadChainSwaps(order.network)).buildSwap(await ports.api.client(), order, permit, signal),
    simulate: async ({ input: { order, built }, signal }) =>
      (await loadChainSwaps(order.network)).simulateSwap(order, built, signal),
    awaitBundle: async ({ input: { id, order }, signal, system }) => {
      const loaded = await loadActor({ get: system.get.bind(system) as never }, calls, signal)
      const outcome =
        loaded.status === 'done'
          ? await outcomeOf(loaded.value, { type: 'calls.wait', id, connection: order.connection }, signal)
          : loaded
      if (outcome.status === 'done') return outcome.value
      throw 'error' in outcome ? outcome.error : new LatchkeyError('calls.timedOut')
    },
    readReceived: async ({ input: { hash, order }, signal }) =>
      (await loadChainSwaps(order.network)).readReceived(order, hash, signal),
  }),
})
