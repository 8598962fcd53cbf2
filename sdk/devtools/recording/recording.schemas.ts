/** The format of a recording: a JSON file that anyone may have written. */
import type { AnyEventObject } from 'xstate'
import * as z from 'zod/mini'
import { NAMESPACES, TIMEOUTS } from '../../../machines/constants.ts'
import type { Timeouts } from '../../../machines/core/implementations.ts'
import { configurationErrors } from '../../../machines/project/configuration.rules.ts'
import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { reasonOf } from '../../../machines/shared/errors/error.ts'
import { MAX_STEPS } from '../sessionLog.ts'
import { createDecoder, type Json } from './encoding.ts'

/** The limits of a file: characters, and steps. */
export const RECORDING_LIMITS = { characters: 32_000_000, steps: MAX_STEPS } as const

/** Thrown when a file is not a recording, or not one that this version of Latchkey can replay. */
export class RecordingError extends Error {
  override name = 'RecordingError'
}

const text = z.string().check(z.maxLength(2_000))
const time = z.number().check(z.gte(0))
const json: z.ZodMiniType<Json, Json> = z.json()
const state = z.nullable(json)

const isEvent = (value: unknown): value is AnyEventObject =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

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

const isTimeouts = (value: unknown): value is Timeouts =>
  Object.keys(TIMEOUTS).every((name) => typeof Reflect.get(Object(value), name) === 'number')

const input = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('start') }),
  z.strictObject({ kind: z.literal('event'), to: text, from: text, event: json }),
  z.strictObject({ kind: z.literal('output'), effect: text, output: json }),
  z.strictObject({ kind: z.literal('error'), effect: text, error: json }),
  z.strictObject({ kind: z.literal('timer'), from: text, to: text, type: text, delayMs: time }),
])
const step = z.strictObject({
  at: time,
  input,
  reactions: z.array(
    z.strictObject({
      effect: text,
      turn: z.int().check(z.gte(0)),
      sent: z.array(z.strictObject({ to: text, event: json })),
      thrown: z.array(json).check(z.maxLength(1)),
    }),
  ),
  loaded: z.array(text),
  messages: z.array(text),
  reads: z.array(z.number()),
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
  configuration: json,
  timeouts: z.custom<Timeouts>(isTimeouts, 'Invalid timeouts'),
  steps: z.array(step).check(z.minLength(1), z.maxLength(RECORDING_LIMITS.steps)),
})

/** The JSON of a recording file. */
export type RecordingFile = z.infer<typeof recordingSchema>
type FileStep = RecordingFile['steps'][number]

/** What the machines receive in a step. */
export type RecordedInput =
  | Exclude<FileStep['input'], { kind: 'event' | 'output' | 'error' }>
  | { kind: 'event'; to: string; from: string; event: AnyEventObject }
  | { kind: 'output'; effect: string; output: unknown }
  | { kind: 'error'; effect: string; error: unknown }

/** A step with its values. */
export interface RecordedStep extends Omit<FileStep, 'input' | 'reactions'> {
  input: RecordedInput
  reactions: readonly {
    effect: string
    turn: number
    sent: readonly { to: string; event: AnyEventObject }[]
    thrown: readonly unknown[]
  }[]
}

/** A recording with its values. */
export interface Recording extends Omit<RecordingFile, 'configuration' | 'steps'> {
  configuration: Configuration
  steps: readonly RecordedStep[]
}

function decodeRecording(file: RecordingFile): Recording {
  const { decode } = createDecoder()
  const decodeEvent = (value: Json): AnyEventObject => {
    const event = decode(value)
    if (!isEvent(event)) throw new Error('An event has no type.')
    return event
  }
  const decodeInput = (input: FileStep['input']): RecordedInput => {
    if (input.kind === 'event') return { ...input, event: decodeEvent(input.event) }
    if (input.kind === 'output') return { ...input, output: decode(input.output) }
    return input.kind === 'error' ? { ...input, error: decode(input.error) } : input
  }
  const configuration = decode(file.configuration)
  if (!isConfiguration(configuration)) throw new Error('The settings are invalid.')
  // In the order in which the values were encoded.
  const steps = file.steps.map((step): RecordedStep => ({
    ...step,
    input: decodeInput(step.input),
    reactions: step.reactions.map((reaction) => ({
      ...reaction,
      sent: reaction.sent.map(({ to, event }) => ({ to, event: decodeEvent(event) })),
      thrown: reaction.thrown.map((error) => decode(error)),
    })),
  }))
  return { ...file, configuration, steps }
}

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
  try {
    // Deeply nested values exceed the stack here.
    const { data, error } = recordingSchema.safeParse(value)
    const [issue] = error?.issues ?? []
    if (data) return decodeRecording(data)
    throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'Invalid'}`)
  } catch (cause) {
    throw new RecordingError(`The recording is broken: ${reasonOf(cause)}`, { cause })
  }
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
