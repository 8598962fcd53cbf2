import { memo, useState, type ReactNode } from 'react'
import { useMask } from './masking.ts'
import { Scroller } from './Scroller.tsx'
import { concerns, isCommand, type Passed } from './sequence.ts'
import { linesOf } from './words.ts'

/** So many are drawn; the rest is found by its name. */
const DRAWN = 60

/** Who told whom what, the newest first. */
export function Sequence({ passed }: { passed: readonly Passed[] }) {
  const [word, setWord] = useState('')
  const found = word === '' ? passed : passed.filter((one) => concerns(one, word))
  return (
    <section className="sequence" aria-label="Commands and facts">
      <header>
        <h3>Commands and facts</h3>
        <input
          type="search"
          aria-label="Filter commands and facts"
          placeholder="Filter: send, network.changed …"
          value={word}
          onChange={({ target }) => setWord(target.value)}
        />
      </header>
      {found.length === 0 ? (
        <p>{passed.length === 0 ? 'Nothing has passed yet.' : 'Nothing of that name has passed.'}</p>
      ) : (
        <Scroller className="sequence-list" label="Newest first">
          <ol>
            {found.slice(0, DRAWN).map((one) => (
              <Entry key={one.id} one={one} />
            ))}
          </ol>
          {found.length > DRAWN && <p>{found.length - DRAWN} older ones; filter to find them.</p>}
        </Scroller>
      )}
    </section>
  )
}

const Entry = memo(function Entry({ one }: { one: Passed }) {
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
      <strong data-kind={isCommand(one) ? 'command' : 'fact'}>{type}</strong>
    </>
  )
  return <li>{told ? <Payload head={head} payload={payload} /> : <div className="sequence-head">{head}</div>}</li>
})

/** What an event carries, put into words only for whoever opens it. */
function Payload({ head, payload }: { head: ReactNode; payload: object }) {
  const [opened, setOpened] = useState(false)
  const mask = useMask()
  return (
    <details onToggle={({ currentTarget }) => setOpened(currentTarget.open)}>
      <summary className="sequence-head">{head}</summary>
      {opened && <pre>{linesOf(payload, mask).join('\n')}</pre>}
    </details>
  )
}
