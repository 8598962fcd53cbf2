import type { Connection } from '../entities/account.ts'
import type { Outcome } from '../entities/attempt.ts'
import type { NetworkId } from '../entities/namespace.ts'
import type { Network } from '../entities/network.ts'
export interface NetworkSwitchContract {
  context: {
    connection: Connection
    /** Where to. */
    network: Network
    /** The wallet was asked to add the network. */
    added: boolean
    outcome: Outcome<NetworkId>
  }
  event: /** Calls it off. */
  { type: 'networkSwitch.cancel' }
  /** `settling`: the wallet said yes and is not there yet. */
  state: 'switching' | 'adding' | 'settling' | 'switched' | 'ended' | 'cancelled'
  tag: 'busy'
  input: { connection: Connection; network: Network }
  output: Outcome<NetworkId>
}
