/** @jsxImportSource preact */
import type { PastState } from '../recorder.ts'
import { valueText } from '../words.ts'

/** A slider over a machine's past states, by mouse or arrow keys. Its end is the current state. */
export function Timeline({
  history,
  selectedIndex,
  select,
}: {
  history: readonly PastState[]
  /** The index of the selected state; `undefined` for the current state. */
  selectedIndex: number | undefined
  select: (index: number | undefined) => void
}) {
  const [first] = history
  const last = history.at(-1)
  if (!first || !last) return null
  const selected = history.find(({ index }) => index === selectedIndex) ?? last
  const live = selectedIndex === undefined
  return (
    <div className="timeline" data-live={live ? '' : undefined}>
      <label>
        <span>Look back</span>
        <input
          type="range"
          min={first.index}
          max={last.index}
          value={selected.index}
          disabled={first === last}
          aria-valuetext={`${valueText(selected.value)}, after ${selected.event}${live ? ', now' : ''}`}
          onInput={({ currentTarget: { value } }) => select(Number(value) >= last.index ? undefined : Number(value))}
        />
      </label>
      <output>
        {selected.index - first.index + 1} of {history.length} · {(selected.at / 1_000).toFixed(2)} s ·{' '}
        {selected.event === 'xstate.init' ? 'its beginning' : `after ${selected.event}`}
      </output>
      <button type="button" disabled={live} onClick={() => select(undefined)}>
        {live ? 'Live' : 'Back to now'}
      </button>
    </div>
  )
}
