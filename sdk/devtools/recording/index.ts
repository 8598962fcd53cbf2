/** Recordings of sessions. They are loaded when one is exported or opened. */
export { createRecording, recordingText } from './createRecording.ts'
export { parseRecording, RECORDING_LIMITS } from './recording.schemas.ts'
export { inputText, loadReplay } from './replay.ts'
export type { Difference, Replay } from './replay.ts'
