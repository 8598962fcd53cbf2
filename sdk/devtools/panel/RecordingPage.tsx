/** @jsxImportSource preact */
import { useRef } from 'preact/hooks'
import type { Recorder } from '../recorder.ts'
import type { LogStatus } from '../sessionLog.ts'
import { ReplayView } from './ReplayView.tsx'
import type { OpenedReplay } from './useReplay.ts'

const statusTexts: Readonly<Record<LogStatus, string>> = {
  waiting: 'The recording begins when Latchkey starts.',
  missed: 'Latchkey started before the devtools, so this session is not recorded. Press Record to restart it.',
  recording: 'Recording since Latchkey started.',
  stopped: 'The recording is stopped.',
  full: 'The recording is full. Export it, or press Record to begin a new one.',
}

/** Records a session, exports it, and replays one. */
export function RecordingPage({ recorder, opened }: { recorder: Recorder; opened: OpenedReplay }) {
  const file = useRef<HTMLInputElement>(null)
  const status = recorder.log.status()
  const count = recorder.log.session()?.steps.length ?? 0
  const { replay, fault, exportSession, openSession, openFile } = opened
  return (
    <section className="recording" aria-label="Recording">
      <header>
        <h3>Recording</h3>
        <div className="charts-tools" role="group" aria-label="Record a session">
          <button
            type="button"
            title="Restarts Latchkey on this page"
            disabled={status === 'recording' || status === 'waiting'}
            onClick={() => recorder.restart()}
          >
            Record
          </button>
          <button type="button" disabled={status !== 'recording'} onClick={() => recorder.stopSession()}>
            Stop
          </button>
          <button type="button" disabled={count === 0} onClick={exportSession}>
            Export
          </button>
          <button type="button" disabled={count === 0} onClick={openSession}>
            Replay
          </button>
          <button type="button" onClick={() => file.current?.click()}>
            Open recording
          </button>
          <input
            ref={file}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label="Recording file"
            onChange={({ currentTarget }) => {
              const [chosen] = currentTarget.files ?? []
              if (chosen) openFile(chosen)
              // The same file can be opened again.
              currentTarget.value = ''
            }}
          />
        </div>
      </header>
      <p>
        <span role="status">{statusTexts[status]}</span> {count > 0 && `${count} steps.`}
      </p>
      {fault !== '' && (
        <p className="recording-fault" role="alert">
          {fault}
        </p>
      )}
      {replay ? (
        <ReplayView opened={opened} replay={replay} />
      ) : (
        <p>
          A recording has the events from outside and the results of effects, with the states that followed. Addresses,
          emails, codes, hashes, signatures and keys are replaced. Other texts are not, such as a message that was
          signed: read the file before you share it.
        </p>
      )}
    </section>
  )
}
