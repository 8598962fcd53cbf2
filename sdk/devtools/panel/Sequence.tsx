/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { matchesQuery, isCommand, type RecordedEvent } from '../sequence.ts'
import { linesOf } from '../words.ts'
import { Lifelines } from './Lifelines.tsx'
import { useMask } from './masking.ts'
import { Scroller } from './Scroller.tsx'

/** The maximum number of listed events; the search finds the others. */
const MAX_LISTED = 60

/** The events between machines, as lifelines or as a list with their payloads. */
export function Sequence({ events }: { events: readonly RecordedEvent[] }) {
  const [query, setQuery] = useState('')
  const [listed, setListed] = useState(false)
  const matches = query === '' ? events : events.filter((event) => matchesQuery(event, query))
  return (
    <section className="sequence" aria-label="Commands and broadcast events">
      <header>
        <h3>Commands and broadcast events</h3>
        <div className="charts-tools" role="group" aria-label="How they are shown">
          <button type="button" aria-pressed={!listed} onClick={() => setListed(false)}>
            Lifelines
          </button>
          <button type="button" aria-pressed={listed} onClick={() => setListed(true)}>
            List
          </button>
        </div>
        <input
          type="search"
          aria-label="Filter commands and broadcast events"
          placeholder="Filter: send, network.changed …"
          value={query}
          onInput={({ currentTarget }) => setQuery(currentTarget.value)}
        />
      </header>
      {matches.length === 0 ? (
        <p>{events.length === 0 ? 'Nothing has passed yet.' : 'Nothing of that name has passed.'}</p>
      ) : listed ? (
        <Scroller className="sequence-list" label="Newest first">
          <ol>
            {matches.slice(0, MAX_LISTED).map((event) => (
              <Entry key={event.id} recorded={event} />
            ))}
          </ol>
          {matches.length > MAX_LISTED && <p>{matches.length - MAX_LISTED} older ones; filter to find them.</p>}
        </Scroller>
      ) : (
        <Lifelines events={matches} />
      )}
    </section>
  )
}

function Entry({ recorded }: { recorded: RecordedEvent }) {
  const mask = useMask()
  const { at, event, from, to } = recorded
  const { type, ...payload } = event
  const hasPayload = Object.keys(payload).length > 0
  const head = (
    <>
      <time>{(at / 1_000).toFixed(2)} s</time>
      <span className="sequence-way">
        {mask(from)} <span aria-label="to">→</span> {to.map(mask).join(', ')}
      </span>
      <strong data-kind={isCommand(recorded) ? 'command' : 'broadcast'}>{type}</strong>
    </>
  )
  return <li>{hasPayload ? <Payload head={head} payload={payload} /> : <div className="sequence-head">{head}</div>}</li>
}

/** The payload of an event, formatted only when it is opened. */
function Payload({ head, payload }: { head: ComponentChildren; payload: object }) {
  const [opened, setOpened] = useState(false)
  const mask = useMask()
  return (
    <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className="sequence-head">{head}</summary>
      {opened && <pre>{linesOf(payload, mask).join('\n')}</pre>}
    </details>
  )
}
