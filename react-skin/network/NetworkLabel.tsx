import { useNetwork, useActorSelector } from '../hooks/index.ts'
import { ChevronIcon } from '../components/icons.tsx'
import { NetworkPicture } from './NetworkPicture.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { spoken, useEarlyWord } from '../strings/replaced.tsx'

/** The image and name of the active network. If the app does not have that network, it shows the label to switch it. */
export function NetworkLabel() {
  const word = useEarlyWord()
  const { network, isSupported, isSwitching } = useNetwork()
  const connected = useActorSelector('network', ({ context }) => context.connectionStatus !== 'disconnected')
  const named = connected && isSupported
  const label = isSupported ? word('selectNetwork') : word('switchNetwork')
  return (
    <>
      {isSwitching ? <Spinner /> : isSupported && <NetworkPicture network={network} />}
      <span dir="auto" aria-hidden={named || undefined}>
        {named ? network.name : label}
      </span>
      {named && <span data-part="unseen">{spoken(word('networkOf', { network: network.name }))}</span>}
      <ChevronIcon />
    </>
  )
}
