/** Typed data (EIP-712): parsed, shown by its fields, signed. */
import { isAddress, isAddressEqual, isHex, validateTypedData, type Address, type Hex, type LocalAccount } from 'viem'
import * as z from 'zod/mini'
import type { SecureSiteNetwork } from '../network.ts'
import { accountDomain } from '../smartAccount.ts'
import { describeSigner, type SmartAccount } from './accounts.ts'
import { chainIdOf } from './ethereumNode.ts'
import { escapeInvisible, type Detail, type Plan } from './approvalRequest.ts'
import { refusals } from './refusals.ts'

const documentSchema = z.object({
  domain: z.object({
    name: z.optional(z.string()),
    version: z.optional(z.string()),
    chainId: z.optional(z.pipe(z.union([z.number(), z.string()]), z.transform(Number))),
    verifyingContract: z.optional(
      z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false })),
    ),
    salt: z.optional(z.custom<Hex>((value) => isHex(value))),
  }),
  types: z.record(z.string(), z.array(z.object({ name: z.string(), type: z.string() }))),
  primaryType: z.string(),
  message: z.record(z.string(), z.unknown()),
})
type Document = z.output<typeof documentSchema>

const maxFields = 200

function readDocument(input: unknown): Document {
  try {
    const { domain, ...document } = z.parse(documentSchema, typeof input === 'string' ? JSON.parse(input) : input)
    // Domain fields that the domain's type leaves out are not signed.
    const signedNames = document.types['EIP712Domain']?.map(({ name }) => name) ?? Object.keys(domain)
    const parsed = {
      ...document,
      domain: Object.fromEntries(Object.entries(domain).filter(([name]) => signedNames.includes(name))),
    }
    validateTypedData(parsed as never)
    return parsed
  } catch (error) {
    throw Object.assign(refusals.invalid('this is no typed data'), { cause: error })
  }
}

/** The fields that the types name, each with its path. Others are neither signed nor shown. */
function describeFields({ types }: Document, type: string, value: unknown, path: string): Detail[] {
  const [, item] = /^(.*)\[\d*\]$/.exec(type) ?? []
  if (item !== undefined && Array.isArray(value))
    return value.length === 0
      ? [{ label: path, value: 'None' }]
      : value.flatMap((element, index) => describeFields({ types } as Document, item, element, `${path} ${index + 1}`))
  const fields = types[type]
  if (fields && typeof value === 'object' && value !== null)
    return fields.flatMap((field) =>
      describeFields(
        { types } as Document,
        field.type,
        (value as Record<string, unknown>)[field.name],
        path === '' ? field.name : `${path} › ${field.name}`,
      ),
    )
  const text = typeof value === 'string' ? value : typeof value === 'bigint' ? `${value}` : JSON.stringify(value)
  return [{ label: escapeInvisible(path), value: escapeInvisible(text) }]
}

/** Field names of documents that allow another account to spend tokens. */
const spending = /^(spender|operator|allowed|approved)$/i

/**
 * Plans the signature of a document. Throws a refusal if it is invalid, or for another network or the owner's smart account.
 */
export function planTypedData(
  input: unknown,
  account: LocalAccount | SmartAccount,
  network: SecureSiteNetwork,
  smartAccount: Address | undefined,
): Plan {
  const document = readDocument(input)
  const { domain, types, primaryType, message } = document
  if (domain.chainId !== undefined && domain.chainId !== chainIdOf(network))
    throw refusals.invalid(`the typed data is for another network than ${network.name}`)
  // The owner's signature of such data would be the smart account's signature of any hash.
  const isOwn = smartAccount && domain.verifyingContract && isAddressEqual(smartAccount, domain.verifyingContract)
  if (isOwn || domain.name === accountDomain) throw refusals.invalid('the typed data is for the smart account itself')
  const fields = describeFields(document, primaryType, message, '')
  if (fields.length > maxFields) throw refusals.invalid('the typed data is too long to be read')
  const domainDetails: Detail[] = [
    ...(domain.name === undefined ? [] : [{ label: 'For, as it says', value: escapeInvisible(domain.name) }]),
    ...(domain.verifyingContract === undefined ? [] : [{ label: 'Contract', value: domain.verifyingContract }]),
    { label: 'Kind', value: escapeInvisible(primaryType) },
  ]
  const isBound = domain.chainId !== undefined && domain.verifyingContract !== undefined
  const spends = Object.values(types).some((typeFields) => typeFields.some(({ name }) => spending.test(name)))
  return {
    request: {
      title: 'Sign this data?',
      signer: describeSigner(network, account),
      details: [...domainDetails, ...fields],
      warnings: [
        ...(spends ? ['This signature may let somebody spend what you have, without asking again.'] : []),
        ...(isBound ? [] : ['It does not say for which network and contract it is: it may count elsewhere, too.']),
      ],
    },
    execute: () => account.signTypedData({ ...document, types, primaryType, message } as never),
  }
}
