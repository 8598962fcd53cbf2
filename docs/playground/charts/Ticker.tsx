import { useSyncExternalStore } from 'react'
import { useMask } from './masking.ts'
import type { Recorder } from './recorder.ts'
import { isCommand } from './sequence.ts'

const SHOWN = 7

/** What has just passed between the machines, beside the card that made it pass. */
export function Ticker({ recorder }: { recorder: Recorder }) {
  const { passed } = useSyncExternalStore(recorder.subscribe, recorder.picture)
  const mask = useMask()
  return (
    <section className="ticker" aria-label="Passing now">
      <header>
        <h3>Passing now</h3>
        <a className="plain" href="#charts">
          All of it
        </a>
      </header>
      <ol>
        {passed.slice(0, SHOWN).map((one) => (
          <li key={one.id} data-kind={isCommand(one) ? 'command' : 'fact'}>
            <strong>{one.event.type}</strong>
            <span>
              {mask(one.from)} → {one.to.map(mask).join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
