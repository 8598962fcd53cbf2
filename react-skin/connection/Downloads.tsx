import { browseLink } from '../../sdk/skin.ts'
import { useActorSelector } from '../hooks/index.ts'
import { WalletIcon } from '../components/icons.tsx'
import { ExtensionIcon, ExternalIcon, GlobeIcon, PhoneIcon } from '../components/moreIcons.tsx'
import { LinkRow, NewTab } from '../components/LinkRow.tsx'
import { List } from '../components/Row.tsx'
import { WalletPicture } from '../components/WalletPicture.tsx'
import { useWord } from '../strings/strings.tsx'

const stores = [
  { link: 'chromeStore', icon: <ExtensionIcon /> },
  { link: 'appStore', icon: <PhoneIcon /> },
  { link: 'playStore', icon: <PhoneIcon /> },
] as const

/** Links to install the selected wallet, or to open this page in it. */
export function Downloads() {
  const word = useWord()
  const wallet = useActorSelector('wallets', ({ context }) => context.selectedWallet)
  const page = useActorSelector('wallets', ({ context }) => context.page)
  const name = wallet?.name ?? ''
  const opener = wallet && page?.mobile ? browseLink(wallet, page) : undefined
  const rows = [
    ...stores.map(({ link, icon }) => ({ href: wallet?.[link], label: word(link), icon })),
    { href: wallet?.homepage, label: word('website'), icon: <GlobeIcon /> },
  ].flatMap(({ href, ...row }) => (href === undefined ? [] : [{ href, ...row }]))
  const nowhere = rows.length === 0 && opener === undefined && wallet?.webappLink === undefined

  return (
    <div data-part="view">
      <div data-part="profile">
        <span data-part="wallet">{wallet ? <WalletPicture wallet={wallet} /> : <WalletIcon />}</span>
        {nowhere && <p data-part="hint">{wallet ? word('noDownloads', { name }) : word('noWalletSelected')}</p>}
      </div>
      {(opener !== undefined || wallet?.webappLink !== undefined) && (
        <div data-part="actions">
          {opener !== undefined && (
            <a data-part="button" data-variant="primary" href={opener} target="_blank" rel="noopener noreferrer">
              <span>{word('openIn', { name })}</span>
              <NewTab />
            </a>
          )}
          {wallet?.webappLink !== undefined && (
            <a
              data-part="button"
              data-variant={opener === undefined ? 'primary' : 'quiet'}
              href={wallet.webappLink}
              target="_blank"
              rel="noopener noreferrer"
            >
              <span>{word('openWebApp')}</span>
              <NewTab />
            </a>
          )}
        </div>
      )}
      {rows.length > 0 && (
        <List label={word('getNamedWallet', { name })} items={rows} keyOf={({ label }) => label}>
          {({ href, label, icon }, tabIndex) => (
            <LinkRow
              tabIndex={tabIndex}
              href={href}
              name={label}
              picture={
                <span data-part="picture" data-tone="plain">
                  {icon}
                </span>
              }
              end={<ExternalIcon />}
            />
          )}
        </List>
      )}
    </div>
  )
}
