import type { ReactNode } from 'react'
import { useWord } from '../strings/strings.tsx'

/** What did not succeed, said calmly, and the way to try again. */
export function RetryNote({
  disabled = false,
  onRetry,
  children,
}: {
  disabled?: boolean
  onRetry: () => void
  children: ReactNode
}) {
  const word = useWord()
  return (
    <div data-part="retry">
      <p role="status">{children}</p>
      <button type="button" data-part="small-button" disabled={disabled} onClick={onRetry}>
        {word('tryAgain')}
      </button>
    </div>
  )
}
