import { useSyncExternalStore } from 'react'
import { maskText } from '../../../sdk/devtools/mask.ts'
import type { Recorder } from '../../../sdk/devtools/recorder.ts'
import { isCommand } from '../../../sdk/devtools/sequence.ts'

const MAX_EVENTS = 7

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
        {events.slice(0, MAX_EVENTS).map((entry) => (
          <li key={entry.id} data-kind={isCommand(entry) ? 'command' : 'broadcast'}>
            <strong>{entry.event.type}</strong>
            <span>
              {maskText(entry.from)} → {entry.to.map(maskText).join(', ')}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
