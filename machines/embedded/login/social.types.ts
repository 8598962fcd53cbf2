/** The providers whose sign-in opens in its own window [5.22]. */
export const socialProviders = ['google', 'github', 'apple', 'facebook', 'x', 'discord'] as const
export type SocialProvider = (typeof socialProviders)[number]

/** A social sign-in to the embedded wallet. */
export const socials = [...socialProviders, 'farcaster'] as const
export type Social = (typeof socials)[number]

/** The brand names, the same in every language. */
export const socialNames: Readonly<Record<Social, string>> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
  facebook: 'Facebook',
  x: 'X',
  discord: 'Discord',
  farcaster: 'Farcaster',
}
