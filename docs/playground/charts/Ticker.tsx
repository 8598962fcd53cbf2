import { useSyncExternalStore } from 'react'
import { maskText } from '../../../sdk/devtools/mask.ts'
import type { Recorder } from '../../../sdk/devtools/recorder.ts'
import { isCommand } from '../../../sdk/devtools/sequence.ts'

const SHOWN = 7

/** The latest events between the machines, next to the card that caused them. */
export function Ticker({ recorder }: { recorder: Recorder }) {
  const { events } = useSyncExternalStore(recorder.subscribe, recorder.recording)
  return (
    <section className="ticker" aria-label="Latest events">
      <header>
        <h3>Latest events</h3>
        <a className="plain" href="#charts">
          All events
        </a>
      </header>
      <ol>
        {events.slice(0, SHOWN).map((one) => (
          <li key={one.id} data-kind={isCommand(one) ? 'command' : 'broadcast'}>
            <strong>{one.event.type}</strong>
            <span>
              {maskText(one.from)} → {one.to.map(maskText).join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
