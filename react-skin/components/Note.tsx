import type { ReactNode } from 'react'
import { WarningIcon } from './icons.tsx'
import { replaceable } from './replaceable.tsx'

/** The props of a `Note`. */
export interface NoteProps {
  tone?: 'plain' | 'error'
  /** The text is announced elsewhere already. */
  isSilent?: boolean
  children: ReactNode
}

/** A highlighted sentence: news, a hint or an error. Screen readers announce it when it appears. */
export const Note = /* @__PURE__ */ replaceable('Note', ({ tone = 'plain', isSilent = false, children }: NoteProps) => (
  <p data-part="note" data-tone={tone} role={isSilent ? undefined : tone === 'error' ? 'alert' : 'status'}>
    {tone === 'error' && <WarningIcon />}
    <span>{children}</span>
  </p>
))
