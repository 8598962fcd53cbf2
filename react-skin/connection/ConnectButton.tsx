import { AccountButton } from '../account/AccountButton.tsx'
import { useAccount } from '../hooks/index.ts'
import { OpenButton, useButtonState, type OpenButtonProps } from '../shell/OpenButton.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { useEarlyWord } from '../strings/replaced.tsx'
import { withRef } from '../components/withRef.ts'

/**
 * A button that opens the list of wallets. Once an account is connected, it shows the account button instead.
 * With a function as its child, it renders the function's result for the current `ButtonState`. With `asChild`, its child is the
 * button in every state.
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
