/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks'
import type { AnyStateMachine } from 'xstate'
import * as machines from '../../../machines/index.ts'
import { maskText, noMask } from '../mask.ts'
import type { Recording, Recorder } from '../recorder.ts'
import { Chart } from './Chart.tsx'
import { MaskContext } from './masking.ts'
import { RecordingPage } from './RecordingPage.tsx'
import { Sequence } from './Sequence.tsx'
import { Tree, type Choice } from './Tree.tsx'
import { useReplay } from './useReplay.ts'

const charts: ReadonlyMap<string, AnyStateMachine> = new Map(
  Object.values(machines).map((machine: AnyStateMachine) => [machine.id, machine]),
)

const NO_MATCHES: readonly string[] = []

/** The data to show, and the placement of the panel. */
export interface PanelProps {
  recorder: Recorder
  /** Closes a panel that overlays the page. `undefined` in the page's flow. */
  close: (() => void) | undefined
  /** Opens Stately's inspector, if the page provides it. */
  openInspector: (() => void) | undefined
}

function useRecording(recorder: Recorder): Recording {
  const [recording, setRecording] = useState(recorder.recording)
  useEffect(() => {
    const show = () => setRecording(recorder.recording())
    show()
    return recorder.subscribe(show)
  }, [recorder])
  return recording
}

/** The charts of an instance's machines with their history, the events between them, and the recording of the session. */
export function Panel({ recorder, close, openInspector }: PanelProps) {
  const recording = useRecording(recorder)
  const [{ key, machineId, matches = NO_MATCHES }, choose] = useState<Choice>({
    key: 'latchkey',
    machineId: 'latchkey',
  })
  const [isUnmasked, setIsUnmasked] = useState(false)
  const [wide, setWide] = useState(false)
  const [tall, setTall] = useState(false)
  const [page, setPage] = useState<'charts' | 'sequence' | 'recording'>('charts')
  const opened = useReplay(recorder)
  const node = recording.tree.find((item) => item.key === key)
  const machine = charts.get(machineId) ?? machines.latchkeyMachine
  const masking = (
    <label className="charts-mask">
      <input
        type="checkbox"
        checked={isUnmasked}
        onChange={({ currentTarget }) => setIsUnmasked(currentTarget.checked)}
      />
      Show addresses and e-mails
    </label>
  )
  const inspector = openInspector && (
    <p className="charts-inspector">
      <button type="button" onClick={openInspector}>
        Open Stately’s inspector
      </button>
      <span>
        Its window is a page of stately.ai, and is told what the machines do; addresses and e-mails are masked.
      </span>
    </p>
  )
  const chart = (
    <>
      <Tree recording={recording} machines={charts} chosen={key} choose={choose} />
      <Chart
        key={key}
        name={node?.name ?? key.split(' › ').at(-1) ?? key}
        machine={machine}
        actor={node?.ref}
        history={recorder.history(key)}
        matches={matches}
        events={recording.events}
        wide={wide}
        setWide={setWide}
      />
    </>
  )
  const sequence = <Sequence events={recording.events} />
  const session = <RecordingPage recorder={recorder} opened={opened} />
  if (!close)
    return (
      <MaskContext.Provider value={isUnmasked ? noMask : maskText}>
        <div className="charts" data-wide={wide || undefined}>
          <div className="charts-options">
            {masking}
            {inspector}
          </div>
          {chart}
          {sequence}
          {session}
        </div>
      </MaskContext.Provider>
    )
  const tab = (name: typeof page, title: string) => (
    <button type="button" aria-pressed={page === name} onClick={() => setPage(name)}>
      {title}
    </button>
  )
  return (
    <MaskContext.Provider value={isUnmasked ? noMask : maskText}>
      <section className="charts dock" data-tall={tall || undefined} aria-label="Latchkey devtools">
        <header className="dock-bar">
          <h2 tabIndex={-1}>Latchkey</h2>
          <div className="charts-tools" role="group" aria-label="What is shown">
            {tab('charts', 'Charts')}
            {tab('sequence', 'Sequence')}
            {tab('recording', 'Recording')}
          </div>
          {masking}
          <div className="charts-tools">
            <button type="button" className="dock-tall" aria-pressed={tall} onClick={() => setTall(!tall)}>
              Full height
            </button>
            <button type="button" onClick={close}>
              Close
            </button>
          </div>
        </header>
        <div className="dock-body" data-page={page} data-wide={wide || undefined}>
          {page === 'charts' ? chart : page === 'sequence' ? sequence : session}
        </div>
      </section>
    </MaskContext.Provider>
  )
}
