import type { ReactNode } from 'react'
import { appStoresOf, type SelectedWallet, type AppStore } from '../../sdk/index.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { ExternalIcon, GlobeIcon, PhoneIcon } from '../components/moreIcons.tsx'
import { Button } from '../components/Button.tsx'
import { LinkRow, NewTab } from '../components/LinkRow.tsx'
import { Note } from '../components/Note.tsx'
import { WalletPicture } from '../components/WalletPicture.tsx'
import { useWord } from '../strings/strings.tsx'
import { CopyLink } from './PairingCode.tsx'

const stores = {
  appStore: { label: 'appStore', icon: <PhoneIcon /> },
  playStore: { label: 'playStore', icon: <PhoneIcon /> },
  homepage: { label: 'website', icon: <GlobeIcon /> },
} as const satisfies Record<AppStore, object>

/** Opens the selected wallet with a link that is ready before the click, and shows help if it does not open [2.6]. */
export function OpenWallet({
  selectedWallet,
  help,
  notOpenedHelp,
  children,
}: {
  selectedWallet: SelectedWallet
  help: 'openApp' | 'openPage'
  notOpenedHelp: 'notOpenedPhone' | 'notOpenedDesktop' | 'notOpenedPage'
  children?: ReactNode
}) {
  const word = useWord()
  const { name } = selectedWallet.wallet
  const opening = useActorSelector('walletConnect', (snapshot) => snapshot?.hasTag('opening') ?? false)
  const opened = useActorSelector('walletConnect', (snapshot) => snapshot?.hasTag('opened') ?? false)
  const notOpened = useActorSelector('walletConnect', (snapshot) => snapshot?.hasTag('notOpened') ?? false)
  return (
    <>
      <span data-part="wallet" data-state={opening || opened ? 'connecting' : 'idle'}>
        <WalletPicture wallet={selectedWallet.wallet} />
      </span>
      <div role="status" data-part="message-block">
        <h3>{word('continueIn', { wallet: name })}</h3>
        <p>{word(opened ? 'acceptRequest' : help)}</p>
      </div>
      <div data-part="actions">
        <OpenLink name={name} />
        <CopyLink />
      </div>
      {notOpened && (
        <>
          <Note>{word(notOpenedHelp, { wallet: name })}</Note>
          <Stores selectedWallet={selectedWallet} />
          {children}
        </>
      )}
    </>
  )
}

function OpenLink({ name }: { name: string }) {
  const word = useWord()
  const dispatch = useDispatch()
  const link = useActorSelector('walletConnect', (snapshot) => snapshot?.context.link)
  if (!link)
    return (
      <Button busy disabled>
        {word('openIn', { name })}
      </Button>
    )
  return (
    <a
      data-part="button"
      data-variant="primary"
      href={link.href}
      target={link.target}
      rel="noopener noreferrer"
      onClick={() => dispatch({ type: 'walletConnect.openWallet' })}
    >
      <span>{word('openIn', { name })}</span>
      {link.target === '_blank' && <NewTab />}
    </a>
  )
}

function Stores({ selectedWallet }: { selectedWallet: SelectedWallet }) {
  const word = useWord()
  const links = appStoresOf(selectedWallet)
  if (links.length === 0) return null
  return (
    <ul data-part="list" aria-label={word('getNamedWallet', { name: selectedWallet.wallet.name })}>
      {links.map(({ store, href }) => (
        <li key={store}>
          <LinkRow
            href={href}
            name={word(stores[store].label)}
            picture={
              <span data-part="picture" data-tone="plain">
                {stores[store].icon}
              </span>
            }
            end={<ExternalIcon />}
          />
        </li>
      ))}
    </ul>
  )
}
