import * as z from 'zod/mini'
import { namespaceSchema } from './namespace.ts'

/** How a wallet is reached: spec 3.17. */
export const connectorTypes = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN', 'EXTERNAL', 'WALLET_CONNECT', 'AUTH'] as const

/** A way to a wallet, as data. Its live provider stays with the sdk's connectors port, under the same id. */
export const connectorSchema = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.string().check(z.minLength(1)),
  type: z.enum(connectorTypes),
  chain: namespaceSchema,
  imageId: z.optional(z.string()),
  /** A data or https URL of the wallet's icon. */
  imageUrl: z.optional(z.string()),
  info: z.optional(z.object({ rdns: z.optional(z.string()) })),
})
export type Connector = z.infer<typeof connectorSchema>

/** The id of a wallet that announces itself by EIP-6963, of its reverse domain name. */
export const eip6963Id = (rdns: string): string => `eip6963:${rdns}`
