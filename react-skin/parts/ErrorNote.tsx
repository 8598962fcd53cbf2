import { useMemo } from 'react'
import type { LatchkeyError } from '../../sdk/index.ts'
import { useActor } from '../hooks.ts'
import { errorText, useStrings } from '../strings/strings.tsx'
import { Note } from './Note.tsx'

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
