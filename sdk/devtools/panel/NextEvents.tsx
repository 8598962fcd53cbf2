/** @jsxImportSource preact */
import { useState } from 'preact/hooks'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { isSecretName, masked } from '../mask.ts'
import { useMask } from './masking.ts'
import { nextEventsOf, readEvent, wouldReact } from '../nextEvents.ts'
import { payloads } from '../payloads.ts'
import type { Passed } from '../sequence.ts'

/** The possible next events, as buttons that send them. */
export function NextEvents({ actor, passed }: { actor: AnyActorRef; passed: readonly Passed[] }) {
  const [chosen, setChosen] = useState<string>()
  const snapshot: AnyMachineSnapshot = actor.getSnapshot()
  const next = nextEventsOf(snapshot)
  if (next.length === 0) return <p>Nothing from outside: it waits for the world, or is done.</p>
  const list = (commands: boolean) => {
    const events = next.filter(({ command }) => command === commands)
    if (events.length === 0) return null
    return (
      <>
        <h4>{commands ? 'Commands' : 'Facts that it hears'}</h4>
        <ul>
          {events.map(({ type }) => {
            const form = payloads[type]
            const forbidden = !form && !wouldReact(snapshot, { type })
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
                    disabled={forbidden}
                    title={forbidden ? 'A guard forbids it now' : undefined}
                    onClick={() => actor.send({ type })}
                  >
                    {type}
                  </button>
                )}
                {form && chosen === type && <Form {...{ actor, snapshot, type, passed }} {...form} />}
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
  masked(text) !== text || [...text.matchAll(/"(\w+)":/g)].some(([, name = '']) => isSecretName(name))

/** The last payload of this type as text, unless it contains masked data. */
function lastOf(passed: readonly Passed[], type: string, hides: boolean): string | undefined {
  const { type: _, ...payload } = passed.find(({ event }) => event.type === type)?.event ?? { type }
  if (Object.keys(payload).length === 0) return undefined
  try {
    const text = JSON.stringify(payload, null, 2)
    return text.length > 2_000 || (hides && containsSecrets(text)) ? undefined : text
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
  passed,
}: {
  actor: AnyActorRef
  snapshot: AnyMachineSnapshot
  type: string
  payload: Record<string, unknown>
  optional: readonly string[]
  passed: readonly Passed[]
}) {
  const hides = useMask() === masked
  const [text, setText] = useState(() => lastOf(passed, type, hides) ?? JSON.stringify(payload, null, 2))
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
