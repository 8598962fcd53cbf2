import { useEffect, useState } from 'react'
import { shortAddress, type Latchkey } from '../../../sdk/index.ts'
import { useLatchkey } from '../../../react-skin/index.ts'

const KEPT = 200

interface Passed {
  id: number
  /** The very object: a fact that is announced is one, however many hear it. */
  event: object
  from: string
  to: readonly string[]
  type: string
  rest: string
}
type Inspected = Parameters<Parameters<Latchkey['inspect']>[0]>[0]

const shorten = (text: string): string => text.replace(/0x[0-9a-fA-F]{16,}/g, (hex) => shortAddress(hex))

/** What an event carries besides its type, in one line. */
function restOf(event: object): string {
  const { type: _, ...rest } = { type: '', ...event }
  if (Object.keys(rest).length === 0) return ''
  return shorten(JSON.stringify(rest, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}` : value)))
}

const nameOf = (ref: object | undefined): string | undefined =>
  ref && 'systemId' in ref && typeof ref.systemId === 'string' ? ref.systemId : undefined

let count = 0

/** An event from one named actor, or from the page, to a named actor; nothing for what happens within one. */
function passedOf(inspected: Inspected): Passed | undefined {
  if (inspected.type !== '@xstate.event') return undefined
  const { event, actorRef, sourceRef } = inspected
  const to = nameOf(actorRef)
  const from = sourceRef ? nameOf(sourceRef) : 'page'
  if (!to || !from || from === to || event.type.startsWith('xstate.')) return undefined
  return { id: (count += 1), event, from, to: [to], type: event.type, rest: restOf(event) }
}

/** The newest first. What the same event told one actor after another is one entry. */
function withOne(before: readonly Passed[], one: Passed): readonly Passed[] {
  const [latest, ...others] = before
  if (latest && latest.event === one.event && latest.from === one.from)
    return [{ ...latest, to: [...latest.to, ...one.to] }, ...others]
  return [one, ...before].slice(0, KEPT)
}

/** Commands and facts as they pass between the machines, the newest first. */
export function Passing() {
  const latchkey = useLatchkey()
  const [passed, setPassed] = useState<readonly Passed[]>([])
  useEffect(
    () =>
      latchkey.inspect((inspected) => {
        const one = passedOf(inspected)
        if (one) setPassed((before) => withOne(before, one))
      }),
    [latchkey],
  )
  return (
    <section className="passing" aria-label="Commands and facts">
      <h2>Commands and facts</h2>
      {passed.length === 0 ? (
        <p>Nothing has passed yet.</p>
      ) : (
        // Keyboard users scroll the list too.
        // oxlint-disable-next-line no-noninteractive-tabindex
        <ol tabIndex={0} aria-label="Newest first">
          {passed.map(({ id, from, to, type, rest }) => (
            <li key={id}>
              <strong>{type}</strong>
              <span>
                {from} → {to.join(', ')}
              </span>
              {rest !== '' && <code title={rest}>{rest}</code>}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
