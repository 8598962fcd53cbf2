import type { Cacao } from '../pairing.schemas.ts'
import { LatchkeyError } from '../../shared/errors/error.ts'
import { layOut } from '../../sign-in/signInLayout.rules.ts'
import { decodeRecap, recapResource, recapStatement } from './recap.ts'

/** The fields of a sign-in text: the payload of a credential without its account. */
export type SignInFields = Omit<Cacao['p'], 'iss'>

/** Returns the chain and address of `did:pkh:eip155:1:0xab…`; undefined if it names no eip155 account. */
export function accountOfIss(iss: string): { chainId: string; address: string } | undefined {
  const { chainId, address } =
    /^did:pkh:(?<chainId>eip155:\d{1,32}):(?<address>0x[0-9a-fA-F]{40})$/.exec(iss)?.groups ?? {}
  return chainId === undefined || address === undefined ? undefined : { chainId, address }
}

/** Whether no field contains a line break: the next line would be read as a field, or as another message (EIP-4361). */
export const isWritable = (fields: object): boolean =>
  Object.values(fields)
    .flat()
    .every((field) => typeof field !== 'string' || !/[\r\n\u2028\u2029]/.test(field))

/**
 * Returns the text that a wallet signs, in the format of EIP-4361. The statement describes what a ReCap among the resources
 * allows. Throws if a field is invalid.
 */
export function signInText(fields: SignInFields, iss: string): string {
  const account = accountOfIss(iss)
  const uri = fields.aud || fields.uri
  const recap = recapResource(fields.resources)
  const allowed = recap === undefined ? undefined : decodeRecap(recap)
  if (!isWritable(fields) || !account || !uri || (recap !== undefined && !allowed))
    throw new LatchkeyError('session.authMalformed')

  const statement = allowed ? recapStatement(fields.statement ?? '', allowed) : fields.statement
  return layOut({
    domain: fields.domain,
    chainName: 'Ethereum',
    address: account.address,
    statement: statement || undefined,
    uri,
    version: fields.version,
    reference: account.chainId.slice('eip155:'.length),
    nonce: fields.nonce,
    issuedAt: fields.iat,
    expirationTime: fields.exp || undefined,
    notBefore: fields.nbf || undefined,
    requestId: fields.requestId || undefined,
    resources: fields.resources,
  })
}
