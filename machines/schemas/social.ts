import * as z from 'zod/mini'

const returned = z.object({ resultUri: z.string().check(z.minLength(1), z.maxLength(8_192)) })

/** What the secure site's page says once a provider has led back to it: an address that the frame signs in with. Nothing where it is anything else. */
export const resultOf = (message: unknown): string | undefined => returned.safeParse(message).data?.resultUri
