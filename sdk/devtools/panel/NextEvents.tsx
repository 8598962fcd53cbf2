/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { isSecretName, maskText } from '../mask.ts'
import { useMask } from './masking.ts'
import { nextEventsOf, readEvent, wouldReact } from '../nextEvents.ts'
import { payloads } from '../payloads.ts'
import type { RecordedEvent } from '../sequence.ts'

/** The possible next events, as buttons that send them. */
export function NextEvents({ actor, events }: { actor: AnyActorRef; events: readonly RecordedEvent[] }) {
  const [chosen, setChosen] = useState<string>()
  const snapshot: AnyMachineSnapshot = actor.getSnapshot()
  const next = nextEventsOf(snapshot)
  if (next.length === 0) return <p>No event from outside has an effect in this state.</p>
  const list = (commands: boolean) => {
    const listed = next.filter(({ command }) => command === commands)
    if (listed.length === 0) return null
    return (
      <>
        <h4>{commands ? 'Commands' : 'Broadcast events that it handles'}</h4>
        <ul>
          {listed.map(({ type }) => {
            const form = payloads[type]
            const isForbidden = !form && !wouldReact(snapshot, { type })
            return (
              <li key={type}>
                {form ? (
                  <button
                    type="button"
                    aria-expanded={chosen === type}
                    onClick={() => setChosen(chosen === type ? undefined : type)}
                  >
                    {type} …
                  </button>
                ) : (
                  <button
                    type="button"
                    disabled={isForbidden}
                    title={isForbidden ? 'A guard forbids it now' : undefined}
                    onClick={() => actor.send({ type })}
                  >
                    {type}
                  </button>
                )}
                {form && chosen === type && <Form {...{ actor, snapshot, type, events }} {...form} />}
              </li>
            )
          })}
        </ul>
      </>
    )
  }
  return (
    <>
      {list(true)}
      {list(false)}
    </>
  )
}

const containsSecrets = (text: string): boolean =>
  maskText(text) !== text || [...text.matchAll(/"(\w+)":/g)].some(([, name = '']) => isSecretName(name))

/** The last payload of this type as text, unless it contains masked data. */
function lastOf(events: readonly RecordedEvent[], type: string, isMasking: boolean): string | undefined {
  const { type: _, ...payload } = events.find(({ event }) => event.type === type)?.event ?? { type }
  if (Object.keys(payload).length === 0) return undefined
  try {
    const text = JSON.stringify(payload, null, 2)
    return text.length > 2_000 || (isMasking && containsSecrets(text)) ? undefined : text
  } catch {
    // Amounts in base units are bigints, which JSON does not support.
    return undefined
  }
}

function Form({
  actor,
  snapshot,
  type,
  payload,
  optional,
  events,
}: {
  actor: AnyActorRef
  snapshot: AnyMachineSnapshot
  type: string
  payload: Record<string, unknown>
  optional: readonly string[]
  events: readonly RecordedEvent[]
}) {
  const isMasking = useMask() === maskText
  const [text, setText] = useState(() => lastOf(events, type, isMasking) ?? JSON.stringify(payload, null, 2))
  const read = readEvent(type, text)
  const fault = 'fault' in read ? read.fault : undefined
  const ignored = 'event' in read && !wouldReact(snapshot, read.event)
  return (
    <form
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if ('event' in read) actor.send(read.event)
      }}
    >
      <textarea
        aria-label={`What ${type} carries, as JSON`}
        aria-invalid={fault !== undefined}
        spellcheck={false}
        rows={Math.min(10, text.split('\n').length + 1)}
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      {optional.length > 0 && <p>It may carry as well: {optional.join(', ')}.</p>}
      <p role="status">{fault ?? (ignored ? 'As it stands the machine would ignore this.' : '')}</p>
      <button type="submit" disabled={fault !== undefined}>
        Send {type}
      </button>
    </form>
  )
}
