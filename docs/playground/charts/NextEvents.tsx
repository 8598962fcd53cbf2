import { useEffect, useState } from 'react'
import type { AnyActorRef, AnyMachineSnapshot } from 'xstate'
import { masked } from './mask.ts'
import { useMask } from './masking.ts'
import { nextEventsOf, readEvent, wouldReact } from './nextEvents.ts'
import type { Passed } from './sequence.ts'
import { payloadOf, type Shapes } from './shapes.ts'

let loading: Promise<Shapes> | undefined

/** What the contracts say of events, once it is loaded. */
function useShapes(): Shapes | undefined {
  const [shapes, setShapes] = useState<Shapes>()
  useEffect(() => {
    let wanted = true
    loading ??= import('./contracts.ts').then(({ shapes }) => shapes)
    void loading.then((loaded) => wanted && setShapes(loaded))
    return () => {
      wanted = false
    }
  }, [])
  return shapes
}

/** What can happen next, as buttons that make it happen. */
export function NextEvents({ actor, passed }: { actor: AnyActorRef; passed: readonly Passed[] }) {
  const shapes = useShapes()
  const [chosen, setChosen] = useState<string>()
  const snapshot: AnyMachineSnapshot = actor.getSnapshot()
  const next = nextEventsOf(snapshot)
  if (!shapes) return <p>…</p>
  if (next.length === 0) return <p>Nothing from outside: it waits for the world, or is done.</p>
  const list = (commands: boolean) => {
    const events = next.filter(({ command }) => command === commands)
    if (events.length === 0) return null
    return (
      <>
        <h4>{commands ? 'Commands' : 'Facts that it hears'}</h4>
        <ul>
          {events.map(({ type }) => {
            const form = payloadOf(shapes, type)
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

/** What passed last of this type, as text, unless it names somebody who is not to be seen. */
function lastOf(passed: readonly Passed[], type: string, hides: boolean): string | undefined {
  const { type: _, ...payload } = passed.find(({ event }) => event.type === type)?.event ?? { type }
  if (Object.keys(payload).length === 0) return undefined
  try {
    const text = JSON.stringify(payload, null, 2)
    return text.length > 2_000 || (hides && masked(text) !== text) ? undefined : text
  } catch {
    // Amounts in base units are bigints, which JSON has not.
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
        spellCheck={false}
        rows={Math.min(10, text.split('\n').length + 1)}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {optional.length > 0 && <p>It may carry as well: {optional.join(', ')}.</p>}
      <p role="status">{fault ?? (ignored ? 'As it stands the machine would ignore this.' : '')}</p>
      <button type="submit" disabled={fault !== undefined}>
        Send {type}
      </button>
    </form>
  )
}
