import { networkSwitchMachine } from '../../machines/network/networkSwitch.machine.ts'
import type { Connection } from '../../machines/shared/account.types.ts'
import { implement } from '../../machines/core/actors.ts'
import { adapterOf, providerOf } from '../connection/providers.ts'
import type { Ports } from '../instance/ports.ts'

export const networkSwitchEffects = (ports: Ports) => {
  /** The wallet and the adapter of its namespace. Throws if the switch was cancelled while the adapter loaded. */
  async function loadAdapter({ connector }: Connection, signal: AbortSignal) {
    const provider = providerOf(ports, connector)
    const chain = await adapterOf(ports, connector)
    signal.throwIfAborted()
    return { provider, chain }
  }
  return implement(networkSwitchMachine, {
    switchNetwork: async ({ input: { connection, network }, signal }) => {
      const { provider, chain } = await loadAdapter(connection, signal)
      return chain.switchNetwork(provider, network, signal)
    },
    addNetwork: async ({ input: { connection, network }, signal }) => {
      const { provider, chain } = await loadAdapter(connection, signal)
      await chain.addNetwork(provider, network, signal)
    },
  })
}
