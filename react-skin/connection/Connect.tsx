import { Fragment, memo, useMemo } from 'react'
import {
  listWalletOptions,
  namespaceToConnect,
  type Connector,
  type LatchkeyError,
  type WalletOption,
  type WalletOptionGroup,
  type Wallet,
  isOffered,
} from '../../sdk/index.ts'
import { connectOrder, canBrowseCatalog } from '../../sdk/skin.ts'
import { useActiveNamespace, useActor, useLatchkey, useActorSelector, useDispatch } from '../hooks/index.ts'
import { QrIcon, WalletIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { NewTab } from '../components/LinkRow.tsx'
import { Note } from '../components/Note.tsx'
import { ConnectorPicture, WalletPicture } from '../components/WalletPicture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { List, Row, Tag } from '../components/Row.tsx'
import { SkeletonRow } from '../components/Skeletons.tsx'
import { LoginMethods } from '../embedded/LoginMethods.tsx'
import { failureText, useCardStrings } from '../strings/cardStrings.tsx'
import { AllWalletsRow } from '../wallets/AllWalletsRow.tsx'
import { isPlaceholder, withPlaceholders } from './placeholders.ts'

type Entry = { group: WalletOptionGroup['group']; offer: WalletOption }
/** The row that follows the wallets. */
const ALL = 'all' as const
const keyOf = (entry: Entry | typeof ALL) => (entry === ALL ? ALL : `${entry.group} ${entry.offer.id}`)
const isRow = (entry: Entry | typeof ALL) =>
  entry === ALL || entry.offer.kind === 'connector' || !isPlaceholder(entry.offer.wallet)

/** The wallets of this browser and of the catalog, and options for users without a wallet [2.2]. */
export function Connect() {
  const { words, descriptions, titles } = useCardStrings()
  const dispatch = useDispatch()
  const { configuration } = useLatchkey()
  const { wallets, projectId } = configuration
  const offered = useActorSelector('wallets', ({ context }) => context)
  const loading = useActorSelector('wallets', (snapshot) => snapshot.hasTag('busy'))
  const available = projectId !== undefined
  const restoring = useActorSelector(useActiveNamespace(), (snapshot) => snapshot?.value === 'syncing')
  const creatable = useActorSelector('view', ({ context }) => isOffered(context, 'Create'))
  const wanted = useActorSelector('network', ({ context }) => namespaceToConnect(context))
  const groups = useMemo(
    () => listWalletOptions(loading ? withPlaceholders(offered) : offered, wanted),
    [offered, loading, wanted],
  )
  const { options, mobile, error } = offered
  const searchable = available && canBrowseCatalog(options, mobile)
  if (restoring) return <Restoring />
  const order = connectOrder(configuration, groups)
  const list =
    groups.length > 0 || searchable ? (
      <>
        <p data-part="lead">{descriptions.Connect}</p>
        <List
          label={titles.Connect}
          busy={loading}
          items={[
            ...groups.flatMap(({ group, offers }) => offers.map((offer) => ({ group, offer }))),
            ...(searchable ? [ALL] : []),
          ]}
          keyOf={keyOf}
          isRow={isRow}
        >
          {(entry, tabIndex) =>
            entry === ALL ? <AllRow tabIndex={tabIndex} /> : <OfferRow {...entry} tabIndex={tabIndex} />
          }
        </List>
      </>
    ) : (
      <div data-part="empty">
        <span data-part="emblem">
          <WalletIcon />
        </span>
        <h3>{words.noWallet}</h3>
        <p>{words.noWalletHelp}</p>
        <a data-part="link" href={words.findWalletUrl} target="_blank" rel="noopener noreferrer">
          {words.howToGetWallet}
          <NewTab />
        </a>
      </div>
    )

  return (
    <div data-part="view">
      {order.map((method, index) => (
        <Fragment key={method}>
          {index > 0 && (method === 'wallet' || order[index - 1] === 'wallet') && (
            <div data-part="or" role="separator">
              {words.or}
            </div>
          )}
          {method === 'wallet' ? list : <LoginMethods method={method} />}
        </Fragment>
      ))}
      {error && <Failure error={error} />}
      {wallets.enableWalletGuide && (
        <p data-part="footer">
          {words.noWalletYet}
          <button
            type="button"
            data-part="text-button"
            onClick={() => dispatch({ type: 'view.push', view: creatable ? 'Create' : 'GetWallet' })}
          >
            {creatable ? words.getStarted : words.getWallet}
          </button>
        </p>
      )}
    </div>
  )
}

function Failure({ error }: { error: LatchkeyError }) {
  const strings = useCardStrings()
  const dispatch = useDispatch()
  const loadable = useActorSelector('wallets', (snapshot) => snapshot.can({ type: 'wallets.load' }))
  return (
    <RetryNote disabled={!loadable} onRetry={() => dispatch({ type: 'wallets.load' })}>
      {failureText(strings, error)}
    </RetryNote>
  )
}

/** Shown while the connection of an earlier visit is being restored, until it is restored or cancelled. */
function Restoring() {
  const { words } = useCardStrings()
  const namespace = useActor(useActiveNamespace())
  return (
    <div data-part="view">
      <Note>{words.restoring}</Note>
      <div data-part="skeletons">
        <SkeletonRow />
        <SkeletonRow />
        <SkeletonRow />
      </div>
      <div data-part="actions">
        <Button onClick={() => namespace?.send({ type: 'namespace.cancel' })}>{words.cancel}</Button>
      </div>
    </div>
  )
}

const tags = {
  ANNOUNCED: 'installed',
  INJECTED: 'installed',
  MULTI_CHAIN: 'multichain',
  WALLET_CONNECT: 'qrCode',
  EXTERNAL: undefined,
  AUTH: undefined,
} as const

// The list is passed again with each page of the catalog, but its previous items are unchanged.
const AllRow = /* @__PURE__ */ memo(AllWalletsRow)
const ConnectorRow = /* @__PURE__ */ memo(OfConnector)
const WalletRow = /* @__PURE__ */ memo(OfWallet)

function OfferRow({ group, offer, tabIndex }: Entry & { tabIndex: 0 | -1 }) {
  return offer.kind === 'connector' ? (
    <ConnectorRow connector={offer.connector} tabIndex={tabIndex} />
  ) : (
    <WalletRow wallet={offer.wallet} recent={group === 'recent'} tabIndex={tabIndex} />
  )
}

function OfConnector({ connector, tabIndex }: { connector: Connector; tabIndex: 0 | -1 }) {
  const { words } = useCardStrings()
  const dispatch = useDispatch()
  const { id, name, imageUrl, type } = connector
  const tag = tags[type]
  return (
    <Row
      tabIndex={tabIndex}
      name={name}
      picture={
        type === 'WALLET_CONNECT' && imageUrl === undefined ? (
          <span data-part="picture" data-tone="plain">
            <QrIcon />
          </span>
        ) : (
          <ConnectorPicture connector={connector} />
        )
      }
      end={tag && <Tag>{words[tag]}</Tag>}
      onClick={() => dispatch({ type: 'connectors.connect', connectorId: id })}
    />
  )
}

function OfWallet({ wallet, recent, tabIndex }: { wallet: Wallet; recent: boolean; tabIndex: 0 | -1 }) {
  const { words } = useCardStrings()
  const dispatch = useDispatch()
  if (isPlaceholder(wallet)) return <SkeletonRow />
  return (
    <Row
      tabIndex={tabIndex}
      name={wallet.name}
      picture={<WalletPicture wallet={wallet} />}
      end={recent && <Tag tone="plain">{words.recent}</Tag>}
      onClick={() => dispatch({ type: 'wallets.choose', wallet })}
    />
  )
}
