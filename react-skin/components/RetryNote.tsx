import type { ReactNode } from 'react'
import { useWord } from '../strings/strings.tsx'

/** A failed step without alarm, with a button to retry it. */
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
