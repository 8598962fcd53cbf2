import type { FarcasterContract } from './farcaster.contract.ts'
import type { SocialContract } from './social.contract.ts'
import type { Social } from './social.types.ts'

/** Returns the command that starts a social sign-in. */
export const socialCommand = (
  social: Social,
): Extract<SocialContract['event'] | FarcasterContract['event'], { type: 'social.choose' | 'farcaster.begin' }> =>
  social === 'farcaster' ? { type: 'farcaster.begin' } : { type: 'social.choose', provider: social }
