import type { FarcasterContract } from '../embedded/farcaster.contract.ts'
import type { SocialContract } from '../embedded/social.contract.ts'
import type { Social } from '../entities/social.ts'

/** Returns the command that starts a social sign-in. */
export const socialCommand = (
  social: Social,
): Extract<SocialContract['event'] | FarcasterContract['event'], { type: 'social.choose' | 'farcaster.begin' }> =>
  social === 'farcaster' ? { type: 'farcaster.begin' } : { type: 'social.choose', provider: social }
