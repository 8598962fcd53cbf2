import { useActorSelector } from '../hooks/index.ts'
import { NetworkList } from './NetworkList.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'

/** The app's networks, and the error of the last switch. */
export function Networks() {
  const error = useActorSelector('network', ({ context }) => context.error)
  return (
    <div data-part="view">
      <ErrorNote error={error} />
      <NetworkList />
    </div>
  )
}
