/** The format of a recording: a JSON file that anyone may have written. */
import type { AnyEventObject } from 'xstate'
import * as z from 'zod/mini'
import { NAMESPACES, TIMEOUTS } from '../../../machines/constants.ts'
import type { Timeouts } from '../../../machines/core/implementations.ts'
import { configurationErrors } from '../../../machines/project/configuration.rules.ts'
import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { decode, type Json } from './encoding.ts'

/** The limits of a file: characters, and steps. */
export const RECORDING_LIMITS = { characters: 32_000_000, steps: 5_000 } as const

/** Thrown when a file is not a recording, or not one that this version of Latchkey can replay. */
export class RecordingError extends Error {
  override name = 'RecordingError'
}

const text = z.string().check(z.maxLength(2_000))
const time = z.number().check(z.gte(0))
const json: z.ZodMiniType<Json, Json> = z.json() as never
const state = z.nullable(json)

/** A value as the encoding writes it; parsed to the value. */
const encoded = z.pipe(
  json,
  z.transform((value, { issues }): unknown => {
    try {
      return decode(value)
    } catch (error) {
      issues.push({ code: 'custom', input: value, message: error instanceof Error ? error.message : 'Invalid value' })
      return z.NEVER
    }
  }),
)
const isEvent = (value: unknown): value is AnyEventObject => {
  const { type } = Object(value) as { type?: unknown }
  return typeof type === 'string'
}
const event = z.pipe(encoded, z.custom<AnyEventObject>(isEvent, 'An event has a type'))

/** The parts of the configuration that the machines read without a check of their own. */
const configurationShape = z.looseObject({
  networks: z.array(z.looseObject({ chainNamespace: z.enum(NAMESPACES) })),
  namespaces: z.array(z.enum(NAMESPACES)).check(z.minLength(1)),
  tokens: z.record(z.string(), z.unknown()),
  features: z.record(z.string(), z.boolean()),
  wallets: z.looseObject({
    featuredWalletIds: z.array(text),
    includeWalletIds: z.array(text),
    excludeWalletIds: z.array(text),
    customWallets: z.array(z.unknown()),
    connectorTypeOrder: z.array(text),
  }),
  methods: z.looseObject({ safe: z.array(text), unsafe: z.array(text) }),
  socials: z.array(text),
  onrampProviders: z.array(z.looseObject({ id: text })),
})
const isConfiguration = (value: unknown): value is Configuration =>
  configurationShape.safeParse(value).success && configurationErrors(value as Configuration).length === 0
const configuration = z.pipe(encoded, z.custom<Configuration>(isConfiguration, 'Invalid settings'))

const isTimeouts = (value: unknown): value is Timeouts =>
  Object.keys(TIMEOUTS).every((name) => typeof Reflect.get(Object(value), name) === 'number')

const input = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('start') }),
  z.strictObject({ kind: z.literal('event'), to: text, from: text, event }),
  z.strictObject({ kind: z.literal('output'), effect: text, output: encoded }),
  z.strictObject({ kind: z.literal('error'), effect: text, error: encoded }),
  z.strictObject({ kind: z.literal('timer'), from: text, to: text, type: text, delayMs: time }),
])
const step = z.strictObject({
  at: time,
  input,
  reactions: z.array(
    z.strictObject({
      effect: text,
      turn: z.int().check(z.gte(0)),
      sent: z.array(z.strictObject({ to: text, event })),
      thrown: z.array(encoded).check(z.maxLength(1)),
    }),
  ),
  loaded: z.array(text),
  messages: z.array(text),
  states: z.optional(z.record(text, state)),
})
const header = z.looseObject({ format: z.literal('latchkey-recording'), version: z.number() })
const recordingSchema = z.strictObject({
  format: z.literal('latchkey-recording'),
  version: z.literal(1),
  /** The version of Latchkey that recorded it. */
  recordedWith: text,
  /** Milliseconds since 1970. */
  startedAt: time,
  configuration,
  timeouts: z.custom<Timeouts>(isTimeouts, 'Invalid timeouts'),
  steps: z.array(step).check(z.minLength(1), z.maxLength(RECORDING_LIMITS.steps)),
})

/** A recording as its file has it. */
export type RecordingFile = z.input<typeof recordingSchema>
/** A recording with its values. */
export type Recording = z.output<typeof recordingSchema>
export type RecordedStep = Recording['steps'][number]

/**
 * Parses a recording.
 * @param file The text of the file, or its parsed JSON.
 * @returns The recording.
 * @throws RecordingError with the first fault.
 */
export function parseRecording(file: unknown): Recording {
  const value = typeof file === 'string' ? parseJson(file) : file
  const head = header.safeParse(value)
  if (!head.success) throw new RecordingError('This is not a recording of Latchkey.')
  if (head.data.version !== 1)
    throw new RecordingError(
      `This recording has version ${head.data.version}. This version of Latchkey replays version 1: use the version that recorded it.`,
    )
  const { data, error } = recordingSchema.safeParse(value)
  const [issue] = error?.issues ?? []
  if (!data)
    throw new RecordingError(`The recording is broken: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'Invalid'}`)
  return data
}

function parseJson(file: string): unknown {
  if (file.length > RECORDING_LIMITS.characters)
    throw new RecordingError(`The recording is too large: more than ${RECORDING_LIMITS.characters / 1_000_000} MB.`)
  try {
    return JSON.parse(file)
  } catch (cause) {
    throw new RecordingError('This is not a recording of Latchkey: the file is not JSON.', { cause })
  }
}
