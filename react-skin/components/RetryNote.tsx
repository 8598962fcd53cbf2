import type { ReactNode } from 'react'
import { useCardWord } from '../strings/cardStrings.tsx'

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
  const word = useCardWord()
  return (
    <div data-part="retry">
      <p role="status">{children}</p>
      <button type="button" data-part="small-button" disabled={disabled} onClick={onRetry}>
        {word('tryAgain')}
      </button>
    </div>
  )
}
