import { useMemo } from 'react'
import type { LatchkeyError } from '../../sdk/index.ts'
import { useActor } from '../hooks/index.ts'
import { errorText } from '../strings/cardStrings.tsx'
import { useStrings } from '../strings/strings.tsx'
import { Note } from './Note.tsx'

/** Shows the text of an error, or nothing without an error. Not announced if the snackbar shows the same error. */
export function ErrorNote({ error }: { error: LatchkeyError | undefined }) {
  const strings = useStrings()
  const snackbar = useActor('snackbar')
  // Determined once per error: it must not be announced when the snackbar closes.
  const said = useMemo(() => error?.code === snackbar.getSnapshot().context.message?.code, [error, snackbar])
  return (
    error && (
      <Note tone="error" isSilent={said}>
        {errorText(strings, error)}
      </Note>
    )
  )
}
