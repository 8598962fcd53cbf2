import type { ReactNode } from 'react'
import type { LatchkeyError } from '../../sdk/index.ts'
import { WarningIcon } from '../icons.tsx'
import { swappable } from '../swap.tsx'
import { errorText, useStrings } from '../strings/strings.tsx'

export interface NoteProps {
  tone?: 'plain' | 'error'
  children: ReactNode
}

/** A sentence that stands out: news, a hint, or what went wrong. Read out when it appears. */
export const Note = /* @__PURE__ */ swappable('Note', ({ tone = 'plain', children }: NoteProps) => (
  <p data-part="note" data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
    {tone === 'error' && <WarningIcon />}
    <span>{children}</span>
  </p>
))

/** What went wrong, in the catalogue's words. Nothing where nothing did. */
export function ErrorNote({ error }: { error: LatchkeyError | undefined }) {
  const strings = useStrings()
  return error && <Note tone="error">{errorText(strings, error)}</Note>
}
