import { OpenButton, useButtonState, type OpenButtonProps } from '../shell/OpenButton.tsx'
import { NetworkLabel } from './NetworkLabel.tsx'
import { withRef } from '../components/withRef.ts'

/**
 * A button that shows the active network and opens the list of networks.
 * With a function as its child, it renders the function's result for the current `ButtonState`. With `asChild`, its child becomes
 * the button.
 */
export const NetworkButton = /* @__PURE__ */ withRef('NetworkButton', ({ children, ...props }: OpenButtonProps) => {
  const state = useButtonState()
  if (typeof children === 'function') return children(state)
  return (
    <OpenButton view="Networks" data-state={state.network.isSupported ? 'supported' : 'unsupported'} {...props}>
      {children ?? <NetworkLabel />}
    </OpenButton>
  )
})
