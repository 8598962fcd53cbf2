import type { AnyStateMachine } from 'xstate'
import type { SnapshotOf } from '../machines/core/contract.ts'
import type { Difference } from '../sdk/devtools/recording/replay.ts'
import type { ActorName, Directory } from '../sdk/instance/directory.ts'

/** A replayed recording. */
export interface RecordingReplay {
  /** What happened in each step, oldest first, such as `send.submit to send`. */
  steps: readonly string[]
  /** Where the machines first took another path than in the recording; `undefined` if they took the same. */
  firstDifference: Difference | undefined
  /** Returns the snapshot of an actor after the last step, or after the one of `goTo`; `undefined` if it does not run then. */
  snapshotOf<Name extends ActorName>(name: Name): SnapshotOf<Directory[Name]> | undefined
  /** Goes to the state after a number of steps, forwards or backwards. */
  goTo(steps: number): void
}

/**
 * Replays a recording of the devtools. The same machines receive the recorded events and results of effects, on a simulated clock.
 * Nothing is requested, stored or sent.
 * @param recording The text of the file, or its parsed JSON.
 * @param options `machines`: machines to use instead of Latchkey's, by the names of their features, such as `send`.
 * @returns The replay, after the last step.
 * @throws RecordingError if the file is not a recording, or not one that this version can replay.
 * @example
 * const replay = await replayRecording(await readFile('recording.json', 'utf8'))
 * expect(replay.firstDifference).toBeUndefined()
 * expect(replay.snapshotOf('send')?.value).toBe('sent')
 */
export async function replayRecording(
  recording: unknown,
  options: { machines?: Readonly<Record<string, AnyStateMachine>> } = {},
): Promise<RecordingReplay> {
  const { inputText, loadReplay, parseRecording } = await import('../sdk/devtools/recording/index.ts')
  const parsed = parseRecording(recording)
  const replay = await loadReplay(parsed, options)
  replay.goTo(parsed.steps.length)
  return {
    steps: parsed.steps.map(inputText),
    firstDifference: replay.firstDifference(),
    snapshotOf: <Name extends ActorName>(name: Name) =>
      replay.snapshotOf(name) as SnapshotOf<Directory[Name]> | undefined,
    goTo: (steps) => replay.goTo(steps),
  }
}
