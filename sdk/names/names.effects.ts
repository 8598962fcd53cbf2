import { implement } from '../../machines/core/actors.ts'
import { LatchkeyError } from '../../machines/shared/errors/error.ts'
import { registrationMachine } from '../../machines/names/registration.machine.ts'
import { nameLookupMachine } from '../../machines/names/nameLookup.machine.ts'
import { namesMachine, type OfAccount } from '../../machines/names/names.machine.ts'
import {
  coinTypeOf,
  fullName,
  supportsNames,
  holderOf,
  ownedName,
  toSuggestions,
} from '../../machines/names/names.rules.ts'
import type { Ports } from '../instance/ports.ts'

export const namesEffects = ({ api }: Ports) => {
  /**
   * Returns the API client for a network with a name service. Elsewhere an empty response would wrongly mean that a name is free.
   */
  async function clientFor({ network: { caipNetworkId: networkId } }: Pick<OfAccount, 'network'>, signal: AbortSignal) {
    const client = await api.client()
    if (!supportsNames(networkId) || !(await client.serves(networkId, signal)))
      throw new LatchkeyError('names.unserved')
    return { client, callOptions: { networkId, signal, fresh: true } }
  }
  const owned = implement(namesMachine, {
    fetchOwned: async ({ input, signal }) => {
      const { client, callOptions } = await clientFor(input, signal)
      const { address } = input
      return ownedName(await client.call('namesOfAddress', { address, sender: address }, callOptions))
    },
  })
  const lookups = implement(nameLookupMachine, {
    fetchHolder: async ({ input, signal }) => {
      const { client, callOptions } = await clientFor(input, signal)
      return holderOf(await client.call('nameLookup', { name: fullName(input.name) }, callOptions), input.address)
    },
    fetchSuggestions: async ({ input: { name, ...input }, signal }) => {
      const { client, callOptions } = await clientFor(input, signal)
      return toSuggestions((await client.call('nameSuggestions', { name }, callOptions)).suggestions, name)
    },
  })
  const registrations = implement(registrationMachine, {
    register: async ({ input, signal }) => {
      const { client, callOptions } = await clientFor(input, signal)
      const { address, network, claim: message, signature } = input
      const claimed = { coin_type: coinTypeOf(Number(network.id)), address, message, signature }
      const { success } = await client.call('registerName', claimed, callOptions)
      if (!success) throw new LatchkeyError('names.registerFailed', { params: { name: fullName(input.name) } })
      // The cached data of the address is outdated now. Refresh it, so that the next read returns the new name.
      const { networkId } = callOptions
      void Promise.allSettled(
        (['identity', 'namesOfAddress'] as const).map((name) =>
          client.call(name, { address, sender: address }, { networkId, fresh: true }),
        ),
      )
    },
  })
  return { ...owned, ...lookups, ...registrations }
}
