/** @jsxImportSource preact */
import type { Moment } from '../recorder.ts'
import { valueText } from '../words.ts'

/** A slider over a machine's past states, by mouse or arrow keys. Its end is the current state. */
export function Timeline({
  moments,
  shown,
  show,
}: {
  moments: readonly Moment[]
  /** The index of the selected moment; `undefined` for the current state. */
  shown: number | undefined
  show: (index: number | undefined) => void
}) {
  const [first] = moments
  const last = moments.at(-1)
  if (!first || !last) return null
  const moment = moments.find(({ index }) => index === shown) ?? last
  const live = shown === undefined
  return (
    <div className="timeline" data-live={live ? '' : undefined}>
      <label>
        <span>Look back</span>
        <input
          type="range"
          min={first.index}
          max={last.index}
          value={moment.index}
          disabled={first === last}
          aria-valuetext={`${valueText(moment.value)}, after ${moment.event}${live ? ', now' : ''}`}
          onInput={({ currentTarget: { value } }) => show(Number(value) >= last.index ? undefined : Number(value))}
        />
      </label>
      <output>
        {moment.index - first.index + 1} of {moments.length} · {(moment.at / 1_000).toFixed(2)} s ·{' '}
        {moment.event === 'xstate.init' ? 'its beginning' : `after ${moment.event}`}
      </output>
      <button type="button" disabled={live} onClick={() => show(undefined)}>
        {live ? 'Live' : 'Back to now'}
      </button>
    </div>
  )
}
