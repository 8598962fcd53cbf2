import { useEffect, useRef } from 'react'

/** Tells when the end of a list is nearly in sight. With another key, it tells anew. */
export function EndOfList({ onSeen }: { onSeen: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  const seen = useRef(onSeen)
  useEffect(() => {
    seen.current = onSeen
  }, [onSeen])
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) seen.current()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <div ref={end} data-part="end-of-list" aria-hidden="true" />
}
