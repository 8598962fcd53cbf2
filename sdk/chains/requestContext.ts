import type { Network } from '../../machines/shared/network.types.ts'
import type { SigningContext } from '../../machines/wallet-requests/explanation.rules.ts'

/** The account and network of a request, with what is known about them without any request. */
export interface RequestContext extends SigningContext {
  /** `undefined` if the app does not have the network. */
  network: Network | undefined
  /** The addresses that the wallet shares, including the active one. */
  own: readonly string[]
  /** Those whose coins may carry ordinals, which are worth more than the amount. */
  ordinals?: readonly string[]
}
