/** The users of the sandbox's login providers, and the format in which each provider describes them. */
import { createHash } from 'node:crypto'
import type { SocialProvider } from '../../secureSite/server/providers.ts'

export interface Person {
  id: string
  name: string
  email?: string
  /** Whether the provider has verified the email address. */
  isVerified: boolean
}

export const people: readonly Person[] = [
  { id: 'ann', name: 'Ann', email: 'ann@example.com', isVerified: true },
  { id: 'bob', name: 'Bob', email: 'bob@example.com', isVerified: true },
  { id: 'cleo', name: 'Cleo', isVerified: false },
]

/** A person with this email address. */
export const personOf = (email: string, isVerified: boolean): Person => ({
  id: email.toLowerCase(),
  name: email.split('@')[0] ?? '',
  email,
  isVerified,
})

/** A user id that is stable per person and provider. */
const subjectOf = (provider: SocialProvider, { id }: Person): string =>
  String(createHash('sha256').update(`${provider} ${id}`).digest().readUIntBE(0, 6))

const openId = (person: Person, sub: string) => ({
  sub,
  name: person.name,
  email: person.email,
  email_verified: person.isVerified,
})

const answers: Record<SocialProvider, (person: Person, subject: string) => object> = {
  google: openId,
  github: ({ name }, id) => ({ id: Number(id), login: name, name, email: null }),
  apple: ({ email, isVerified }, sub) => ({ sub, email, email_verified: String(isVerified) }),
  facebook: ({ name }, id) => ({ id, name }),
  x: ({ name, email, isVerified }, id) => ({
    data: { id, name, username: name, ...(isVerified && { confirmed_email: email }) },
  }),
  discord: ({ name, email, isVerified }, id) => ({
    id,
    username: name,
    global_name: null,
    email: email ?? null,
    verified: isVerified,
  }),
}

/** The provider's description of a person, as its API and its id_token contain it. */
export const describe = (provider: SocialProvider, person: Person): object =>
  answers[provider](person, subjectOf(provider, person))

/** The response of GitHub's email endpoint. */
export const emailsOf = ({ email, isVerified }: Person): object[] =>
  email === undefined ? [] : [{ email, primary: true, verified: isVerified, visibility: null }]
