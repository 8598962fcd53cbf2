/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { concerns, isCommand, type Passed } from '../sequence.ts'
import { linesOf } from '../words.ts'
import { Lifelines } from './Lifelines.tsx'
import { useMask } from './masking.ts'
import { Scroller } from './Scroller.tsx'

/** The maximum number of listed events; the search finds the others. */
const LISTED = 60

/** The events between machines, as lifelines or as a list with their payloads. */
export function Sequence({ passed }: { passed: readonly Passed[] }) {
  const [word, setWord] = useState('')
  const [listed, setListed] = useState(false)
  const found = word === '' ? passed : passed.filter((one) => concerns(one, word))
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
          value={word}
          onInput={({ currentTarget }) => setWord(currentTarget.value)}
        />
      </header>
      {found.length === 0 ? (
        <p>{passed.length === 0 ? 'Nothing has passed yet.' : 'Nothing of that name has passed.'}</p>
      ) : listed ? (
        <Scroller className="sequence-list" label="Newest first">
          <ol>
            {found.slice(0, LISTED).map((one) => (
              <Entry key={one.id} one={one} />
            ))}
          </ol>
          {found.length > LISTED && <p>{found.length - LISTED} older ones; filter to find them.</p>}
        </Scroller>
      ) : (
        <Lifelines passed={found} />
      )}
    </section>
  )
}

function Entry({ one }: { one: Passed }) {
  const mask = useMask()
  const { at, event, from, to } = one
  const { type, ...payload } = event
  const told = Object.keys(payload).length > 0
  const head = (
    <>
      <time>{(at / 1_000).toFixed(2)} s</time>
      <span className="sequence-way">
        {mask(from)} <span aria-label="to">→</span> {to.map(mask).join(', ')}
      </span>
      <strong data-kind={isCommand(one) ? 'command' : 'broadcast'}>{type}</strong>
    </>
  )
  return <li>{told ? <Told head={head} payload={payload} /> : <div className="sequence-head">{head}</div>}</li>
}

/** The payload of an event, formatted only when it is opened. */
function Told({ head, payload }: { head: ComponentChildren; payload: object }) {
  const [opened, setOpened] = useState(false)
  const mask = useMask()
  return (
    <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className="sequence-head">{head}</summary>
      {opened && <pre>{linesOf(payload, mask).join('\n')}</pre>}
    </details>
  )
}
