/** @jsxImportSource preact */
import type { Difference, Replay } from '../recording/index.ts'
import type { RecordedInput } from '../recording/recording.schemas.ts'
import { linesOf, valueText } from '../words.ts'
import { useMask } from './masking.ts'
import { Scroller } from './Scroller.tsx'
import type { OpenedReplay } from './useReplay.ts'

/** Moves through a replay, and shows each step with the states that follow. */
export function ReplayView({ opened, replay }: { opened: OpenedReplay; replay: Replay }) {
  const mask = useMask()
  const { name, isPlaying, goTo, setPlaying, close } = opened
  const { steps } = replay.recording
  const position = replay.position()
  const step = steps[position - 1]
  if (!step) return null
  const difference = replay.differenceAt(position - 1)
  const first = replay.firstDifference()
  const move = (target: number) => {
    setPlaying(false)
    goTo(target)
  }
  const title = mask(inputTitle(step.input))
  const time = `${(step.at / 1_000).toFixed(2)} s`
  return (
    <div className="replay">
      <div className="replay-bar">
        <div className="charts-tools" role="group" aria-label="Replay">
          <button type="button" disabled={position <= 1} onClick={() => move(position - 1)}>
            Step back
          </button>
          <button type="button" onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? 'Pause' : 'Play'}
          </button>
          <button type="button" disabled={position >= steps.length} onClick={() => move(position + 1)}>
            Step forward
          </button>
        </div>
        <input
          type="range"
          aria-label="Step"
          min={1}
          max={steps.length}
          value={position}
          aria-valuetext={`Step ${position} of ${steps.length}: ${title}`}
          onInput={({ currentTarget: { value } }) => move(Number(value))}
        />
        <span className="replay-position">
          {position} of {steps.length} · {time}
        </span>
        <div className="charts-tools">
          <button type="button" onClick={close}>
            Close replay
          </button>
        </div>
      </div>
      <p className="replay-result" data-differs={first ? '' : undefined}>
        {first ? (
          <>
            <span>
              {mask(name)} differs from step {first.step + 1} on: {mask(first.input)}.
            </span>{' '}
            {position !== first.step + 1 && (
              <button type="button" onClick={() => move(first.step + 1)}>
                Show the first difference
              </button>
            )}
          </>
        ) : (
          `The replay of ${mask(name)} has the same states at each step.`
        )}
      </p>
      <div className="replay-step">
        <section aria-label="What happened">
          <h4>What happened</h4>
          <p className="replay-input" aria-live={isPlaying ? 'off' : 'polite'}>
            {title}
          </p>
          <Payload key={position} input={step.input} />
          {difference && <Differences difference={difference} />}
        </section>
        <section aria-label="States">
          <h4>States</h4>
          <States replay={replay} changed={Object.keys(step.states ?? {})} difference={difference} />
        </section>
      </div>
    </div>
  )
}

function inputTitle(input: RecordedInput): string {
  switch (input.kind) {
    case 'event':
      return `${input.from} sent ${input.event.type} to ${input.to}`
    case 'output':
      return `${input.effect} succeeded`
    case 'error':
      return `${input.effect} failed`
    case 'timer':
      return `The delay ${input.type} of ${input.from} ended`
    default:
      return 'Latchkey started'
  }
}

function valueOf(input: RecordedInput): unknown {
  if (input.kind === 'event') {
    const { type: _, ...payload } = input.event
    return Object.keys(payload).length > 0 ? payload : undefined
  }
  if (input.kind === 'output') return input.output
  return input.kind === 'error' ? input.error : undefined
}

function Payload({ input }: { input: RecordedInput }) {
  const mask = useMask()
  const value = valueOf(input)
  if (value === undefined) return null
  return (
    <Scroller className="charts-text" label="Its values">
      {linesOf(value, mask).join('\n')}
    </Scroller>
  )
}

function Differences({ difference: { missing, added, reasons } }: { difference: Difference }) {
  const mask = useMask()
  const list = (title: string, texts: readonly string[]) =>
    texts.length > 0 && (
      <>
        <h4>{title}</h4>
        <ul className="replay-list">
          {texts.map((text, index) => (
            <li key={`${index} ${text}`}>{mask(text)}</li>
          ))}
        </ul>
      </>
    )
  return (
    <>
      {list('What differs', reasons)}
      {list('Only in the recording', missing)}
      {list('Only in the replay', added)}
    </>
  )
}

const stateText = (state: string | undefined): string =>
  state === undefined ? 'not running' : valueText(JSON.parse(state))

/** The states after a step: the different ones first, then those that changed, then the others. */
function States({
  replay,
  changed,
  difference,
}: {
  replay: Replay
  changed: readonly string[]
  difference: Difference | undefined
}) {
  const mask = useMask()
  const different = new Map((difference?.states ?? []).map((state) => [state.actor, state]))
  const rankOf = (key: string) => (different.has(key) ? 0 : changed.includes(key) ? 1 : 2)
  const states = replay.states()
  // The loader of a feature is shown only where it differs.
  const keys = [...new Set([...different.keys(), ...changed, ...states.keys()])]
    .filter((key) => different.has(key) || !key.startsWith('feature:'))
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  return (
    <Scroller className="replay-states" label="States after this step">
      <ul>
        {keys.map((key) => {
          const differs = different.get(key)
          return (
            <li key={key} data-rank={rankOf(key)}>
              <span className="charts-name">{mask(key)}</span>
              {differs ? (
                <span className="charts-value">
                  recorded: <strong>{stateText(differs.recorded)}</strong>, now:{' '}
                  <strong>{stateText(differs.replayed)}</strong>
                </span>
              ) : (
                <span className="charts-value">
                  {stateText(states.get(key))}
                  {changed.includes(key) && ' (changed)'}
                </span>
              )}
            </li>
          )
        })}
      </ul>
    </Scroller>
  )
}
