import type { SignInData } from './signIn.types.ts'

/** The content of a sign-in text, line by line. Undefined fields have no line. */
export interface SignInParts extends Partial<Record<OptionalPart, string | undefined>> {
  domain: string
  /** The chain's name in the text: `Ethereum`. */
  chainName: string
  address: string
  uri: string
  version: string
  /** The reference of the CAIP-2 chain id. */
  reference: string
  nonce: string
  issuedAt: string
  resources?: SignInData['resources'] | undefined
}
type OptionalPart = 'statement' | 'expirationTime' | 'notBefore' | 'requestId'

/** The lines with a name, in order. */
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

/** Returns the text in the layout of EIP-4361, which CAIP-122 uses for every chain. Nothing is validated. */
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
