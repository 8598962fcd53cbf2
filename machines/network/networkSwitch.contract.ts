import type { Connection } from '../shared/account.types.ts'
import type { Outcome } from '../shared/outcome.types.ts'
import type { NetworkId } from '../shared/namespace.types.ts'
import type { Network } from '../shared/network.types.ts'
export interface NetworkSwitchContract {
  context: {
    connection: Connection
    /** The network to switch to. */
    network: Network
    /** Whether the wallet received a request to add the network. */
    added: boolean
    outcome: Outcome<NetworkId>
  }
  event: /** Cancels the switch. */
  { type: 'networkSwitch.cancel' }
  /** `settling`: the wallet agreed but is not on the network yet. */
  state: 'switching' | 'adding' | 'settling' | 'switched' | 'ended' | 'cancelled'
  tag: 'busy'
  input: { connection: Connection; network: Network }
  output: Outcome<NetworkId>
}
