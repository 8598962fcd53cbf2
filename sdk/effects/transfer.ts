import { namespaceOf } from '../../machines/entities/namespace.ts'
import { fill } from '../../machines/kit/effects.ts'
import { actorOf } from '../../machines/kit/system.ts'
import { send } from '../../machines/transfer/send.contract.ts'
import { sendMachine } from '../../machines/transfer/send.machine.ts'
import { transactionMachine } from '../../machines/transfer/transaction.machine.ts'
import type { Ports } from '../ports.ts'
import type { Site } from './site.ts'
import { adapterOf, providerOf } from './providers.ts'

const transactionEffects = ({ chains }: Ports, { timeouts: { receiptMs } }: Site) =>
  fill(transactionMachine, {
    awaitReceipt: async ({ input: { hash, network }, signal }) => {
      const chain = await chains.at(network.chainNamespace)
      return chain.awaitReceipt({ network, hash, timeoutMs: receiptMs }, signal)
    },
    fetchReceipt: async ({ input: { hash, network }, signal }) => {
      const chain = await chains.at(network.chainNamespace)
      return chain.fetchReceipt({ network, hash }, signal)
    },
  })

const sendEffects = (ports: Ports) =>
  fill(sendMachine, {
    resolveReceiver: async ({ input: { receiver, networkId }, signal }) => {
      const chain = await ports.chains.at(namespaceOf(networkId))
      return chain.resolveReceiver(receiver, networkId, signal)
    },
    estimateMaximum: async ({ input: { connection, network, token }, signal }) => {
      const chain = await ports.chains.at(connection.namespace)
      return chain.estimateMaximum({ network, from: connection.address, token }, signal)
    },
    estimateFee: async ({ input: { connection, ...order }, signal }) => {
      const chain = await ports.chains.at(connection.namespace)
      return chain.estimateFee({ ...order, from: connection.address }, signal)
    },
    fetchProfile: async ({ input: { connection, network, receiver }, signal }) => {
      const client = await ports.api.client()
      const asked = { address: receiver, sender: connection.address }
      return client.call('identity', asked, { signal, networkId: network.caipNetworkId })
    },
    sendToken: async ({ input, signal, system }) => {
      const { connection, ...order } = input
      const { network } = order
      const chain = await adapterOf(ports, connection.connector)
      const provider = providerOf(ports, connection.connector)
      await chain.checkToken(order, signal)
      const hash = await chain.send(provider, { ...order, from: connection.address }, signal)
      if (signal.aborted) actorOf(system, send).send({ type: 'send.sentLate', hash, network })
      return hash
    },
  })

export const transferEffects = (ports: Ports, site: Site) => ({
  ...sendEffects(ports),
  ...transactionEffects(ports, site),
})
