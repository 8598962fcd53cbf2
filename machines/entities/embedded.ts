import type { Social } from './social.ts'

/** Who signed in with the embedded wallet before, as the browser remembers it [3.39] to [3.44] [3.48]. */
export interface EmbeddedLogin {
  /** Who vouched for them; nothing where a code did. */
  social?: Social | undefined
  /** Their name there. */
  userName?: string | undefined
  email?: string | undefined
  /** The chains on which there are smart accounts, by their numbers [3.44]. */
  smartAccountNetworks?: readonly number[] | undefined
  /** When the last code was asked for, in milliseconds since 1970; nothing once it was accepted. */
  emailLoginAt?: number | undefined
}
