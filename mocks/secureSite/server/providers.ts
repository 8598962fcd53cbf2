/** The social login providers: their URLs, and how they describe a user. */
import * as z from 'zod/mini'
import type { FramePayload } from 'latchkey/frame'

/** The providers of the frame protocol. */
export type SocialProvider = FramePayload<'GET_SOCIAL_REDIRECT_URI'>['provider']

const text = z.string().check(z.minLength(1), z.maxLength(4_096))
const address = z.url({ protocol: /^https?$/ })
/** Apple requires a token that is signed with a key, instead of a secret. */
const signingKey = z.strictObject({ teamId: text, keyId: text, privateKey: text })

const client = z.strictObject({
  clientId: text,
  clientSecret: z.union([text, signingKey]),
  scope: z.exactOptional(text),
  /** Default to the provider's own URLs. */
  authorizeUrl: z.exactOptional(address),
  tokenUrl: z.exactOptional(address),
  userUrl: z.exactOptional(address),
  /** GitHub's endpoint for email addresses. */
  emailsUrl: z.exactOptional(address),
  /** The issuer of Apple's tokens. */
  issuer: z.exactOptional(address),
})
export type ProviderClient = z.infer<typeof client>

/** A user, as a provider describes them. */
export interface Identity {
  /** The provider's permanent id of the user. */
  subject: string
  /** An email address that the provider has verified. */
  email: string | undefined
  userName: string | undefined
}

/** A provider's answers: to the token request and to requests with the token. */
interface ProviderAnswers {
  user: unknown
  emails: unknown
  claims: unknown
}

interface ProviderKind {
  title: string
  authorizeUrl: string
  tokenUrl: string
  /** Fetched with the access token. */
  userUrl?: string
  emailsUrl?: string
  /** The token response contains an id_token of this issuer, which identifies the user. */
  issuer?: string
  scope: string
  /** The client authenticates with a header instead of the body. */
  isBasic?: true
  /** The provider's page posts its result. */
  isPosted?: true
  /** Throws if the answer is invalid. */
  parseIdentity(answers: ProviderAnswers): Identity
}

const subject = z.string().check(z.minLength(1), z.maxLength(255))
const optionalText = z.nullish(z.string())
const isTrue = z.nullish(z.union([z.boolean(), z.string()]))
const verifiedEmail = (email: string | null | undefined, isVerified: unknown) =>
  isVerified === true || isVerified === 'true' ? (email ?? undefined) : undefined

const openIdUser = z.object({ sub: subject, email: optionalText, email_verified: isTrue, name: optionalText })
const githubUser = z.object({ id: z.int().check(z.positive()), login: z.string() })
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
const facebookUser = z.object({ id: subject, name: optionalText })
const xUser = z.object({ data: z.object({ id: subject, username: z.string(), confirmed_email: optionalText }) })
const discordUser = z.object({
  id: subject,
  username: z.string(),
  global_name: optionalText,
  email: optionalText,
  verified: isTrue,
})

function readOpenId(answer: unknown): Identity {
  const { sub, email, email_verified: isVerified, name } = openIdUser.parse(answer)
  return { subject: sub, email: verifiedEmail(email, isVerified), userName: name ?? undefined }
}

export const providerKinds: Record<SocialProvider, ProviderKind> = {
  google: {
    title: 'Google',
    authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    userUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
    scope: 'openid email profile',
    parseIdentity: ({ user }) => readOpenId(user),
  },
  github: {
    title: 'GitHub',
    authorizeUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    userUrl: 'https://api.github.com/user',
    emailsUrl: 'https://api.github.com/user/emails',
    scope: 'read:user user:email',
    parseIdentity({ user, emails }) {
      const { id, login } = githubUser.parse(user)
      const primary = githubEmails.parse(emails).find((entry) => entry.primary)
      return { subject: String(id), email: verifiedEmail(primary?.email, primary?.verified), userName: login }
    },
  },
  apple: {
    title: 'Apple',
    authorizeUrl: 'https://appleid.apple.com/auth/authorize',
    tokenUrl: 'https://appleid.apple.com/auth/token',
    issuer: 'https://appleid.apple.com',
    scope: 'name email',
    isPosted: true,
    parseIdentity: ({ claims }) => readOpenId(claims),
  },
  facebook: {
    title: 'Facebook',
    authorizeUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    userUrl: 'https://graph.facebook.com/v23.0/me?fields=id,name',
    scope: 'public_profile',
    // Facebook does not tell whether an email address is verified, so none is requested.
    parseIdentity({ user }) {
      const { id, name } = facebookUser.parse(user)
      return { subject: id, email: undefined, userName: name ?? undefined }
    },
  },
  x: {
    title: 'X',
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    userUrl: 'https://api.x.com/2/users/me?user.fields=confirmed_email',
    scope: 'users.read tweet.read users.email',
    isBasic: true,
    parseIdentity({ user }) {
      const { id, username, confirmed_email: email } = xUser.parse(user).data
      return { subject: id, email: email ?? undefined, userName: username }
    },
  },
  discord: {
    title: 'Discord',
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    userUrl: 'https://discord.com/api/users/@me',
    scope: 'identify email',
    parseIdentity({ user }) {
      const { id, username, global_name: name, email, verified: isVerified } = discordUser.parse(user)
      return { subject: id, email: verifiedEmail(email, isVerified), userName: name ?? username }
    },
  },
}

export const socialProviders = Object.keys(providerKinds) as SocialProvider[]
export const isSocialProvider = (name: string): name is SocialProvider => Object.hasOwn(providerKinds, name)

/** The site's clients by provider. A provider without a client is not offered. */
export const providerClients = z.partialRecord(z.enum(socialProviders), client)
export type ProviderClients = z.infer<typeof providerClients>
