/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { AnyStateMachine } from 'xstate'
import { useMask } from './masking.ts'
import type { Picture, Twig } from '../recorder.ts'
import { searchCharts, type Found } from '../search.ts'
import { valueText } from '../words.ts'

/** The selected chart: of an actor, or of a machine that does not run. */
export interface Choice {
  key: string
  machineId: string
  /** The states that match a search. */
  found?: readonly string[]
}

/** The actors as a tree, the stopped ones, and the machines that do not run. */
export function Tree({
  picture: { tree, gone },
  machines,
  chosen,
  choose,
}: {
  picture: Picture
  machines: ReadonlyMap<string, AnyStateMachine>
  chosen: string
  choose: (choice: Choice) => void
}) {
  const [word, setWord] = useState('')
  const found = searchCharts(machines.values(), word)
  const running = new Set([...tree, ...gone].map(({ machineId }) => machineId))
  const resting = [...machines.keys()].filter((id) => !running.has(id))
  /** The first running or stopped actor with this machine, else the machine itself. */
  const chooseFound = ({ machineId, states }: Found) =>
    choose({
      key: [...tree, ...gone].find((twig) => twig.machineId === machineId)?.key ?? machineId,
      machineId,
      found: states,
    })
  return (
    <nav className="charts-list" aria-label="Machines">
      <input
        type="search"
        aria-label="Search machines, states and events"
        placeholder="Search machines, states, events"
        value={word}
        onInput={({ currentTarget }) => setWord(currentTarget.value)}
      />
      <div className="charts-names">
        {word.trim() !== '' ? (
          <Results found={found} choose={chooseFound} />
        ) : (
          <>
            <Branch title="Running" twigs={tree} {...{ chosen, choose }} />
            <Branch title="Gone" twigs={gone} {...{ chosen, choose }} />
            <Branch title="Come and go" twigs={resting.map(restingTwig)} {...{ chosen, choose }} />
          </>
        )}
      </div>
    </nav>
  )
}

const restingTwig = (id: string): Twig => ({
  key: id,
  name: id,
  depth: 0,
  machineId: id,
  value: undefined,
  ref: undefined,
})

function Results({ found, choose }: { found: readonly Found[]; choose: (found: Found) => void }) {
  if (found.length === 0) return <p>Nothing is called so.</p>
  return (
    <ul aria-label="Found">
      {found.map((one) => (
        <li key={`${one.kind} ${one.machineId} ${one.name}`}>
          <button type="button" onClick={() => choose(one)}>
            <span className="charts-name">{one.name}</span>
            <span className="charts-value">
              {one.kind === 'machine' ? 'machine' : `${one.kind} of ${one.machineId}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

function Branch({
  title,
  twigs,
  chosen,
  choose,
}: {
  title: string
  twigs: readonly Twig[]
  chosen: string
  choose: (choice: Choice) => void
}) {
  if (twigs.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <ul aria-label={title}>
        {twigs.map(({ key, name, depth, machineId, value }) => (
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
