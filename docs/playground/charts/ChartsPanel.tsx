import { useEffect, useMemo, useRef, useState, type ReactNode, type Ref } from 'react'
import type { AnyStateMachine } from 'xstate'
import * as machines from '../../../machines/index.ts'
import type { Latchkey } from '../../../sdk/index.ts'
import { edgesOf, statesOf } from '../../mermaid.ts'
import { Drawing } from './draw.tsx'
import { layoutOf, reactionsOf, type Layout } from './graph.ts'
import { activeIds, linesOf, shortText, valueText } from './words.ts'
import './charts.css'

const charts: ReadonlyMap<string, AnyStateMachine> = new Map(
  Object.values(machines).map((machine: AnyStateMachine) => [machine.id, machine]),
)

/** A chart is drawn no smaller than this; what does not fit is reached by scrolling. */
const SMALLEST = 0.75

/** What the panel needs of a machine's snapshot. */
interface Moment {
  value: unknown
  context: unknown
}

const isMoment = (snapshot: object): snapshot is Moment => 'value' in snapshot && 'context' in snapshot

/** Every named actor of the instance that is a machine, by name, as it is now. */
function actorsOf(latchkey: Latchkey): ReadonlyMap<string, Moment> {
  // The pairing and the provider over it are systems of their own, once they are loaded.
  const systems = [latchkey.find('latchkey'), latchkey.find('pairing'), latchkey.find('provider')].map(
    (root) => root?.system.getAll() ?? {},
  )
  // Flows are found by what they are, at the namespace they serve.
  const flows = (['attempt', 'external', 'walletConnect', 'countdown', 'disconnection'] as const).map(
    (name) => [name, latchkey.find(name)] as const,
  )
  return new Map(
    [...systems.flatMap(Object.entries), ...flows].flatMap(([name, ref]) => {
      const snapshot = ref?.getSnapshot() as object | undefined
      return snapshot && isMoment(snapshot) ? [[name, snapshot] as const] : []
    }),
  )
}

/** The running actors, read anew after each turn in which something happened. */
function useActors(latchkey: Latchkey): ReadonlyMap<string, Moment> {
  const [actors, setActors] = useState(() => actorsOf(latchkey))
  useEffect(() => {
    let stopped = false
    let waiting = false
    const read = () => {
      waiting = false
      if (!stopped) setActors(actorsOf(latchkey))
    }
    const soon = () => {
      if (waiting) return
      waiting = true
      queueMicrotask(read)
    }
    const undo = [latchkey.inspect(soon), latchkey.watch('latchkey', soon)]
    return () => {
      stopped = true
      for (const end of undo) end()
    }
  }, [latchkey])
  return actors
}

function useLayout(machine: AnyStateMachine): Layout | undefined {
  const [laid, setLaid] = useState<{ machine: AnyStateMachine; layout: Layout }>()
  useEffect(() => {
    let current = true
    void layoutOf(machine).then((layout) => current && setLaid({ machine, layout }))
    return () => {
      current = false
    }
  }, [machine])
  return laid?.machine === machine ? laid.layout : undefined
}

function useWidth() {
  const ref = useRef<HTMLElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = ref.current
    if (!element) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

/** The charts of an instance's machines, with what each is doing at this moment. */
export function ChartsPanel({ latchkey }: { latchkey: Latchkey }) {
  const actors = useActors(latchkey)
  const [chosen, setChosen] = useState('latchkey')
  const resting = [...charts.keys()].filter((id) => ![...actors.keys()].some((name) => kindOf(name) === id))
  const machine = charts.get(kindOf(chosen)) ?? machines.latchkeyMachine
  return (
    <div className="charts">
      <nav className="charts-list" aria-label="Machines">
        <List title="Running" names={[...actors.keys()]} {...{ actors, chosen, setChosen }} />
        <List title="Come and go" names={resting} {...{ actors, chosen, setChosen }} />
      </nav>
      <Chart name={chosen} machine={machine} moment={actors.get(chosen)} />
    </div>
  )
}

/** `namespace:eip155` is a `namespace`. */
const kindOf = (name: string): string => name.split(':')[0] ?? name

function List({
  title,
  names,
  actors,
  chosen,
  setChosen,
}: {
  title: string
  names: readonly string[]
  actors: ReadonlyMap<string, Moment>
  chosen: string
  setChosen: (name: string) => void
}) {
  if (names.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button type="button" aria-pressed={name === chosen} onClick={() => setChosen(name)}>
              <span className="charts-name">{shortText(name)}</span>
              <span className="charts-value">{actors.has(name) ? valueText(actors.get(name)?.value) : ''}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Chart({ name, machine, moment }: { name: string; machine: AnyStateMachine; moment: Moment | undefined }) {
  const layout = useLayout(machine)
  const [ref, width] = useWidth()
  const active = useMemo(() => new Set(moment ? activeIds(machine.id, moment.value) : []), [machine, moment])
  const anywhere = useMemo(() => reactionsOf(edgesOf(machine), machine.root), [machine])
  const scale = layout ? Math.min(1, Math.max(SMALLEST, width / layout.width)) : 1
  return (
    <div className="charts-main">
      <header>
        <h2>{shortText(name)}</h2>
        <p>{machine.root.description}</p>
        <p className="charts-now" aria-live="polite">
          {moment ? <strong>{valueText(moment.value)}</strong> : 'Not running now.'}
        </p>
        {statesOf(machine.root)
          .filter(({ id, description }) => active.has(id) && description)
          .map(({ id, key, description }) => (
            <p key={id}>
              <strong>{key}:</strong> {description}
            </p>
          ))}
      </header>
      <Scroller ref={ref} className="charts-scroll" label={`Chart of ${machine.id}`}>
        {layout ? <Drawing {...{ machine, layout, active, scale }} /> : <p>Drawing …</p>}
      </Scroller>
      <div className="charts-words">
        {anywhere.length > 0 && (
          <div>
            <h3>From anywhere</h3>
            <Scroller className="charts-text" label="From anywhere">
              {anywhere.join('\n')}
            </Scroller>
          </div>
        )}
        {moment && (
          <div>
            <h3>Context</h3>
            <Scroller className="charts-text" label="Context">
              {linesOf(moment.context).join('\n')}
            </Scroller>
          </div>
        )}
      </div>
    </div>
  )
}

interface ScrollerProps {
  className: string
  label: string
  children: ReactNode
  ref?: Ref<HTMLElement>
}

/** A place that scrolls, also by keyboard: not every browser lets one focus it unless it is said. */
function Scroller({ className, label, children, ref }: ScrollerProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} aria-label={label} tabIndex={0} {...(ref && { ref })}>
      {children}
    </section>
  )
}
