/** @jsxImportSource preact */
import type { RefObject } from 'preact'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { AnyActorRef, AnyStateMachine } from 'xstate'
import { download, jsonFile, mermaidFile, svgFile } from '../export.ts'
import { reactionsOf, type Layout } from '../layout.ts'
import { layouts } from '../layouts/index.ts'
import { edgesOf, statesOf } from '../mermaid.ts'
import type { PastState } from '../recorder.ts'
import type { RecordedEvent } from '../sequence.ts'
import { activeIds, linesOf, valueText } from '../words.ts'
import { Drawing } from './Drawing.tsx'
import { useMask } from './masking.ts'
import { NextEvents } from './NextEvents.tsx'
import { Scroller } from './Scroller.tsx'
import { Timeline } from './Timeline.tsx'

/** The zoom factor of one step, and the limits. */
const STEP = 1.25
const ZOOM = { least: 0.2, most: 4 } as const

const NO_STATES: ReadonlySet<string> = new Set()

/** Loads a machine's layout. `undefined` until it is loaded; `missing` if it cannot be loaded. */
function useLayout(machine: AnyStateMachine): Layout | 'missing' | undefined {
  const [loaded, setLoaded] = useState<{ id: string; layout: Layout | 'missing' }>()
  useEffect(() => {
    let current = true
    const setResult = (layout: Layout | 'missing') => current && setLoaded({ id: machine.id, layout })
    const load = layouts[machine.id] ?? (() => Promise.reject(new Error(`${machine.id} is not drawn`)))
    load().then(
      ({ layout }) => setResult(layout),
      () => setResult('missing'),
    )
    return () => {
      current = false
    }
  }, [machine])
  return loaded?.id === machine.id ? loaded.layout : undefined
}

/** The size of an element's content box. */
function useSize() {
  const ref = useRef<HTMLElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    let frame = 0
    // One frame later: resizing in the callback would cause the error `ResizeObserver loop completed with undelivered
    // notifications`.
    const observer = new ResizeObserver(([entry]) => {
      cancelAnimationFrame(frame)
      if (entry)
        frame = requestAnimationFrame(() =>
          setSize({ width: entry.contentRect.width, height: entry.contentRect.height }),
        )
    })
    observer.observe(element)
    return () => {
      cancelAnimationFrame(frame)
      observer.disconnect()
    }
  }, [])
  return [ref, size] as const
}

/** A machine's chart, in its current state or a past one. */
export function Chart({
  name,
  machine,
  actor,
  history,
  matches,
  events,
  wide,
  setWide,
}: {
  name: string
  machine: AnyStateMachine
  /** `undefined` while it does not run. */
  actor: AnyActorRef | undefined
  history: readonly PastState[]
  matches: readonly string[]
  events: readonly RecordedEvent[]
  /** Shows the chart across the whole width, with the lists below. */
  wide: boolean
  setWide: (wide: boolean) => void
}) {
  const mask = useMask()
  const [selectedIndex, setSelectedIndex] = useState<number>()
  const past = history.find(({ index }) => index === selectedIndex)
  const state = past ?? history.at(-1)
  const isActive = past !== undefined || actor !== undefined
  const active = useMemo(
    () => (state && isActive ? new Set(activeIds(machine.id, state.value)) : NO_STATES),
    [machine, state, isActive],
  )
  const result = useLayout(machine)
  const layout = result === 'missing' ? undefined : result
  const [ref, size] = useSize()
  const anywhere = useMemo(() => reactionsOf(edgesOf(machine), machine.root), [machine])
  const marked = useMemo(() => new Set(matches), [matches])
  const [zoom, setZoom] = useState<number>()
  const fit = layout && size.width > 0 ? Math.min(1, Math.floor(size.width) / layout.width) : 1
  const scale = zoom ?? fit
  const larger = layout && (layout.width * scale > size.width + 1 || layout.height * scale > size.height + 1)
  return (
    <>
      <div className="charts-main">
        <header>
          <div className="charts-head">
            <h3>{mask(name)}</h3>
            <Exports machine={machine} drawing={ref} ready={layout !== undefined} />
          </div>
          <p>{machine.root.description}</p>
          <p className="charts-now" aria-live="polite">
            {state && isActive ? <strong>{valueText(state.value)}</strong> : 'Not running now.'}
            {past && <span> as it was</span>}
          </p>
          {statesOf(machine.root)
            .filter(({ id, description }) => active.has(id) && description)
            .map(({ id, key, description }) => (
              <p key={id}>
                <strong>{key}:</strong> {description}
              </p>
            ))}
        </header>
        <div className="charts-size">
          <Zoom scale={scale} fits={zoom === undefined} change={setZoom} />
          <button type="button" aria-pressed={wide} onClick={() => setWide(!wide)}>
            Whole width
          </button>
          <p aria-live="polite">{larger && 'Larger than its frame: scroll it, by the arrow keys as well.'}</p>
        </div>
        <Scroller elementRef={ref} className="charts-scroll" label={`Chart of ${machine.id}`}>
          {layout ? (
            <Drawing {...{ machine, layout, active, marked, scale }} />
          ) : (
            <p>{result ? 'The drawing could not be loaded.' : 'Drawing …'}</p>
          )}
        </Scroller>
        <Timeline history={history} selectedIndex={past?.index} select={setSelectedIndex} />
        {anywhere.length > 0 && (
          <details className="charts-anywhere">
            <summary>From anywhere</summary>
            <Scroller className="charts-text" label="From anywhere">
              {anywhere.join('\n')}
            </Scroller>
          </details>
        )}
      </div>
      <div className="charts-side">
        <section className="charts-next" aria-label="What can happen next">
          <h3>What can happen next</h3>
          {past ? (
            <p>This is over. Go back to now to send something.</p>
          ) : actor ? (
            <NextEvents actor={actor} events={events} />
          ) : (
            <p>It does not run.</p>
          )}
        </section>
        {state && (
          <section aria-label="What it knows">
            <h3>Context</h3>
            <Context context={state.context} />
          </section>
        )}
      </div>
    </>
  )
}

function Zoom({
  scale,
  fits,
  change,
}: {
  scale: number
  fits: boolean
  /** `undefined` fits the chart to the available space. */
  change: (zoom: number | undefined) => void
}) {
  return (
    <div className="charts-tools" role="group" aria-label="Size of the chart">
      <button
        type="button"
        aria-label="Zoom out"
        disabled={scale <= ZOOM.least}
        onClick={() => change(Math.max(ZOOM.least, scale / STEP))}
      >
        −
      </button>
      <output aria-label="Size">{Math.round(scale * 100)} %</output>
      <button
        type="button"
        aria-label="Zoom in"
        disabled={scale >= ZOOM.most}
        onClick={() => change(Math.min(ZOOM.most, scale * STEP))}
      >
        +
      </button>
      <button type="button" aria-pressed={fits} onClick={() => change(undefined)}>
        Fit
      </button>
    </div>
  )
}

function Context({ context }: { context: unknown }) {
  const mask = useMask()
  const text = useMemo(() => linesOf(context, mask).join('\n'), [context, mask])
  return (
    <Scroller className="charts-text" label="Context">
      {text}
    </Scroller>
  )
}

function Exports({
  machine,
  drawing,
  ready,
}: {
  machine: AnyStateMachine
  drawing: RefObject<HTMLElement | null>
  ready: boolean
}) {
  const svg = () => {
    const element = drawing.current?.querySelector('svg')
    if (element) download(svgFile(machine.id, element))
  }
  return (
    <div className="charts-tools" role="group" aria-label={`Download the chart of ${machine.id}`}>
      <button type="button" title="For Stately, or createMachine" onClick={() => download(jsonFile(machine))}>
        JSON
      </button>
      <button type="button" onClick={() => download(mermaidFile(machine))}>
        Mermaid
      </button>
      <button type="button" disabled={!ready} onClick={svg}>
        SVG
      </button>
    </div>
  )
}
