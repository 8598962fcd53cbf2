import { useMemo, type ReactNode } from 'react'
import type { LatchkeyError } from '../../sdk/index.ts'
import { useActor } from '../hooks.ts'
import { WarningIcon } from '../icons.tsx'
import { swappable } from '../swap.tsx'
import { errorText, useStrings } from '../strings/strings.tsx'

export interface NoteProps {
  tone?: 'plain' | 'error'
  /** Somewhere else it is read out already. */
  said?: boolean
  children: ReactNode
}

/** A sentence that stands out: news, a hint, or what went wrong. Read out when it appears. */
export const Note = /* @__PURE__ */ swappable('Note', ({ tone = 'plain', said = false, children }: NoteProps) => (
  <p data-part="note" data-tone={tone} role={said ? undefined : tone === 'error' ? 'alert' : 'status'}>
    {tone === 'error' && <WarningIcon />}
    <span>{children}</span>
  </p>
))

/** What went wrong, in the catalogue's words. Nothing where nothing did; silent where the snackbar says the same. */
export function ErrorNote({ error }: { error: LatchkeyError | undefined }) {
  const strings = useStrings()
  const snackbar = useActor('snackbar')
  // As it was when the error came: that the snackbar goes again is no news.
  const said = useMemo(() => error?.code === snackbar.getSnapshot().context.message?.code, [error, snackbar])
  return (
    error && (
      <Note tone="error" said={said}>
        {errorText(strings, error)}
      </Note>
    )
  )
}
