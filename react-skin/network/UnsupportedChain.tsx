import { useActiveNamespace, useDisconnect, useNetwork, useActorSelector } from '../hooks/index.ts'
import { LeaveIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { NetworkList } from './NetworkList.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { useWord } from '../strings/strings.tsx'

/** The app does not have the wallet's network: switch, or disconnect [2.7]. */
export function UnsupportedChain() {
  const word = useWord()
  const error = useActorSelector('network', ({ context }) => context.error)
  const { disconnect } = useDisconnect()
  const { chainNamespace: namespace } = useNetwork().network
  const leavable = useActorSelector(
    useActiveNamespace(),
    (snapshot) => snapshot?.can({ type: 'namespace.disconnect' }) ?? false,
  )
  return (
    <div data-part="view">
      <p data-part="lead">{word('unsupportedChain')}</p>
      <ErrorNote error={error} />
      <NetworkList />
      <Button icon={<LeaveIcon />} disabled={!leavable} busy={!leavable} onClick={() => void disconnect({ namespace })}>
        {word(leavable ? 'disconnect' : 'disconnecting')}
      </Button>
    </div>
  )
}
