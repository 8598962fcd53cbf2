import type { Network } from '../../machines/entities/network.ts'
import type { Place } from '../../machines/rules/explaining.ts'

/** Who is asked, and where; what is known of it without asking anybody. */
export interface Ground extends Place {
  /** Nothing where the site does not offer it. */
  network: Network | undefined
  /** The addresses that the wallet shares, the active one among them. */
  own: readonly string[]
  /** Those of them whose coins may stand for more than their amount. */
  ordinals?: readonly string[]
}
