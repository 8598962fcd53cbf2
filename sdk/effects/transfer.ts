import { fromPromise } from 'xstate'
import { namespaceOf, type NetworkId } from '../../machines/entities/namespace.ts'
import type { Network } from '../../machines/entities/network.ts'
import { LatchkeyError } from '../../machines/errors/error.ts'
import { seal, type AnySystem } from '../../machines/kit/contract.ts'
import { actorOf } from '../../machines/kit/system.ts'
import { networkOf } from '../../machines/rules/networks.ts'
import type { SendContract } from '../../machines/transfer/send.contract.ts'
import { sendMachine } from '../../machines/transfer/send.machine.ts'
import type { TransactionContract } from '../../machines/transfer/transaction.contract.ts'
import { transactionMachine } from '../../machines/transfer/transaction.machine.ts'
import type { Timeouts } from '../config.ts'
import type { Ports } from '../ports.ts'
import { providerOf } from './connection.ts'

/** The definition of a network, by the networks that the site offers at this moment. */
function definitionOf(system: AnySystem, networkId: NetworkId): Network {
  const network = networkOf(actorOf(system, 'network').getSnapshot().context.networks, networkId)
  if (!network) throw new LatchkeyError('network.notFound')
  return network
}

const transactionLogic = ({ chains }: Ports, { receiptMs }: Timeouts) =>
  seal<TransactionContract>()(
    transactionMachine.provide({
      actors: {
        awaitReceipt: fromPromise(async ({ input: { hash, networkId }, signal, system }) => {
          const chain = await chains.at(namespaceOf(networkId))
          return chain.awaitReceipt({ network: definitionOf(system, networkId), hash, timeoutMs: receiptMs }, signal)
        }),
        fetchReceipt: fromPromise(async ({ input: { hash, networkId }, signal, system }) => {
          const chain = await chains.at(namespaceOf(networkId))
          return chain.fetchReceipt({ network: definitionOf(system, networkId), hash }, signal)
        }),
      },
      delays: { receipt: receiptMs },
    }),
  )

export const sendLogic = (ports: Ports, timeouts: Timeouts) =>
  seal<SendContract>()(
    sendMachine.provide({
      actors: {
        transaction: transactionLogic(ports, timeouts),
        resolveReceiver: fromPromise(async ({ input: { receiver, networkId }, signal }) => {
          const chain = await ports.chains.at(namespaceOf(networkId))
          return chain.resolveReceiver(receiver, signal)
        }),
        estimateMaximum: fromPromise(async ({ input: { connection, networkId, token }, signal, system }) => {
          const chain = await ports.chains.at(connection.namespace)
          const network = definitionOf(system, networkId)
          return chain.estimateMaximum({ network, from: connection.address, token }, signal)
        }),
        sendToken: fromPromise(async ({ input, signal, system }) => {
          const { connection, networkId, receiver, token, amount } = input
          const chain = await ports.chains.at(connection.namespace)
          const network = definitionOf(system, networkId)
          const provider = providerOf(ports, connection.connector)
          const hash = await chain.send(
            provider,
            { network, from: connection.address, receiver, token, amount },
            signal,
          )
          if (signal.aborted) actorOf(system, 'send').send({ type: 'send.sentLate', hash, networkId })
          return hash
        }),
      },
      delays: {
        resolve: timeouts.resolveMs,
        estimate: timeouts.estimateMs,
        walletRequest: timeouts.walletRequestMs,
      },
    }),
  )
