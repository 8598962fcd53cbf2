import type { ReactNode } from 'react'
import { WarningIcon } from '../icons.tsx'
import { swappable } from '../swap.tsx'

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
