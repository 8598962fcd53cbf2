import { useNetwork, useSelect } from './hooks.ts'
import { ChevronIcon } from './icons.tsx'
import { OpenButton, useButtonState, type OpenButtonProps } from './OpenButton.tsx'
import { NetworkPicture } from './parts/NetworkPicture.tsx'
import { Spinner } from './parts/Spinner.tsx'
import { spoken, useEarlyWord } from './strings/replaced.tsx'
import { withRef } from './withRef.ts'

/** The active network's picture and name; while the site does not offer it, what to do about it. */
export function NetworkLabel() {
  const word = useEarlyWord()
  const { network, supported, switching } = useNetwork()
  const connected = useSelect('network', ({ context }) => context.standing !== 'nobody')
  const named = connected && supported
  const label = supported ? word('selectNetwork') : word('switchNetwork')
  return (
    <>
      {switching ? <Spinner /> : supported && <NetworkPicture network={network} />}
      <span dir="auto" aria-hidden={named || undefined}>
        {named ? network.name : label}
      </span>
      {named && <span data-part="unseen">{spoken(word('networkOf', { network: network.name }))}</span>}
      <ChevronIcon />
    </>
  )
}

/** Shows the active network and opens the choice of networks. */
export const NetworkButton = /* @__PURE__ */ withRef('NetworkButton', ({ children, ...props }: OpenButtonProps) => {
  const state = useButtonState()
  if (typeof children === 'function') return children(state)
  return (
    <OpenButton view="Networks" data-state={state.network.supported ? 'supported' : 'unsupported'} {...props}>
      {children ?? <NetworkLabel />}
    </OpenButton>
  )
})
