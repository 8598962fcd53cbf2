import * as z from 'zod/mini'
import { namespaceSchema, networkIdSchema } from './namespace.ts'

/** The schema of each entry that the browser's storage keeps. An entry that breaks its schema is set aside. */
export const rememberedSchemas = {
  /** Which connector was connected, by namespace. */
  connections: z.partialRecord(namespaceSchema, z.object({ connectorId: z.string().check(z.minLength(1)) })),
  /** The active network. */
  networkId: networkIdSchema,
  /** The visitor's choice of colours. */
  theme: z.enum(['light', 'dark', 'system']),
} as const

export type RememberedKey = keyof typeof rememberedSchemas
/** What the browser remembered of an earlier visit; each entry may be missing. */
export type Remembered = { [K in RememberedKey]?: z.infer<(typeof rememberedSchemas)[K]> }
