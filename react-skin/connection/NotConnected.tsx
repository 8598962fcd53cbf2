import { useActor, useAttemptedNamespace, useActorSelector } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { useWord } from '../strings/strings.tsx'

/** The result of a connection attempt that failed. */
export function NotConnected({ title }: { title: string }) {
  const word = useWord()
  const error = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.context.error)
  return (
    <div data-part="message-block">
      <h3>{title}</h3>
      <ErrorNote error={error} />
      {error?.code === 'connect.declined' && <p>{word('declinedHelp')}</p>}
    </div>
  )
}

/** The actions after an attempt: retry if possible, and close. */
export function AttemptActions() {
  const word = useWord()
  const namespace = useActor(useAttemptedNamespace())
  const retryable = useActorSelector(
    useAttemptedNamespace(),
    (snapshot) => snapshot?.can({ type: 'namespace.retry' }) ?? false,
  )
  return (
    <div data-part="actions">
      {retryable && (
        <Button variant="primary" onClick={() => namespace?.send({ type: 'namespace.retry' })}>
          {word('tryAgain')}
        </Button>
      )}
      <Button onClick={() => namespace?.send({ type: 'namespace.cancel' })}>{word('cancel')}</Button>
    </div>
  )
}
