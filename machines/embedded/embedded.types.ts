import type { Social } from './login/social.types.ts'

/** The user who last signed in with the embedded wallet, as the browser stores it [3.39] to [3.44] [3.48]. */
export interface EmbeddedLogin {
  /** The social provider of the sign-in; undefined if an email code was used. */
  social?: Social | undefined
  /** The user's name at that provider. */
  userName?: string | undefined
  email?: string | undefined
  /** The numeric ids of the chains that have smart accounts [3.44]. */
  smartAccountNetworks?: readonly number[] | undefined
  /** When the last code was requested, in milliseconds since 1970; undefined once a code was accepted. */
  emailLoginAt?: number | undefined
}
