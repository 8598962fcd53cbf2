import { fromPromise } from 'xstate'
import { namespaceOf } from '../../machines/entities/namespace.ts'
import { seal } from '../../machines/kit/contract.ts'
import { actorOf } from '../../machines/kit/system.ts'
import type { SendContract } from '../../machines/transfer/send.contract.ts'
import { sendMachine } from '../../machines/transfer/send.machine.ts'
import type { TransactionContract } from '../../machines/transfer/transaction.contract.ts'
import { transactionMachine } from '../../machines/transfer/transaction.machine.ts'
import type { Timeouts } from '../config.ts'
import type { Ports } from '../ports.ts'
import { adapterOf, providerOf } from './providers.ts'

const transactionLogic = ({ chains }: Ports, { receiptMs }: Timeouts) =>
  seal<TransactionContract>()(
    transactionMachine.provide({
      actors: {
        awaitReceipt: fromPromise(async ({ input: { hash, network }, signal }) => {
          const chain = await chains.at(network.chainNamespace)
          return chain.awaitReceipt({ network, hash, timeoutMs: receiptMs }, signal)
        }),
        fetchReceipt: fromPromise(async ({ input: { hash, network }, signal }) => {
          const chain = await chains.at(network.chainNamespace)
          return chain.fetchReceipt({ network, hash }, signal)
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
          return chain.resolveReceiver(receiver, networkId, signal)
        }),
        estimateMaximum: fromPromise(async ({ input: { connection, network, token }, signal }) => {
          const chain = await ports.chains.at(connection.namespace)
          return chain.estimateMaximum({ network, from: connection.address, token }, signal)
        }),
        estimateFee: fromPromise(async ({ input: { connection, ...order }, signal }) => {
          const chain = await ports.chains.at(connection.namespace)
          return chain.estimateFee({ ...order, from: connection.address }, signal)
        }),
        fetchProfile: fromPromise(async ({ input: { connection, network, receiver }, signal }) => {
          const client = await ports.api.client()
          const asked = { address: receiver, sender: connection.address }
          return client.call('identity', asked, { signal, networkId: network.caipNetworkId })
        }),
        sendToken: fromPromise(async ({ input, signal, system }) => {
          const { connection, ...order } = input
          const { network } = order
          const chain = await adapterOf(ports, connection.connector)
          const provider = providerOf(ports, connection.connector)
          await chain.checkToken(order, signal)
          const hash = await chain.send(provider, { ...order, from: connection.address }, signal)
          if (signal.aborted) actorOf(system, 'send').send({ type: 'send.sentLate', hash, network })
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
