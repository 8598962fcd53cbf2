import * as z from 'zod/mini'
import { appLink, webLink } from '../shared/wallet.schemas.ts'

/** Replaces an unreadable value from an untrusted source with a default. */
const orElse = z.catch
const strings = z.array(z.string())
const emptyList = (): string[] => []

/** How an app or a wallet presents itself; untrusted. Fields that cannot be read are left empty. */
export const metadataSchema = z.object({
  name: orElse(z.string(), ''),
  description: orElse(z.string(), ''),
  url: orElse(z.string().check(z.regex(/^https?:\/\//i)), ''),
  icons: orElse(strings, emptyList),
  redirect: orElse(
    z.optional(z.object({ native: appLink, universal: webLink, linkMode: z.optional(z.boolean()) })),
    undefined,
  ),
  verifyUrl: orElse(z.optional(z.string()), undefined),
})
export type Metadata = z.infer<typeof metadataSchema>

const emptyMetadata = (): Metadata => ({ name: '', description: '', url: '', icons: [] })

/** One side of a session or proposal: spec 3.29. The key is an X25519 public key in hex. */
export const participantSchema = z.object({
  publicKey: z.string().check(z.minLength(1)),
  metadata: orElse(metadataSchema, emptyMetadata),
})
export type Participant = z.infer<typeof participantSchema>

/** The relay protocol that carries the messages: spec 3.32. */
export const relaySchema = z.object({
  protocol: z.string().check(z.minLength(1)),
  data: orElse(z.optional(z.string()), undefined),
})
export type Relay = z.infer<typeof relaySchema>

/** What a proposal requests of a wallet in one namespace, under `eip155` or `eip155:1`: spec 3.37. */
export const proposalNamespaceSchema = z.object({ chains: z.exactOptional(strings), methods: strings, events: strings })
export type ProposalNamespace = z.infer<typeof proposalNamespaceSchema>
export const proposalNamespacesSchema = z.record(z.string(), proposalNamespaceSchema)
export type ProposalNamespaces = z.infer<typeof proposalNamespacesSchema>

/** What a wallet approved in one namespace. Accounts are CAIP-10 ids: spec 3.37. */
export const sessionNamespaceSchema = z.object({
  chains: z.optional(strings),
  accounts: strings,
  methods: strings,
  events: strings,
})
export type SessionNamespace = z.infer<typeof sessionNamespaceSchema>
export const sessionNamespacesSchema = z.record(z.string(), sessionNamespaceSchema)
export type SessionNamespaces = z.infer<typeof sessionNamespacesSchema>

/** Values that a side attaches to a session as a whole, or to a namespace or chain of it: spec 3.33. */
const propertiesSchema = orElse(z.optional(z.record(z.string(), z.unknown())), undefined)
const configSchema = orElse(z.optional(z.object({ disableDeepLink: z.optional(z.boolean()) })), undefined)
export type SessionProperties = z.infer<typeof propertiesSchema>

export const transportTypes = ['relay', 'link_mode'] as const

/** The origin of a message, as the verification service reports it: spec 3.38. */
export const verifyContextSchema = z.object({
  verified: z.object({
    origin: z.string(),
    validation: z.enum(['VALID', 'INVALID', 'UNKNOWN']),
    verifyUrl: z.string(),
    isScam: z.optional(z.boolean()),
  }),
})
export type VerifyContext = z.infer<typeof verifyContextSchema>

/** The header, payload and signature of a CAIP-122 message that a wallet signed. */
export const cacaoSchema = z.object({
  h: z.object({ t: z.literal('caip122') }),
  p: z.object({
    /** `did:pkh:` and a CAIP-10 account id. */
    iss: z.string(),
    domain: z.string(),
    aud: z.optional(z.string()),
    uri: z.optional(z.string()),
    version: z.string(),
    nonce: z.string(),
    iat: z.string(),
    nbf: z.optional(z.string()),
    exp: z.optional(z.string()),
    statement: z.optional(z.string()),
    requestId: z.optional(z.string()),
    resources: z.optional(strings),
  }),
  s: z.object({ t: z.enum(['eip191', 'eip1271']), s: z.string(), m: z.optional(z.string()) }),
})
export type Cacao = z.infer<typeof cacaoSchema>

/** A session with a wallet: spec 3.28 to 3.33. `expiry` is in seconds since 1970. */
export const pairingSessionSchema = z.object({
  topic: z.string().check(z.minLength(1)),
  pairingTopic: z.string(),
  expiry: z.number(),
  acknowledged: z.boolean(),
  /** The public key of the side that may change the session. */
  controller: z.string(),
  self: participantSchema,
  peer: participantSchema,
  namespaces: sessionNamespacesSchema,
  requiredNamespaces: proposalNamespacesSchema,
  optionalNamespaces: proposalNamespacesSchema,
  relay: relaySchema,
  transportType: z.optional(z.enum(transportTypes)),
  sessionProperties: propertiesSchema,
  scopedProperties: propertiesSchema,
  sessionConfig: configSchema,
  authentication: z.optional(z.array(cacaoSchema)),
})
export type PairingSession = z.infer<typeof pairingSessionSchema>

/** A session proposal: spec 3.34. `expiryTimestamp` is in seconds since 1970. */
export const proposalSchema = z.object({
  id: z.number(),
  pairingTopic: z.string(),
  expiryTimestamp: z.number(),
  proposer: participantSchema,
  relays: z.array(relaySchema),
  requiredNamespaces: proposalNamespacesSchema,
  optionalNamespaces: proposalNamespacesSchema,
  sessionProperties: propertiesSchema,
  scopedProperties: propertiesSchema,
})
export type Proposal = z.infer<typeof proposalSchema>

/** A request that waits for the wallet's answer: spec 3.35. */
export const pendingRequestSchema = z.object({
  id: z.number(),
  topic: z.string(),
  params: z.object({
    request: z.object({
      method: z.string().check(z.minLength(1)),
      params: z.optional(z.unknown()),
      expiryTimestamp: z.optional(z.number()),
    }),
    chainId: z.string(),
  }),
  verifyContext: verifyContextSchema,
})
export type PendingRequest = z.infer<typeof pendingRequestSchema>

/** A text without line breaks: it is one line of the message that is signed (EIP-4361). */
const singleLine = z.string().check(z.regex(/^[^\r\n\u2028\u2029]*$/))

/** The content of a sign-in message for a wallet; `aud` is the URI of the page: spec 3.36. Times are in RFC 3339 format. */
export const authPayloadSchema = z.object({
  type: z.optional(singleLine),
  chains: strings,
  domain: singleLine,
  aud: singleLine,
  nonce: singleLine,
  version: singleLine,
  iat: singleLine,
  nbf: z.optional(singleLine),
  exp: z.optional(singleLine),
  statement: z.optional(singleLine),
  requestId: z.optional(singleLine),
  resources: z.optional(z.array(singleLine)),
})
export type AuthPayload = z.infer<typeof authPayloadSchema>

/** A sign-in that waits for the wallet's answer: spec 3.36. `expiryTimestamp` is in seconds since 1970. */
export const authRequestSchema = z.object({
  id: z.number(),
  pairingTopic: z.string(),
  requester: participantSchema,
  authPayload: authPayloadSchema,
  expiryTimestamp: z.number(),
  verifyContext: verifyContextSchema,
  transportType: z.optional(z.enum(transportTypes)),
})
export type AuthRequest = z.infer<typeof authRequestSchema>

/** The parameters with which a wallet settles a session. */
export const sessionSettleSchema = z.object({
  relay: relaySchema,
  controller: participantSchema,
  namespaces: sessionNamespacesSchema,
  expiry: z.number(),
  sessionProperties: propertiesSchema,
  scopedProperties: propertiesSchema,
  sessionConfig: configSchema,
})
export type SessionSettle = z.infer<typeof sessionSettleSchema>

/** An event that a wallet emits on a chain, such as `accountsChanged`. */
export const sessionEventSchema = z.object({
  event: z.object({ name: z.string().check(z.minLength(1)), data: z.optional(z.unknown()) }),
  chainId: z.string(),
})
export type SessionEvent = z.infer<typeof sessionEventSchema>

/** A wallet's new namespaces for a session. */
export const sessionUpdateSchema = z.object({ namespaces: sessionNamespacesSchema })
export type SessionUpdate = z.infer<typeof sessionUpdateSchema>
