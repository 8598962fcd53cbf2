/** Who vouches for a visitor in a window of their own [5.22]. */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** A way to sign in to the embedded wallet by an account elsewhere. */
export const socials = [...socialProviders, 'farcaster'] as const
export type Social = (typeof socials)[number]

/** As they write themselves, in every language. */
export const socialNames: Readonly<Record<Social, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}
