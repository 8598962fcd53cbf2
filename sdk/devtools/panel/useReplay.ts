import { useEffect, useState } from 'preact/hooks'
import { download } from '../export.ts'
import type { Replay } from '../recording/index.ts'
import type { Recorder } from '../recorder.ts'

/** The time that each step is shown while a replay plays. */
const STEP_MS = 600

/** A replayed recording, and the actions of the panel. */
export interface OpenedReplay {
  replay: Replay | undefined
  /** The name of the opened file. */
  name: string
  isPlaying: boolean
  /** What failed last, or an empty text. */
  fault: string
  exportSession(): void
  /** Replays the session that was recorded on this page. */
  openSession(): void
  openFile(file: File): void
  goTo(position: number): void
  setPlaying(isPlaying: boolean): void
  close(): void
}

const faultOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Exports and opens recordings, and moves through a replay. Its code is loaded when it is needed. */
export function useReplay(recorder: Recorder): OpenedReplay {
  const [opened, setOpened] = useState<{ replay: Replay; name: string }>()
  const [position, setPosition] = useState(0)
  const [isPlaying, setPlaying] = useState(false)
  const [fault, setFault] = useState('')
  const replay = opened?.replay
  const goTo = (target: number) => {
    replay?.goTo(target)
    if (replay) setPosition(replay.position())
  }
  useEffect(() => {
    if (!isPlaying || !replay) return undefined
    const timer = setTimeout(() => {
      replay.goTo(position + 1)
      setPosition(replay.position())
      if (replay.position() === replay.recording.steps.length) setPlaying(false)
    }, STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, replay, position])

  const run = (work: () => Promise<void>) => {
    setFault('')
    work().catch((error: unknown) => setFault(faultOf(error)))
  }
  const sessionText = async () => {
    const { createRecording, recordingText } = await import('../recording/index.ts')
    const session = recorder.log.session()
    if (!session) throw new Error('Nothing is recorded yet.')
    return recordingText(createRecording(session, recorder.configuration))
  }
  const open = async (text: string, name: string) => {
    const { loadReplay, parseRecording } = await import('../recording/index.ts')
    const loaded = await loadReplay(parseRecording(text))
    // Finds the first difference, and shows it.
    loaded.goTo(loaded.recording.steps.length)
    loaded.goTo((loaded.firstDifference()?.step ?? 0) + 1)
    setOpened({ replay: loaded, name })
    setPosition(loaded.position())
    setPlaying(false)
  }
  return {
    replay,
    name: opened?.name ?? '',
    isPlaying,
    fault,
    exportSession: () =>
      run(async () =>
        download({ name: 'latchkey-recording.json', type: 'application/json', text: await sessionText() }),
      ),
    openSession: () => run(async () => open(await sessionText(), 'this session')),
    openFile: (file) =>
      run(async () => {
        const { RECORDING_LIMITS } = await import('../recording/index.ts')
        if (file.size > RECORDING_LIMITS.characters) throw new Error('The file is too large for a recording.')
        await open(await file.text(), file.name)
      }),
    goTo,
    setPlaying(shouldPlay) {
      // At the end, it plays from the start.
      if (shouldPlay && position === replay?.recording.steps.length) goTo(1)
      setPlaying(shouldPlay)
    },
    close() {
      setOpened(undefined)
      setPlaying(false)
    },
  }
}
