import * as z from 'zod/mini'

const returned = z.object({ resultUri: z.string().check(z.minLength(1), z.maxLength(8_192)) })

/**
 * Returns the URI that the frame signs in with, from the message that the page of the secure site posts after the provider
 * redirected back; undefined for any other message.
 */
export const resultOf = (message: unknown): string | undefined => returned.safeParse(message).data?.resultUri
