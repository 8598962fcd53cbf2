import { systemConfigurationOf } from '../../../machines/core/implementations.ts'
import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { VERSION } from '../../instance/version.ts'
import type { LoggedStep, Session } from '../sessionLog.ts'
import { encode, type Json } from './encoding.ts'
import { createPlaceholders, type Placeholders } from './placeholders.ts'
import { RECORDING_LIMITS, RecordingError, type RecordingFile } from './recording.schemas.ts'

/** The settings without keys: URLs of nodes and sellers can contain some, and a replay requests none. */
const withoutKeys = (configuration: Configuration): Configuration => ({
  ...configuration,
  projectId: configuration.projectId === undefined ? undefined : 'recorded',
  networks: configuration.networks.map((network) => ({
    ...network,
    rpcUrls: { default: { http: ['https://node.example'] } },
  })),
  onrampProviders: configuration.onrampProviders.map(({ url, ...provider }) => ({
    ...provider,
    ...(url !== undefined && { url: new URL(url).origin }),
  })),
})

function encodeStep({ at, input, reactions, loaded, messages, states }: LoggedStep, placeholders: Placeholders) {
  const text = (value: string) => placeholders.replace(value)
  const value = (inner: unknown) => encode(inner, placeholders)
  const encodedStates =
    states &&
    Object.fromEntries(
      Object.entries(states).map(([key, state]): [string, Json] => [text(key), state === null ? null : JSON.parse(state)]),
    )
  return {
    at,
    input: encodeInput(input, text, value),
    reactions: reactions.map(({ effect, turn, sent, thrown }) => ({
      effect: text(effect),
      turn,
      sent: sent.map(({ to, event }) => ({ to: text(to), event: value(event) })),
      thrown: thrown.map(value),
    })),
    loaded,
    messages: messages.map(text),
    ...(encodedStates && { states: encodedStates }),
  }
}

function encodeInput(
  input: LoggedStep['input'],
  text: (value: string) => string,
  value: (inner: unknown) => Json,
): RecordingFile['steps'][number]['input'] {
  switch (input.kind) {
    case 'event':
      return { ...input, to: text(input.to), from: text(input.from), event: value(input.event) }
    case 'output':
      return { ...input, effect: text(input.effect), output: value(input.output) }
    case 'error':
      return { ...input, effect: text(input.effect), error: value(input.error) }
    case 'timer':
      return { ...input, from: text(input.from), to: text(input.to) }
    default:
      return input
  }
}

/**
 * Converts a logged session to a recording. Addresses, emails, codes, hashes, signatures, tokens and keys are replaced by
 * placeholders.
 * @throws RecordingError if it is too large for a file.
 */
export function createRecording({ root, startedAt, steps }: Session, configuration: Configuration): RecordingFile {
  const placeholders = createPlaceholders()
  const { timeouts } = systemConfigurationOf(root.system)
  const encodeAll = (): RecordingFile => ({
    format: 'latchkey-recording',
    version: 1,
    recordedWith: VERSION,
    startedAt,
    configuration: encode(withoutKeys(configuration), placeholders),
    timeouts: { ...timeouts },
    steps: steps.map((step) => encodeStep(step, placeholders)),
  })
  // The first pass finds the secrets by the names of their fields, which can appear earlier in other texts.
  encodeAll()
  return encodeAll()
}

/** The text of a recording's file. */
export function recordingText(recording: RecordingFile): string {
  const text = `${JSON.stringify(recording, null, 1)}\n`
  if (text.length > RECORDING_LIMITS.characters) throw new RecordingError('The session is too large for a recording.')
  return text
}
