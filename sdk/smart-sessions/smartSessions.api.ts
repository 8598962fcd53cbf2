import * as z from 'zod/mini'
import { keySchema } from '../../machines/smart-sessions/permission.schemas.ts'
import { call, listOf } from '../api/call.ts'

/** The permissions that were requested and granted (EIP-7715). `account` is CAIP-10, `address` is the same without its chain. */
const permissionFields = {
  chainId: z.string(),
  address: z.optional(z.string()),
  /** Seconds since 1970. */
  expiry: z.number(),
  signer: z.unknown(),
  permissions: z.readonly(z.array(z.unknown())),
  policies: z.readonly(z.array(z.unknown())),
}

/** Smart sessions: permissions that an account has granted an app for use without further approval. */
export const sessionsCalls = {
  smartSessions: call({
    spec: '7.21',
    host: 'blockchain',
    method: 'GET',
    path: 'v1/sessions/{address}',
    /** CAIP-10. */
    request: z.object({ address: z.string() }),
    response: z.object({
      pcis: listOf(
        z.object({
          pci: z.string(),
          project: z.nullish(
            z.object({
              id: z.string(),
              name: z.nullish(z.string()),
              url: z.nullish(z.string()),
              iconUrl: z.nullish(z.string()),
            }),
          ),
          /** Seconds since 1970. */
          expiry: z.number(),
          createdAt: z.number(),
          permissions: z.array(z.unknown()),
          policies: z.nullish(z.array(z.unknown())),
          context: z.nullish(z.string()),
          revokedAt: z.nullish(z.number()),
        }),
      ),
    }),
    lists: ['pcis'],
    gated: { empty: { pcis: [] } },
  }),
  addSmartSession: call({
    host: 'blockchain',
    method: 'POST',
    path: 'v1/sessions/{account}',
    body: ['chainId', 'address', 'expiry', 'signer', 'permissions', 'policies'],
    request: z.object({ account: z.string(), ...permissionFields }),
    response: z.object({ pci: z.string().check(z.minLength(1)), key: keySchema }),
    gated: { error: 'network.noSmartSessions' },
  }),
  activateSmartSession: call({
    host: 'blockchain',
    method: 'POST',
    path: 'v1/sessions/{account}/activate',
    body: ['pci', 'chainId', 'address', 'expiry', 'signer', 'permissions', 'policies', 'context'],
    request: z.object({ account: z.string(), pci: z.string(), context: z.string(), ...permissionFields }),
    // An empty response means success.
    response: z._default(z.object({}), {}),
    gated: { error: 'network.noSmartSessions' },
  }),
  revokeSmartSession: call({
    spec: '7.22',
    host: 'blockchain',
    method: 'POST',
    path: 'v1/sessions/{address}/revoke',
    body: ['pci', 'signature'],
    request: z.object({ address: z.string(), pci: z.string(), signature: z.string() }),
    // An empty response means success.
    response: z._default(z.object({ success: z.boolean() }), { success: true }),
    gated: { empty: { success: false } },
  }),
}
