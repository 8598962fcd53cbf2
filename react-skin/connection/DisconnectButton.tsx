import { useActiveNamespace, useDisconnect, useNetwork, useActorSelector } from '../hooks/index.ts'
import { LeaveIcon } from '../components/icons.tsx'
import { useWord } from '../strings/strings.tsx'
import { Button } from '../components/Button.tsx'

/** Disconnects the wallet of the active network's namespace. */
export function DisconnectButton() {
  const word = useWord()
  const { disconnect } = useDisconnect()
  const { network } = useNetwork()
  const leavable = useActorSelector(
    useActiveNamespace(),
    (snapshot) => snapshot?.can({ type: 'namespace.disconnect' }) ?? false,
  )
  return (
    <Button
      icon={<LeaveIcon />}
      disabled={!leavable}
      busy={!leavable}
      onClick={() => void disconnect({ namespace: network.chainNamespace })}
    >
      {word(leavable ? 'disconnect' : 'disconnecting')}
    </Button>
  )
}
