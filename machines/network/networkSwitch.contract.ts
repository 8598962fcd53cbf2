import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
export interface NetworkSwitchContract {
  context: {
    /** The wallet that is to switch. */
    connection: Connection
    /** The network to switch to. */
    network: Network
    /** Whether the wallet received a request to add the network. */
    added: boolean
    /** The result: `done` with the id of the network, or why the wallet did not switch. */
    outcome: Outcome<NetworkId>
  }
  event: /** Cancels the switch. */
  { type: 'networkSwitch.cancel' }
  /** `settling`: the wallet agreed but is not on the network yet. */
  state: 'switching' | 'adding' | 'settling' | 'switched' | 'ended' | 'cancelled'
  tag: 'busy'
  input: { /** The wallet. */ connection: Connection; /** The network to switch to. */ network: Network }
  output: Outcome<NetworkId>
}
