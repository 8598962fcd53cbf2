import { systemConfigurationOf } from '../../../machines/core/implementations.ts'
import type { Configuration } from '../../../machines/project/configuration.types.ts'
import { VERSION } from '../../instance/version.ts'
import type { LoggedStep, Session } from '../sessionLog.ts'
import { createEncoder, type Encoder, type Json } from './encoding.ts'
import { createPlaceholders, type Placeholders } from './placeholders.ts'
import { RECORDING_LIMITS, RecordingError, type RecordingFile } from './recording.schemas.ts'

/** Replaces the keys of the settings, also where an event or an error contains them. The encoder replaces the URLs of nodes. */
function hideKeys({ projectId, onrampProviders }: Configuration, { hide }: Placeholders): void {
  if (projectId !== undefined) hide(projectId, 'recorded')
  for (const { url } of onrampProviders) if (url !== undefined) hide(url, new URL(url).origin)
}

type RecordedStep = RecordingFile['steps'][number]
type Text = (value: string) => string

function encodeStep(
  { at, input, reactions, loaded, messages, reads, states }: LoggedStep,
  text: Text,
  { encode }: Encoder,
): RecordedStep {
  const encodedStates =
    states &&
    Object.fromEntries(
      Object.entries(states).map(([key, state]): [string, Json] => [
        text(key),
        state === null ? null : JSON.parse(state),
      ]),
    )
  return {
    at,
    input: encodeInput(input, text, encode),
    reactions: reactions.map(({ effect, turn, sent, thrown }) => ({
      effect: text(effect),
      turn,
      sent: sent.map(({ to, event }) => ({ to: text(to), event: encode(event) })),
      thrown: thrown.map(encode),
    })),
    loaded,
    messages: messages.map(text),
    reads,
    ...(encodedStates && { states: encodedStates }),
  }
}

function encodeInput(input: LoggedStep['input'], text: Text, encode: Encoder['encode']): RecordedStep['input'] {
  switch (input.kind) {
    case 'event':
      return { ...input, to: text(input.to), from: text(input.from), event: encode(input.event) }
    case 'output':
      return { ...input, effect: text(input.effect), output: encode(input.output) }
    case 'error':
      return { ...input, effect: text(input.effect), error: encode(input.error) }
    case 'timer':
      return { ...input, from: text(input.from), to: text(input.to) }
    default:
      return input
  }
}

/**
 * Converts a logged session to a recording. Addresses, emails, codes, hashes, signatures, tokens and keys are replaced by
 * placeholders.
 * @throws RecordingError if it has no steps.
 */
export function createRecording({ root, startedAt, steps }: Session, configuration: Configuration): RecordingFile {
  if (steps.length === 0) throw new RecordingError('Nothing is recorded yet.')
  const placeholders = createPlaceholders()
  const { timeouts } = systemConfigurationOf(root.system)
  hideKeys(configuration, placeholders)
  const text: Text = (value) => placeholders.replace(value)
  const encodeAll = (encoder: Encoder): RecordingFile => ({
    format: 'latchkey-recording',
    version: 1,
    recordedWith: VERSION,
    startedAt,
    configuration: encoder.encode(configuration),
    timeouts: { ...timeouts },
    steps: steps.map((step) => encodeStep(step, text, encoder)),
  })
  // The first pass counts the objects, and finds the secrets by the names of their fields: they can appear earlier in other texts.
  const first = createEncoder(placeholders)
  encodeAll(first)
  return encodeAll(createEncoder(placeholders, first))
}

/** The text of a recording's file. Throws if it is too large. */
export function recordingText(recording: RecordingFile): string {
  const text = `${JSON.stringify(recording, null, 1)}\n`
  if (text.length > RECORDING_LIMITS.characters) throw new RecordingError('The session is too large for a recording.')
  return text
}
