import { namespaceOf } from '../../machines/entities/namespace.ts'
import { fill } from '../../machines/kit/effects.ts'
import { sendMachine } from '../../machines/transfer/send.machine.ts'
import type { Ports } from '../ports.ts'

export const sendEffects = (ports: Ports) =>
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
  })
