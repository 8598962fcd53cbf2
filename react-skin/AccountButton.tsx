import { useAccount, useModal, useScheme } from './hooks.ts'
import { Avatar } from './parts/Picture.tsx'
import { useProfile } from './parts/useProfile.ts'
import { preloadDialog } from './shell/dialogLoader.ts'
import { useWord } from './strings/strings.tsx'

/** Shows the account and opens it. Nothing while nobody is connected. */
export function AccountButton() {
  const account = useAccount()
  return account.status === 'connected' && <Opener address={account.address} />
}

function Opener({ address }: { address: string }) {
  const word = useWord()
  const scheme = useScheme()
  const { openModal } = useModal()
  const { name, avatar } = useProfile(address)
  return (
    <span data-latchkey="" data-mode="button" data-scheme={scheme}>
      <button
        type="button"
        data-part="button"
        aria-haspopup="dialog"
        aria-label={word('accountOf', { address: name })}
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => openModal('Account')}
      >
        <Avatar address={address} url={avatar} />
        <span>{name}</span>
      </button>
    </span>
  )
}
