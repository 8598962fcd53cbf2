import { useAccount, useModal } from './hooks.ts'
import { Spinner } from './parts/Spinner.tsx'
import { AccountButton } from './AccountButton.tsx'
import { preloadDialog } from './shell/dialogLoader.ts'
import { useWord } from './strings/strings.tsx'
import { useRoot } from './theme/root.tsx'

/** Opens the choice of wallets; once somebody is connected, the account's button stands in its place. */
export function ConnectButton() {
  const word = useWord()
  const root = useRoot('button')
  const { status } = useAccount()
  const { openModal } = useModal()
  if (status === 'connected') return <AccountButton />
  return (
    <span {...root}>
      <button
        type="button"
        data-part="button"
        data-variant="primary"
        data-state={status}
        aria-haspopup="dialog"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => openModal()}
      >
        {status === 'connecting' && <Spinner />}
        <span>{word(status === 'connecting' ? 'connecting' : 'connectWallet')}</span>
      </button>
    </span>
  )
}
