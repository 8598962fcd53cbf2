import type { Network } from '../../machines/entities/network.ts'
import type { Timeouts } from '../../machines/kit/bound.ts'
import type { AnySystem } from '../../machines/kit/contract.ts'

/** What effects have to know of the site, beside its ports. */
export interface Site {
  /** The name of the instance, which its entries in the storage bear. */
  id: string
  timeouts: Timeouts
  /** The site's networks: those that it began with, and those that it added since. */
  networks(): readonly Network[]
  /** Has the code loaded that is needed once there is an account: while the visitor, or a wallet of an earlier visit, is asked. */
  prepareAccount(system: AnySystem): void
}
