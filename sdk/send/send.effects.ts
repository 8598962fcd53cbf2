import { namespaceOf, type NetworkId } from '../../machines/shared/namespace.types.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { implement } from '../../machines/core/actors.ts'
import { pastedAddress } from '../../machines/shared/addresses.rules.ts'
import { sendMachine } from '../../machines/send/send.machine.ts'
import { receiverMachine } from '../../machines/send/receiver.machine.ts'
import { transferReviewMachine } from '../../machines/send/transferReview.machine.ts'
import { loadPart } from '../platform/loadPart.ts'
import type { Ports } from '../instance/ports.ts'
import type { AppSettings } from '../instance/appSettings.ts'

/** Resolves names. The code is loaded when the first name is entered. */
const nameResolver =
  (ports: Ports, { networks }: AppSettings) =>
  async ({
    input: { name: text, networkId },
    signal,
  }: {
    input: { name: string; networkId: NetworkId }
    signal: AbortSignal
  }) => {
    const { resolveName } = await loadPart(import('../chains/eip155/names.ts'))
    return resolveName(ports, { text, networkId, networks: networks() }, signal)
  }

export const sendEffects = (ports: Ports, settings: AppSettings) => ({
  ...implement(receiverMachine, {
    resolveName: nameResolver(ports, settings),
    resolveReceiver: async ({ input: { receiver, networkId }, signal }) => {
      const chain = await ports.chains.at(namespaceOf(networkId))
      return chain.resolveReceiver(pastedAddress(receiver, networkId), networkId, signal)
    },
  }),
  ...implement(sendMachine, {
    resolveName: nameResolver(ports, settings),
    estimateMaximum: async ({ input: { connection, network, token, receiver }, signal }) => {
      const chain = await ports.chains.at(connection.namespace)
      return chain.estimateMaximum({ network, from: connection.address, token, receiver }, signal)
    },
    readNft: async ({ input: { connection, network, source }, signal }) => {
      const chain = await ports.chains.at(connection.namespace)
      if (!chain.readNft) throw new LatchkeyError('send.unsupportedToken')
      return chain.readNft({ network, from: connection.address, source }, signal)
    },
  }),
  ...implement(transferReviewMachine, {
    estimateFee: async ({ input: { connection, ...order }, signal }) => {
      const chain = await ports.chains.at(connection.namespace)
      return chain.estimateFee({ ...order, from: connection.address }, signal)
    },
    fetchProfile: async ({ input: { connection, network, receiver }, signal }) => {
      const client = await ports.api.client()
      const params = { address: receiver, sender: connection.address }
      return client.call('identity', params, { signal, networkId: network.caipNetworkId })
    },
  }),
})
