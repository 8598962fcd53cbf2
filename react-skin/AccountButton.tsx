import { useAccount, useModal } from './hooks.ts'
import { Avatar } from './parts/Picture.tsx'
import { useProfile } from './parts/useProfile.ts'
import { preloadDialog } from './shell/dialogLoader.ts'
import { useWord } from './strings/strings.tsx'
import { useRoot } from './theme/root.tsx'

/** Shows the account and opens it. Nothing while nobody is connected. */
export function AccountButton() {
  const account = useAccount()
  return account.status === 'connected' && <Opener address={account.address} />
}

function Opener({ address }: { address: string }) {
  const word = useWord()
  const root = useRoot('button')
  const { openModal } = useModal()
  const { name, avatar } = useProfile(address)
  return (
    <span {...root}>
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
