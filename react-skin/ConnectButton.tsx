import { AccountButton } from './AccountButton.tsx'
import { useAccount } from './hooks.ts'
import { OpenButton, useButtonState, type OpenButtonProps } from './OpenButton.tsx'
import { Spinner } from './parts/Spinner.tsx'
import { useEarlyWord } from './strings/replaced.tsx'
import { withRef } from './withRef.ts'

/**
 * Opens the choice of wallets; once somebody is connected, the account's button stands in its place. With a function for a
 * child it shows what that makes of the state; with `asChild` its child is the button, whoever is connected.
 */
export const ConnectButton = /* @__PURE__ */ withRef(
  'ConnectButton',
  ({ children, asChild = false, ...props }: OpenButtonProps) => {
    const word = useEarlyWord()
    const state = useButtonState()
    const { status } = useAccount()
    if (typeof children === 'function') return children(state)
    if (asChild)
      return (
        <OpenButton asChild {...props}>
          {children}
        </OpenButton>
      )
    if (status === 'connected') return <AccountButton {...props} />
    return (
      <OpenButton data-variant="primary" data-state={status} {...props}>
        {status === 'connecting' && <Spinner />}
        <span>{children ?? word(status === 'connecting' ? 'connecting' : 'connectWallet')}</span>
      </OpenButton>
    )
  },
)
