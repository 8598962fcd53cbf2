import { type Address, getAddress, isAddress } from 'viem'
import * as z from 'zod/mini'

/** Parses an EVM address in any case to its checksummed form. */
export const evmAddress = z.pipe(
  z.string().check(z.refine((text) => isAddress(text, { strict: false }))),
  z.transform((text: string): Address => getAddress(text)),
)

/** Parses the CAIP-10 id of an account or token to its network and address. */
export const caip10 = z.pipe(
  z.string().check(z.regex(/^eip155:\d+:0x[\da-fA-F]{40}$/)),
  z.transform((text: string) => {
    const separator = text.lastIndexOf(':')
    return { networkId: text.slice(0, separator), address: getAddress(text.slice(separator + 1)) }
  }),
)
export type Caip10 = z.output<typeof caip10>

/** The CAIP-10 id of an address on a network. */
export const caip10Of = (networkId: string, address: Address): string => `${networkId}:${address}`
