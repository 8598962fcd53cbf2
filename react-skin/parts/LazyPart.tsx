import type { ReactNode } from 'react'
import type { LazyName } from '../../sdk/index.ts'
import { useActor, useLatchkey, useSelect } from '../hooks.ts'
import { useLoaded, type Loadable } from '../shell/loadable.ts'
import { useEarlyWord } from '../strings/replaced.tsx'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

/** A part that is loaded when it is first shown; `children` stand in for it until then. */
export function LazyPart({ part, children }: { part: Loadable<object>; children: ReactNode }) {
  const loaded = useLoaded(part)
  if (loaded.status === 'failed') return <PartFailed onRetry={part.load} />
  if (loaded.status === 'ready') return <loaded.Component />
  return children
}

/** What needs a feature, which is loaded when it is first needed; `until` stands in for it until then. */
export function OfFeature({ name, until, children }: { name: LazyName; until: ReactNode; children: ReactNode }) {
  const { load } = useLatchkey()
  const there = useActor(name) !== undefined
  const failed = useSelect(`feature:${name}`, (loader) => loader?.value === 'failed' || loader?.value === 'stopped')
  if (there) return children
  return failed ? <PartFailed onRetry={() => void load(name)} /> : until
}

/** A part that could not be loaded, or broke; `children` are other ways out of it. */
export function PartFailed({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) {
  const word = useEarlyWord()
  return (
    <div data-part="view">
      <Note tone="error">{word('viewFailed')}</Note>
      <Button onClick={onRetry}>{word('tryAgain')}</Button>
      {/* Firefox never loads a file again that it failed to load once on a page. */}
      <Button onClick={() => location.reload()}>{word('reloadPage')}</Button>
      {children}
    </div>
  )
}
