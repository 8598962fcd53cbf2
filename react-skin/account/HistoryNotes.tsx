import { useFeature, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { failureText } from '../strings/cardStrings.tsx'
import { useStrings } from '../strings/strings.tsx'

/** The state below the history: it is empty, more is loading, or loading failed. */
export function HistoryNotes({
  emptyText,
  emptySoFarText,
  hasMoreButton,
  shape,
}: {
  /** The text if there are no entries; empty if there are some. */
  emptyText: string
  emptySoFarText: string
  /** More is loaded on a click, not by scrolling. */
  hasMoreButton: boolean
  shape?: 'tiles'
}) {
  const strings = useStrings()
  const { words } = strings
  const dispatch = useDispatch()
  const state = useFeature('activity', ({ value }) => value)
  const error = useFeature('activity', ({ context }) => context.error)
  const retryable = useFeature('activity', (snapshot) => snapshot.can({ type: 'activity.retry' }))
  const more = useFeature('activity', (snapshot) => snapshot.can({ type: 'activity.more' }))
  const loading = state === 'loading' || state === 'idle'

  return (
    <>
      {loading && <Skeletons count={3} name={words.loading} shape={shape} />}
      {!loading && !error && emptyText !== '' && (
        <p data-part="hint" data-centered="">
          {state === 'unsupported' ? words.historyUnsupported : more ? emptySoFarText : emptyText}
        </p>
      )}
      {error && (
        <RetryNote disabled={!retryable} onRetry={() => dispatch({ type: 'activity.retry' })}>
          {failureText(strings, error)}
        </RetryNote>
      )}
      {more && hasMoreButton && <Button onClick={() => dispatch({ type: 'activity.more' })}>{words.loadMore}</Button>}
    </>
  )
}
