/** Farcaster's relay between a site and the user's app: in-memory channels, by token. */
import * as z from 'zod/mini'
import { createToken } from '../../secureSite/server/secret.ts'

const text = z.string().check(z.minLength(1), z.maxLength(4_096))
const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[\da-f]*$/i))])

/** The sign-in request that a site sends. */
export const channelRequest = z.object({
  siweUri: z.url(),
  domain: text,
  nonce: z.optional(z.string().check(z.regex(/^[a-z\d]{8,}$/i))),
  notBefore: z.optional(text),
  expirationTime: z.optional(text),
  requestId: z.optional(text),
  redirectUrl: z.optional(z.url()),
  acceptAuthAddress: z.optional(z.boolean()),
})
type ChannelRequest = z.infer<typeof channelRequest>

/** The answer that the user's app sends. */
export const channelAnswer = z.object({
  message: text,
  signature: hex,
  authMethod: z.optional(z.enum(['custody', 'authAddress'])),
  fid: z.int(),
  username: z.optional(text),
  bio: z.optional(z.string()),
  displayName: z.optional(z.string()),
  pfpUrl: z.optional(z.string()),
})
type ChannelAnswer = z.infer<typeof channelAnswer>

interface Channel {
  url: string
  nonce: string
  request: ChannelRequest
  answer?: ChannelAnswer
}

const maxChannels = 1_000

/** `urlOf` returns the URL with which the user's app opens a channel. */
export function createRelay(urlOf: (channelToken: string) => string) {
  const channels = new Map<string, Channel>()
  return {
    create(request: ChannelRequest) {
      const [oldest] = channels.keys()
      if (channels.size >= maxChannels && oldest !== undefined) channels.delete(oldest)
      const channelToken = createToken()
      const { nonce = createToken().replace(/[^a-z\d]/gi, '') } = request
      const url = urlOf(channelToken)
      channels.set(channelToken, { url, nonce, request })
      return { channelToken, url, nonce }
    },
    /** Returns `undefined` for an unknown channel. */
    status(channelToken: string) {
      const channel = channels.get(channelToken)
      if (!channel) return undefined
      const { url, nonce, request, answer } = channel
      const { acceptAuthAddress = false, ...signatureParams } = request
      const state = answer ? ('completed' as const) : ('pending' as const)
      return { ...answer, state, nonce, url, signatureParams: { ...signatureParams, nonce }, acceptAuthAddress }
    },
    /** Returns whether the channel exists and had no answer yet. */
    answer(channelToken: string, answer: ChannelAnswer): boolean {
      const channel = channels.get(channelToken)
      if (!channel || channel.answer) return false
      channel.answer = answer
      return true
    },
  }
}
