import { useMemo } from 'react'
import { listWallets } from '../../sdk/index.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { NextIcon } from '../components/icons.tsx'
import { ExternalIcon, GlobeIcon } from '../components/moreIcons.tsx'
import { LinkRow } from '../components/LinkRow.tsx'
import { WalletPicture } from '../components/WalletPicture.tsx'
import { List, Row } from '../components/Row.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'
import { knownWallets } from './catalog.ts'

const SHOWN = 4
/** The row that follows the wallets. */
const EXPLORE = 'explore' as const

/** A few wallets for users without one, and a link to all others. */
export function GetWallet() {
  const word = useWord()
  const { titles, words } = useStrings()
  const dispatch = useDispatch()
  const offered = useActorSelector('wallets', ({ context }) => context)
  const wallets = useMemo(() => {
    const { featured, options, recommended } = offered
    const known = knownWallets(featured, options.customWallets, recommended)
    return listWallets(known, offered)
      .filter(({ connector }) => !connector)
      .slice(0, SHOWN)
  }, [offered])

  return (
    <div data-part="view">
      <List
        label={titles.GetWallet}
        items={[...wallets.map(({ wallet }) => wallet), EXPLORE]}
        keyOf={(wallet) => (wallet === EXPLORE ? EXPLORE : wallet.id)}
      >
        {(wallet, tabIndex) =>
          wallet === EXPLORE ? (
            <LinkRow
              tabIndex={tabIndex}
              href={words.exploreUrl}
              name={word('exploreAll')}
              picture={
                <span data-part="picture" data-tone="plain">
                  <GlobeIcon />
                </span>
              }
              end={<ExternalIcon />}
            />
          ) : (
            <Row
              tabIndex={tabIndex}
              name={wallet.name}
              picture={<WalletPicture wallet={wallet} />}
              end={<NextIcon />}
              onClick={() => dispatch({ type: 'wallets.get', wallet })}
            />
          )
        }
      </List>
    </div>
  )
}
