import type { ReactNode } from 'react'
import type { LazyName } from '../../sdk/index.ts'
import { useActor, useLatchkey, useActorSelector } from '../hooks/index.ts'
import { useLoaded, type Loadable } from '../shell/loadable.ts'
import { useEarlyWord } from '../strings/replaced.tsx'
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

/** A part that is loaded when it is first shown; `children` are its placeholder. */
export function LazyPart({ part, children }: { part: Loadable<object>; children: ReactNode }) {
  const loaded = useLoaded(part)
  if (loaded.status === 'failed') return <PartFailed onRetry={part.load} />
  if (loaded.status === 'ready') return <loaded.Component />
  return children
}

/**
 * Renders `children` once a feature is loaded; `until` is the placeholder. Loading starts elsewhere, when the feature is needed.
 */
export function OfFeature({ name, until, children }: { name: LazyName; until: ReactNode; children: ReactNode }) {
  const { load } = useLatchkey()
  const there = useActor(name) !== undefined
  const failed = useActorSelector(
    `feature:${name}`,
    (loader) => loader?.value === 'failed' || loader?.value === 'stopped',
  )
  if (there) return children
  return failed ? <PartFailed onRetry={() => void load(name)} /> : until
}

/** Shown when a part could not be loaded or crashed; `children` are further actions. */
export function PartFailed({ onRetry, children }: { onRetry: () => void; children?: ReactNode }) {
  const word = useEarlyWord()
  return (
    <div data-part="view">
      <Note tone="error">{word('viewFailed')}</Note>
      <Button onClick={onRetry}>{word('tryAgain')}</Button>
      {/* Firefox does not retry a failed module load until the page is reloaded. */}
      <Button onClick={() => location.reload()}>{word('reloadPage')}</Button>
      {children}
    </div>
  )
}
