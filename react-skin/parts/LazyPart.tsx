import type { ReactNode } from 'react'
import { useLoaded, type Loadable } from '../shell/loadable.ts'
import { useWord } from '../strings/strings.tsx'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

/** A part that is loaded when it is first shown; `children` stand in for it until then. */
export function LazyPart({ part, children }: { part: Loadable<object>; children: ReactNode }) {
  const loaded = useLoaded(part)
  if (loaded.status === 'failed') return <PartFailed onRetry={part.load} />
  if (loaded.status === 'ready') return <loaded.Component />
  return children
}

/** A part that could not be loaded, or broke. */
export function PartFailed({ onRetry }: { onRetry: () => void }) {
  const word = useWord()
  return (
    <div data-part="view">
      <Note tone="error">{word('viewFailed')}</Note>
      <Button onClick={onRetry}>{word('tryAgain')}</Button>
    </div>
  )
}
