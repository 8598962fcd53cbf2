import { useNetwork, useSelect } from '../hooks/hooks.ts'
import { ChevronIcon } from '../components/icons.tsx'
import { OpenButton, useButtonState, type OpenButtonProps } from '../shell/OpenButton.tsx'
import { NetworkPicture } from './NetworkPicture.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { spoken, useEarlyWord } from '../strings/replaced.tsx'
import { withRef } from '../components/withRef.ts'

/** The image and name of the active network. If the app does not have that network, it shows the label to switch it. */
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

/**
 * A button that shows the active network and opens the list of networks.
 * With a function as its child, it renders the function's result for the current `ButtonState`. With `asChild`, its child becomes
 * the button.
 */
export const NetworkButton = /* @__PURE__ */ withRef('NetworkButton', ({ children, ...props }: OpenButtonProps) => {
  const state = useButtonState()
  if (typeof children === 'function') return children(state)
  return (
    <OpenButton view="Networks" data-state={state.network.supported ? 'supported' : 'unsupported'} {...props}>
      {children ?? <NetworkLabel />}
    </OpenButton>
  )
})
