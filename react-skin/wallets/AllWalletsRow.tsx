import { formatCount } from '../../sdk/skin.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { GridIcon, NextIcon } from '../components/icons.tsx'
import { Row, Tag } from '../components/Row.tsx'
import { useCardStrings } from '../strings/cardStrings.tsx'

/** Opens the whole catalog, and shows its number of wallets [2.4]. */
export function AllWalletsRow({ tabIndex }: { tabIndex?: 0 | -1 }) {
  const { words } = useCardStrings()
  const dispatch = useDispatch()
  const count = useActorSelector('wallets', ({ context }) => context.count)
  const featured = useActorSelector('wallets', ({ context }) => context.featured.length)
  return (
    <Row
      tabIndex={tabIndex}
      name={words.allWallets}
      picture={
        <span data-part="picture" data-tone="plain">
          <GridIcon />
        </span>
      }
      end={
        <>
          {count > 0 && <Tag tone="plain">{formatCount(count + featured)}</Tag>}
          <NextIcon />
        </>
      }
      onClick={() => dispatch({ type: 'view.push', view: 'AllWallets' })}
    />
  )
}
