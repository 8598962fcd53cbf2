import { implement } from '../../machines/core/actors.ts'
import { transactionMachine } from '../../machines/transactions/transaction.machine.ts'
import type { Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'

export const transactionEffects = ({ chains }: Ports, { timeouts: { receiptMs } }: AppSettings) =>
  implement(transactionMachine, {
    awaitReceipt: async ({ input, signal }) => {
      const chain = await chains.at(input.network.chainNamespace)
      return chain.awaitReceipt({ ...input, timeoutMs: receiptMs }, signal)
    },
    readPosition: async ({ input, signal }) => {
      const chain = await chains.at(input.network.chainNamespace)
      return chain.readPosition?.(input, signal)
    },
    fetchReceipt: async ({ input, signal }) => {
      const chain = await chains.at(input.network.chainNamespace)
      return chain.fetchReceipt(input, signal)
    },
  })
