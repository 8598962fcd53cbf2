import { useSelect } from '../hooks.ts'
import { NetworkList } from '../parts/NetworkList.tsx'
import { ErrorNote } from '../parts/ErrorNote.tsx'

/** The networks that the site offers, and why the last switch to one did not come about. */
export function Networks() {
  const error = useSelect('network', ({ context }) => context.error)
  return (
    <div data-part="view">
      <ErrorNote error={error} />
      <NetworkList />
    </div>
  )
}
