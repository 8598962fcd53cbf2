/**
 * The messages between the page and the frame of the embedded wallet, version 4 of the protocol: one entry per message, with its
 * payload and its answer. The page sends `@w3m-app/CONNECT_EMAIL`; the frame answers `@w3m-frame/CONNECT_EMAIL_SUCCESS`, or
 * `…_ERROR` with a message.
 */
import * as z from 'zod/mini'
import type { Secret } from '../shared/secret.types.ts'
import { socialProviders } from './login/social.types.ts'
import { isEmail } from './login/email.rules.ts'

const text = (longest: number) => z.string().check(z.minLength(1), z.maxLength(longest))
/** The token that the page stores; empty if the user is not signed in. */
const pageToken = z.string().check(z.maxLength(4_096))
const optional = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
/** Replaces a malformed value with a default. */
const orElse = z.catch
const nothing = z.unknown()

export { socialProviders }
export const frameVersion = '4'
export const frameAccountTypes = ['eoa', 'smartAccount'] as const

/** A chain: the numeric id in eip155, otherwise a CAIP-2 id. */
const chainId = z.union([text(128), z.number().check(z.int(), z.positive())])
const accountType = z.enum(frameAccountTypes)
const email = z.string().check(z.refine(isEmail, 'Invalid email'))
/** The six-digit code from the email. */
const otp = z.string().check(z.regex(/^\d{6}$/))
const accounts = z.array(z.object({ address: text(128), type: accountType })).check(z.maxLength(64))
const userName = optional(z.string().check(z.maxLength(256)))

const user = z.object({
  email: optional(email),
  address: text(128),
  chainId,
  smartAccountDeployed: z.optional(z.boolean()),
  accounts: z.optional(accounts),
  preferredAccountType: z.optional(accountType),
  userName,
})
/** The user who is signed in with an embedded wallet, on a chain: spec 3.19. */
export type FrameUser = z.infer<typeof user>

const base64 = text(1_000_000)
const call = <Method extends string, Params extends z.ZodMiniType>(method: Method, params: Params) =>
  z.object({ method: z.literal(method), params, chainId: z.optional(chainId) })

const solanaTransactionOptions = z.object({
  skipPreflight: z.optional(z.boolean()),
  preflightCommitment: z.optional(
    z.enum(['processed', 'confirmed', 'finalized', 'recent', 'single', 'singleGossip', 'root', 'max']),
  ),
  maxRetries: z.optional(z.number()),
  minContextSlot: z.optional(z.number()),
})
const hex = z.string().check(z.regex(/^0x[\da-f]*$/i), z.maxLength(1_000_000))
const bundle = z.object({
  chainId: z.optional(chainId),
  from: z.optional(hex),
  version: z.optional(z.string()),
  capabilities: z.optional(z.unknown()),
  calls: z.array(z.looseObject({ to: z.optional(hex), data: z.optional(hex), value: z.optional(z.string()) })),
})

const shaped = [
  call('solana_signMessage', z.object({ message: base64, pubkey: text(128) })),
  call('solana_signTransaction', z.object({ transaction: base64 })),
  call(
    'solana_signAllTransactions',
    z.object({ transactions: z.array(base64).check(z.minLength(1), z.maxLength(64)) }),
  ),
  call(
    'solana_signAndSendTransaction',
    z.object({ transaction: base64, options: z.optional(solanaTransactionOptions) }),
  ),
  call('wallet_sendCalls', z.tuple([bundle])),
  call('wallet_getCallsStatus', z.tuple([text(8_192)])),
] as const
const shapedMethods = new Set<string>(shaped.flatMap(({ shape }) => shape.method.def.values))
const rpcRequest = z.union([
  ...shaped,
  z.object({
    method: text(128).check(z.refine((method) => !shapedMethods.has(method), 'Params of this method have a shape')),
    params: z.optional(z.unknown()),
    chainId: z.optional(chainId),
  }),
])
/** A JSON-RPC call to the embedded wallet, on the chain that it names, or else on the chain that the frame is on. */
export type FrameCall = z.infer<typeof rpcRequest>

const message = <Payload extends z.ZodMiniType, Answer extends z.ZodMiniType>(payload: Payload, answer: Answer) => ({
  payload,
  answer,
})
const code = z.object({ otp })

export const frameMessages = {
  SWITCH_NETWORK: message(z.object({ chainId }), z.object({ chainId })),
  CONNECT_EMAIL: message(z.object({ email }), z.object({ action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']) })),
  CONNECT_DEVICE: message(nothing, nothing),
  CONNECT_OTP: message(code, nothing),
  CONNECT_SOCIAL: message(z.object({ uri: text(8_192), preferredAccountType: z.optional(accountType) }), user),
  GET_SOCIAL_REDIRECT_URI: message(z.object({ provider: z.enum(socialProviders) }), z.object({ uri: text(8_192) })),
  GET_FARCASTER_URI: message(nothing, z.object({ url: text(8_192) })),
  CONNECT_FARCASTER: message(nothing, z.object({ userName })),
  GET_USER: message(
    optional(
      z.object({
        chainId: z.optional(chainId),
        preferredAccountType: z.optional(accountType),
        socialUri: z.optional(text(8_192)),
      }),
    ),
    user,
  ),
  SIGN_OUT: message(nothing, nothing),
  IS_CONNECTED: message(optional(z.object({ token: z.optional(pageToken) })), z.object({ isConnected: z.boolean() })),
  GET_CHAIN_ID: message(nothing, z.object({ chainId })),
  RPC_REQUEST: message(rpcRequest, z.unknown()),
  /** Withdraws the request with this id that the user has not decided on; without an id, all of them. */
  RPC_ABORT: message(optional(z.object({ id: z.optional(text(64)) })), nothing),
  UPDATE_EMAIL: message(
    z.object({ email }),
    z.object({ action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']) }),
  ),
  UPDATE_EMAIL_PRIMARY_OTP: message(code, nothing),
  UPDATE_EMAIL_SECONDARY_OTP: message(code, z.object({ newEmail: email })),
  SYNC_THEME: message(
    z.object({
      themeMode: z.optional(z.enum(['light', 'dark'])),
      themeVariables: z.optional(z.record(z.string(), z.unknown())),
      w3mThemeVariables: z.optional(z.record(z.string(), z.unknown())),
    }),
    nothing,
  ),
  SYNC_DAPP_DATA: message(
    z.object({
      metadata: z.optional(
        z.object({
          name: z.string().check(z.maxLength(1_024)),
          description: orElse(z.string().check(z.maxLength(4_096)), ''),
          url: orElse(z.string().check(z.maxLength(2_048)), ''),
          // An app whose icons are too large still has a name.
          icons: orElse(z.array(z.string().check(z.maxLength(4_096))).check(z.maxLength(16)), []),
        }),
      ),
      sdkVersion: orElse(z.optional(text(128)), undefined),
      sdkType: orElse(z.optional(text(128)), undefined),
      projectId: z.string().check(z.maxLength(128)),
    }),
    nothing,
  ),
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: message(
    nothing,
    z.object({ smartAccountEnabledNetworks: z.array(z.number()).check(z.maxLength(1_024)) }),
  ),
  INIT_SMART_ACCOUNT: message(nothing, z.object({ address: text(128), isDeployed: z.boolean() })),
  SET_PREFERRED_ACCOUNT: message(z.object({ type: accountType }), z.object({ type: accountType, address: text(128) })),
  RELOAD: message(nothing, nothing),
} as const

type Messages = typeof frameMessages
/** The messages that a page sends to the frame. */
export type FrameMessageType = keyof Messages
export type FramePayload<Type extends FrameMessageType> = z.infer<Messages[Type]['payload']>
export type FrameAnswer<Type extends FrameMessageType> = z.infer<Messages[Type]['answer']>

/** Wraps a sign-in code in a `Secret`. */
type Hidden<Payload> = Payload extends { otp: string } ? { otp: Secret } : Payload

/** A message to the frame. What can be used to sign in stays a `Secret` until the message is posted. */
export type FrameQuestion<Type extends FrameMessageType = FrameMessageType> = {
  [Each in Type]: { type: Each; payload: Each extends 'CONNECT_SOCIAL' ? { uri: Secret } : Hidden<FramePayload<Each>> }
}[Type]

/** A parsed message of the page. */
export type AppMessage = {
  [Type in FrameMessageType]: { type: Type; id: string | undefined; payload: FramePayload<Type> }
}[FrameMessageType]

/** A parsed message of the frame: an answer, or an event. */
export type FrameMessage =
  | { type: FrameMessageType; id: string | undefined; status: 'success'; payload: unknown }
  | { type: FrameMessageType; id: string | undefined; status: 'error'; message: string }
  | { type: 'READY'; version: string | undefined }
  | { type: 'SESSION_UPDATE'; token: string | undefined }

/** The error for an invalid message of this protocol. */
export class FrameMessageError extends Error {
  override name = 'FrameMessageError'
  /** The id of the message that it answers; undefined if unknown. */
  readonly id: string | undefined
  /** The type of the message, or of the one that it answers; undefined if unknown. */
  readonly type: FrameMessageType | undefined
  constructor(
    text: string,
    details: { id?: string | undefined; type?: FrameMessageType | undefined; cause?: unknown },
  ) {
    super(text, { cause: details.cause })
    this.id = details.id
    this.type = details.type
  }
}

const APP = '@w3m-app/'
const FRAME = '@w3m-frame/'
const isType = (type: string): type is FrameMessageType => Object.hasOwn(frameMessages, type)
const envelope = z.looseObject({ type: text(128), id: z.optional(text(128)), payload: z.optional(z.unknown()) })
const failure = z.object({ message: z.string() })
/** The maximum length of an error message from the frame, in characters. */
const MESSAGE_LENGTH = 500

/** Builds a message to the frame. Throws a `FrameMessageError` if the payload is invalid. */
export function writeAppMessage<Type extends FrameMessageType>(
  type: Type,
  id: string,
  payload: FramePayload<Type>,
): Record<string, unknown> {
  const read = frameMessages[type].payload.safeParse(payload)
  if (!read.success) throw new FrameMessageError(`${type}: the payload is none`, { id, type, cause: read.error })
  return { type: `${APP}${type}`, id, ...(read.data !== undefined && { payload: read.data }) }
}

/**
 * Parses a message from the page; undefined if it is not a message of this protocol. Throws a `FrameMessageError` if such a
 * message is invalid.
 */
export function readAppMessage(data: unknown): AppMessage | undefined {
  const outer = envelope.safeParse(data)
  if (!outer.success || !outer.data.type.startsWith(APP)) return undefined
  const { id } = outer.data
  const type = outer.data.type.slice(APP.length)
  if (!isType(type)) throw new FrameMessageError('No such message', { id })
  const read = frameMessages[type].payload.safeParse(outer.data['payload'])
  if (!read.success) throw new FrameMessageError(`${type}: the payload is none`, { id, type, cause: read.error })
  return { type, id, payload: read.data } as AppMessage
}

/** Builds the answer to a message of the page. */
export const writeFrameAnswer = <Type extends FrameMessageType>(
  type: Type,
  id: string | undefined,
  answer: { payload: FrameAnswer<Type> } | { message: string },
): Record<string, unknown> => ({
  type: `${FRAME}${type}_${'message' in answer ? 'ERROR' : 'SUCCESS'}`,
  ...(id !== undefined && { id }),
  payload: 'message' in answer ? answer : answer.payload,
})

/** Builds the message to the page that the frame is ready, or that its session has a new token. */
export const writeFrameNews = (
  news: { type: 'READY'; version: string } | { type: 'SESSION_UPDATE'; token: string | undefined },
): Record<string, unknown> => {
  const { type, ...payload } = news
  // Other clients require a string here, even if the user is no longer signed in.
  return { type: `${FRAME}${type}`, payload: 'token' in payload ? { token: payload.token ?? '' } : payload }
}

const version = z.optional(z.nullable(z.object({ version: z.optional(text(64)) })))
const session = z.object({ token: z.optional(pageToken) })

function readNews(type: string, payload: unknown): FrameMessage | undefined {
  if (type === 'READY') {
    const read = version.safeParse(payload)
    return { type, version: read.success ? read.data?.version : undefined }
  }
  if (type !== 'SESSION_UPDATE') return undefined
  const read = session.safeParse(payload)
  if (!read.success) throw new FrameMessageError(`${type}: the payload is none`, { cause: read.error })
  return { type, token: read.data.token || undefined }
}

/**
 * Parses a message from the frame; undefined if it is not a message of this protocol. Throws a `FrameMessageError` if such a
 * message is invalid.
 */
export function readFrameMessage(data: unknown): FrameMessage | undefined {
  const outer = envelope.safeParse(data)
  if (!outer.success || !outer.data.type.startsWith(FRAME)) return undefined
  const { id } = outer.data
  const named = outer.data.type.slice(FRAME.length)
  const news = readNews(named, outer.data['payload'])
  if (news) return news
  const [, type = '', status] = /^(.*)_(SUCCESS|ERROR)$/.exec(named) ?? []
  if (!isType(type)) throw new FrameMessageError('No such message', { id })
  if (status === 'ERROR') {
    const read = failure.safeParse(outer.data['payload'])
    // An error without a message is still an error: spec 8.32.
    const message = read.success && read.data.message !== '' ? read.data.message : 'An error occurred'
    return { type, id, status: 'error', message: message.slice(0, MESSAGE_LENGTH) }
  }
  const read = frameMessages[type].answer.safeParse(outer.data['payload'])
  if (!read.success) throw new FrameMessageError(`${type}: the answer is none`, { id, type, cause: read.error })
  return { type, id, status: 'success', payload: read.data }
}
