import { useEffect, useRef } from 'react'
import { watchVisibility } from './watchVisibility.ts'

/** Calls `onSeen` when the end of a list is nearly in view. To be called again, render it with another key. */
export function EndOfList({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  }, [onSeen])
  useEffect(() => (end.current ? watchVisibility(end.current, () => seen.current()) : undefined), [])
  return <div ref={end} data-part="end-of-list" aria-hidden="true" />
}
