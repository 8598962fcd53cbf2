import { network as networks } from '../network/network.contract.ts'
import type { Configuration } from '../project/configuration.types.ts'
import { feature, featureOfAccount } from '../core/feature.ts'
import { getActorSnapshot } from '../core/messaging.ts'
import { assertDefined } from '../core/assertDefined.ts'
import { networkOf } from '../network/network.rules.ts'
import { signIn } from './signIn.contract.ts'
import { signOut } from './signOut.contract.ts'

const isOffered = (configuration: Configuration) => configuration.signIn !== undefined

export const signInFeature = featureOfAccount(signIn, {
  views: {
    ConnectingSiwe: ({ signIn: rules }) => rules && { for: 'connected', imposed: true, onConnected: true },
    SIWXSignMessage: ({ signIn: rules }) =>
      rules &&
      (rules.required
        ? { for: 'connected', locks: true, imposed: true }
        : { for: 'connected', entered: true, left: true }),
  },
  isOffered,
  input: ({ connection, network }, configuration, system) => {
    const { required, namespaces } = assertDefined(configuration.signIn)
    const current = getActorSnapshot(system, networks)?.context.networks ?? configuration.networks
    const exempt = !namespaces.includes(connection.namespace) || !networkOf(current, network.caipNetworkId)
    return { connection, network, required, exempt }
  },
  load: async () => (await import('./signIn.machine.ts')).signInLogic,
  eager: true,
})

export const signOutFeature = feature(signOut, {
  isOffered,
  queueWhileLoading: ['account.connected', 'account.disconnected', 'account.changed', 'account.networkChanged'],
  input: (configuration) => assertDefined(configuration.signIn),
  load: async () => (await import('./signOut.machine.ts')).signOutLogic,
  // Loaded early: sessions may have to end before the first command to this service.
  eager: true,
})
