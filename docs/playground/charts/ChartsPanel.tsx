import { useState, useSyncExternalStore } from 'react'
import type { AnyStateMachine } from 'xstate'
import * as machines from '../../../machines/index.ts'
import { Chart } from './Chart.tsx'
import { masked, open } from './mask.ts'
import { MaskContext } from './masking.ts'
import type { Recorder } from './recorder.ts'
import { Sequence } from './Sequence.tsx'
import { Tree, type Choice } from './Tree.tsx'
import './charts.css'

const charts: ReadonlyMap<string, AnyStateMachine> = new Map(
  Object.values(machines).map((machine: AnyStateMachine) => [machine.id, machine]),
)

const nothing: readonly string[] = []

/** The charts of an instance's machines, what each is doing and did, and what passes between them. */
export function ChartsPanel({
  recorder,
  openInspector,
}: {
  recorder: Recorder
  openInspector: (() => void) | undefined
}) {
  const picture = useSyncExternalStore(recorder.subscribe, recorder.picture)
  const [{ key, machineId, found = nothing }, choose] = useState<Choice>({ key: 'latchkey', machineId: 'latchkey' })
  const [shown, setShown] = useState(false)
  const [wide, setWide] = useState(false)
  const twig = picture.tree.find((one) => one.key === key)
  const machine = charts.get(machineId) ?? machines.latchkeyMachine
  return (
    <MaskContext value={shown ? open : masked}>
      <div className="charts" data-wide={wide || undefined}>
        <div className="charts-options">
          <label className="charts-mask">
            <input type="checkbox" checked={shown} onChange={({ target }) => setShown(target.checked)} />
            Show addresses and e-mails
          </label>
          {openInspector && (
            <p className="charts-inspector">
              <button type="button" onClick={openInspector}>
                Open Stately’s inspector
              </button>
              <span>
                Its window is a page of stately.ai, and is told what the machines do; addresses and e-mails are masked.
              </span>
            </p>
          )}
        </div>
        <Tree picture={picture} machines={charts} chosen={key} choose={choose} />
        <Chart
          key={key}
          name={twig?.name ?? key.split(' › ').at(-1) ?? key}
          machine={machine}
          actor={twig?.ref}
          moments={recorder.moments(key)}
          found={found}
          passed={picture.passed}
          wide={wide}
          setWide={setWide}
        />
        <Sequence passed={picture.passed} />
      </div>
    </MaskContext>
  )
}
