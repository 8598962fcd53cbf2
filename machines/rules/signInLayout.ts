import type { SignInData } from '../entities/signIn.ts'

/** What a sign-in's text says, line by line. What is undefined has no line. */
export interface SignInParts extends Partial<Record<OptionalPart, string | undefined>> {
  domain: string
  /** What the chain calls its accounts: `Ethereum`. */
  chainName: string
  address: string
  uri: string
  version: string
  /** The chain within its namespace (CAIP-2). */
  reference: string
  nonce: string
  issuedAt: string
  resources?: SignInData['resources'] | undefined
}
type OptionalPart = 'statement' | 'expirationTime' | 'notBefore' | 'requestId'

/** The lines with a name, in their order. */
export const NAMED_LINES = [
  ['URI', 'uri'],
  ['Version', 'version'],
  ['Chain ID', 'reference'],
  ['Nonce', 'nonce'],
  ['Issued At', 'issuedAt'],
  ['Expiration Time', 'expirationTime'],
  ['Not Before', 'notBefore'],
  ['Request ID', 'requestId'],
] as const

/** The text in the layout of EIP-4361, which CAIP-122 has for every chain. Nothing is checked. */
export const layOut = (parts: SignInParts): string =>
  [
    `${parts.domain} wants you to sign in with your ${parts.chainName} account:`,
    parts.address,
    '',
    ...(parts.statement === undefined ? [] : [parts.statement]),
    '',
    ...NAMED_LINES.flatMap(([name, part]) => (parts[part] === undefined ? [] : [`${name}: ${parts[part]}`])),
    ...(parts.resources ? ['Resources:', ...parts.resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
