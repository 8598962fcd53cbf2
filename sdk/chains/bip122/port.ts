/** Shared code of the providers of Bitcoin wallets; see the adapter for the methods. */
import * as z from 'zod/mini'
import { USER_REJECTED_CODE } from '../../../machines/constants.ts'
import { reasonOf } from '../../../machines/shared/errors/error.ts'
import { isUserRejection } from '../../../machines/shared/outcome.rules.ts'
import type { WalletProvider } from '../../provider/walletProvider.ts'

/** The parameters of each method. */
export const transferSchema = z.object({
  account: z.string(),
  recipientAddress: z.string(),
  amount: z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)),
  changeAddress: z.optional(z.string()),
  memo: z.optional(z.string()),
})
export const messageSchema = z.object({
  account: z.string(),
  message: z.string(),
  address: z.optional(z.string()),
  protocol: z.optional(z.enum(['ecdsa', 'bip322'])),
})
export const psbtSchema = z.object({
  account: z.string(),
  psbt: z.base64().check(z.minLength(1)),
  signInputs: z.array(
    z.object({
      address: z.string(),
      index: z.int().check(z.gte(0)),
      sighashTypes: z.optional(z.array(z.int().check(z.gte(0)))),
    }),
  ),
  broadcast: z.optional(z.boolean()),
})

export interface SharedAddress {
  address: string
  publicKey?: string
  intention: 'payment' | 'ordinal'
}

/** An EIP-1193-style error with a code. */
export const rpcError = (code: number, message: string, cause?: unknown) =>
  Object.assign(new Error(message, cause === undefined ? undefined : { cause }), { code })

export const unsupported = (feature: string) => rpcError(4200, `The wallet does not support ${feature}.`)

/** Validates the parameters of a request. */
export function parseParams<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(params)
  if (!parsed.success) throw rpcError(-32602, 'Invalid params.', parsed.error)
  return parsed.data
}

type Methods = Readonly<Record<string, (params: unknown) => Promise<unknown>>>
type Listener = (payload: unknown) => void

/**
 * Creates a provider from its methods. It subscribes to the wallet while it has listeners; `listen` returns a function that
 * unsubscribes.
 */
export function createProvider(
  methods: Methods,
  listen: (emit: (event: string, payload?: unknown) => void) => () => void,
): WalletProvider {
  const listeners = new Map<string, Set<Listener>>()
  let unlisten: (() => void) | undefined
  const emit = (event: string, payload?: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(payload)
  }
  return {
    async request({ method, params }) {
      const handler = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!handler) throw unsupported(method)
      try {
        return await handler(params)
      } catch (thrown) {
        const code: unknown = Reflect.get(Object(thrown), 'code')
        if (!isUserRejection(thrown) || code === USER_REJECTED_CODE) throw thrown
        throw rpcError(USER_REJECTED_CODE, reasonOf(thrown), thrown)
      }
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set<Listener>()).add(listener))
      unlisten ??= listen(emit)
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      if ([...listeners.values()].some(({ size }) => size > 0)) return
      unlisten?.()
      unlisten = undefined
    },
  }
}
