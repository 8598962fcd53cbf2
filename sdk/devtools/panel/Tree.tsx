/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { AnyStateMachine } from 'xstate'
import { useMask } from './masking.ts'
import type { Recording, ActorNode } from '../recorder.ts'
import { searchCharts, type SearchResult } from '../search.ts'
import { valueText } from '../words.ts'

/** The selected chart: of an actor, or of a machine that does not run. */
export interface Choice {
  key: string
  machineId: string
  /** The states that match a search. */
  matches?: readonly string[]
}

/** The actors as a tree, the stopped ones, and the machines that do not run. */
export function Tree({
  recording: { tree, stopped },
  machines,
  chosen,
  choose,
}: {
  recording: Recording
  machines: ReadonlyMap<string, AnyStateMachine>
  chosen: string
  choose: (choice: Choice) => void
}) {
  const [query, setQuery] = useState('')
  const results = searchCharts(machines.values(), query)
  const running = new Set([...tree, ...stopped].map(({ machineId }) => machineId))
  const idleIds = [...machines.keys()].filter((id) => !running.has(id))
  /** The first running or stopped actor with this machine, else the machine itself. */
  const chooseResult = ({ machineId, states }: SearchResult) =>
    choose({
      key: [...tree, ...stopped].find((twig) => twig.machineId === machineId)?.key ?? machineId,
      machineId,
      matches: states,
    })
  return (
    <nav className="charts-list" aria-label="Machines">
      <input
        type="search"
        aria-label="Search machines, states and events"
        placeholder="Search machines, states, events"
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      <div className="charts-names">
        {query.trim() !== '' ? (
          <Results results={results} choose={chooseResult} />
        ) : (
          <>
            <Branch title="Running" nodes={tree} {...{ chosen, choose }} />
            <Branch title="Gone" nodes={stopped} {...{ chosen, choose }} />
            <Branch title="Come and go" nodes={idleIds.map(stoppedNode)} {...{ chosen, choose }} />
          </>
        )}
      </div>
    </nav>
  )
}

const stoppedNode = (id: string): ActorNode => ({
  key: id,
  name: id,
  depth: 0,
  machineId: id,
  value: undefined,
  ref: undefined,
})

function Results({ results, choose }: { results: readonly SearchResult[]; choose: (result: SearchResult) => void }) {
  if (results.length === 0) return <p>Nothing is called so.</p>
  return (
    <ul aria-label="Found">
      {results.map((result) => (
        <li key={`${result.kind} ${result.machineId} ${result.name}`}>
          <button type="button" onClick={() => choose(result)}>
            <span className="charts-name">{result.name}</span>
            <span className="charts-value">
              {result.kind === 'machine' ? 'machine' : `${result.kind} of ${result.machineId}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Branch({
  title,
  nodes,
  chosen,
  choose,
}: {
  title: string
  nodes: readonly ActorNode[]
  chosen: string
  choose: (choice: Choice) => void
}) {
  if (nodes.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul aria-label={title}>
        {nodes.map(({ key, name, depth, machineId, value }) => (
          <Row
            key={key}
            id={key}
            name={name}
            depth={Math.min(depth, 4)}
            machineId={machineId}
            text={value === undefined ? '' : valueText(value)}
            chosen={key === chosen}
            choose={choose}
          />
        ))}
      </ul>
    </>
  )
}

function Row({
  id,
  name,
  depth,
  machineId,
  text,
  chosen,
  choose,
}: {
  id: string
  name: string
  depth: number
  machineId: string | undefined
  text: string
  chosen: boolean
  choose: (choice: Choice) => void
}) {
  const mask = useMask()
  if (machineId === undefined)
    return (
      <li className="charts-effect" data-depth={depth}>
        {mask(name)}
      </li>
    )
  return (
    <li data-depth={depth}>
      <button type="button" aria-pressed={chosen} onClick={() => choose({ key: id, machineId })}>
        <span className="charts-name">{mask(name)}</span>
        <span className="charts-value">{text}</span>
      </button>
    </li>
  )
}
