import { shortAddress } from '../sdk/index.ts'
import { useAccount, useModal, useScheme } from './hooks.ts'
import { Avatar } from './parts/Picture.tsx'
import { preloadDialog } from './shell/dialogLoader.ts'
import { useWord } from './strings/strings.tsx'

/** Shows the account and opens it. Nothing while nobody is connected. */
export function AccountButton() {
  const word = useWord()
  const scheme = useScheme()
  const account = useAccount()
  const { openModal } = useModal()
  if (account.status !== 'connected') return null
  const address = shortAddress(account.address, 4, 6)
  return (
    <span data-latchkey="" data-mode="button" data-scheme={scheme}>
      <button
        type="button"
        data-part="button"
        aria-haspopup="dialog"
        aria-label={word('accountOf', { address })}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => openModal('Account')}
      >
        <Avatar address={account.address} />
        <span>{address}</span>
      </button>
    </span>
  )
}
