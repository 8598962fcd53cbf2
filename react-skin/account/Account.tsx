import { Tabs } from 'radix-ui'
import { addressUrl, type AccountTab, isOffered } from '../../sdk/index.ts'
import { isBuyable, isSendable, isSwappable, accountViewOf, totalValue } from '../../sdk/skin.ts'
import {
  useAccount,
  useDisconnect,
  useFeature,
  useLatchkey,
  useNetwork,
  useActorSelector,
  useDispatch,
} from '../hooks/index.ts'
import { ChevronIcon, SendIcon } from '../components/icons.tsx'
import { displaySymbol, nativeOf } from '../components/amountText.ts'
import { BuyIcon, ExternalIcon, InIcon, SettingsIcon, SwapIcon } from '../components/moreIcons.tsx'
import { Button, IconButton } from '../components/Button.tsx'
import { DisconnectButton } from '../connection/DisconnectButton.tsx'
import { Identity } from './Identity.tsx'
import { LazyPart, OfFeature } from '../components/LazyPart.tsx'
import { NewTab } from '../components/LinkRow.tsx'
import { Note } from '../components/Note.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { NOTHING, TokenList } from './TokenList.tsx'
import { unstyled } from '../components/unstyled.ts'
import { useAmount } from '../components/useAmount.ts'
import { useMoney } from './useMoney.ts'
import { loadable } from '../shell/loadable.ts'
import { directionOf } from '../strings/languages.ts'
import { useStrings, useWord } from '../strings/strings.tsx'

const nfts = loadable(async () => (await import('./Nfts.tsx')).Nfts)
const signInActions = loadable(async () => (await import('../sign-in/SignInActions.tsx')).SignInActions)
const activity = loadable(async () => (await import('./Activity.tsx')).Activity)

/** The account view: name, balances and actions [2.3]. */
export function Account() {
  const word = useWord()
  const dispatch = useDispatch()
  const account = useAccount()
  const { signIn } = useLatchkey().configuration
  const { disconnect } = useDisconnect()
  const { networkId } = useNetwork()
  const swappable = useActorSelector('view', ({ context }) => isOffered(context, 'Swap')) && isSwappable(networkId)
  const offersSending = useActorSelector('view', ({ context }) => isOffered(context, 'WalletSend'))
  const receivable = useActorSelector('view', ({ context }) => isOffered(context, 'WalletReceive'))
  const buyable =
    useActorSelector('view', ({ context }) => isOffered(context, 'OnRampProviders')) && isBuyable(networkId)
  const several = useActorSelector('network', ({ context }) => Object.keys(context.connections).length > 1)
  if (account.status !== 'connected') return <div data-part="view" />
  const { address, accounts, connector } = account
  const active = accounts.find((one) => one.address === address)
  const sendable = offersSending && isSendable(networkId, active)
  const buttons = [buyable, swappable, sendable, receivable].filter(Boolean).length

  return (
    <div data-part="view">
      <Unsupported />
      <div data-part="profile">
        <Name address={address} />
        <Balance />
        <p data-part="hint">{word('connectedWith', { wallet: connector.name })}</p>
      </div>
      {buttons > 0 && (
        <div data-part="actions" data-row={buttons}>
          {buyable && (
            <Button icon={<BuyIcon />} onClick={() => dispatch({ type: 'view.push', view: 'OnRampProviders' })}>
              {word('buy')}
            </Button>
          )}
          {swappable && (
            <Button icon={<SwapIcon />} onClick={() => dispatch({ type: 'view.push', view: 'Swap' })}>
              {word('swap')}
            </Button>
          )}
          {sendable && (
            <Button
              variant="primary"
              icon={<SendIcon />}
              onClick={() => dispatch({ type: 'view.push', view: 'WalletSend' })}
            >
              {word('send')}
            </Button>
          )}
          {receivable && (
            <Button icon={<InIcon />} onClick={() => dispatch({ type: 'view.push', view: 'WalletReceive' })}>
              {word('receive')}
            </Button>
          )}
        </div>
      )}
      <AccountTabs />
      <div data-part="actions">
        {signIn && <LazyPart part={signInActions}>{null}</LazyPart>}
        <DisconnectButton />
        {several && <Button onClick={() => void disconnect()}>{word('disconnectAll')}</Button>}
      </div>
    </div>
  )
}

/** Shown if the app does not have the wallet's network and its option `unsupportedChain` is `notice`. */
function Unsupported() {
  const word = useWord()
  const dispatch = useDispatch()
  const { unsupportedChain } = useLatchkey().configuration
  const { isSupported } = useNetwork()
  const choosable = useActorSelector('view', (snapshot) => snapshot.can({ type: 'view.push', view: 'Networks' }))
  if (isSupported || unsupportedChain !== 'notice') return null
  return (
    <>
      <Note tone="error">{word('unsupportedNotice')}</Note>
      {choosable && (
        <Button onClick={() => dispatch({ type: 'view.push', view: 'Networks' })}>{word('switchNetwork')}</Button>
      )}
    </>
  )
}

/** The identity of the account, with links to its settings. */
function Name({ address }: { address: string }) {
  const word = useWord()
  const { titles } = useStrings()
  const dispatch = useDispatch()
  const account = useAccount()
  const settable = useActorSelector('view', ({ context }) => isOffered(context, 'AccountSettings'))
  if (account.status !== 'connected') return null
  const settings = settable && accountViewOf(account)
  return (
    <Identity address={address}>
      <Explorer address={address} />
      {account.accounts.length > 1 && settings !== 'Profile' && (
        <IconButton name={word('switchAccount')} onClick={() => dispatch({ type: 'view.push', view: 'SwitchAddress' })}>
          <ChevronIcon />
        </IconButton>
      )}
      {settings && (
        <IconButton name={titles[settings]} onClick={() => dispatch({ type: 'view.push', view: settings })}>
          <SettingsIcon />
        </IconButton>
      )}
    </Identity>
  )
}

/** A link to the account in the network's explorer; nothing if it has none. */
function Explorer({ address }: { address: string }) {
  const word = useWord()
  const { network } = useNetwork()
  const page = addressUrl(network, address)
  if (page === undefined) return null
  const name = word('viewOn', { explorer: network.blockExplorers?.default.name ?? '' })
  return (
    <a data-part="icon-button" href={page} target="_blank" rel="noopener noreferrer" title={name}>
      <ExternalIcon />
      <span data-part="unseen">{name}</span>
      <NewTab />
    </a>
  )
}

function Balance() {
  const word = useWord()
  const amount = useAmount()
  const money = useMoney()
  const { network, isSupported } = useNetwork()
  const tokens = useActorSelector('balance', (snapshot) => snapshot?.context.tokens ?? NOTHING)
  const loading = useActorSelector('feature:balance', (loader) => loader?.hasTag('busy') ?? false)
  const busy = useActorSelector('balance', (snapshot) => snapshot?.hasTag('busy')) ?? loading
  const unsupported = useActorSelector('balance', (snapshot) => snapshot?.value === 'unsupported')
  const hasPrices = useLatchkey().configuration.projectId !== undefined
  const native = nativeOf(tokens)
  const total = totalValue(tokens)
  const nativeBalance = native && (
    <>
      {amount(native.quantity.numeric)} <span>{displaySymbol(native.symbol)}</span>
    </>
  )
  if (total !== undefined)
    return (
      <>
        <p data-part="balance">{money(total)}</p>
        {nativeBalance && <p data-part="held">{nativeBalance}</p>}
      </>
    )
  if (nativeBalance) return <p data-part="balance">{nativeBalance}</p>
  if (busy)
    return (
      <>
        <p data-part="balance" data-loading="" aria-label={word('loading')} role="status" />
        {hasPrices && <p data-part="held" data-loading="" aria-hidden="true" />}
      </>
    )
  return (
    unsupported &&
    isSupported && (
      <p data-part="balance">
        {word('noBalance')} <span>{network.nativeCurrency.symbol}</span>
      </p>
    )
  )
}

function AccountTabs() {
  const { tabs, words } = useStrings()
  const dispatch = useDispatch()
  const tab = useFeature('account', ({ context }) => context.tab)
  const names = useFeature('account', ({ context }) => context.tabs)
  const select = (value: string) => {
    const chosen = names.find((name) => name === value)
    if (chosen) dispatch({ type: 'account.selectTab', tab: chosen })
  }
  if (names.length === 1)
    return (
      <section data-part="panel" aria-label={tabs[tab]}>
        <Panel tab={tab} />
      </section>
    )
  return (
    <Tabs.Root data-part="tabs" dir={directionOf(words.locale)} value={tab} onValueChange={select}>
      <Tabs.List data-part="tab-list" aria-label={words.accountContents} style={unstyled}>
        {names.map((name) => (
          <Tabs.Trigger key={name} data-part="tab" value={name}>
            {tabs[name]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {names.map((name) => (
        <Tabs.Content key={name} value={name} asChild>
          <div data-part="panel" style={unstyled}>
            <Panel tab={name} />
          </div>
        </Tabs.Content>
      ))}
    </Tabs.Root>
  )
}

function Panel({ tab }: { tab: AccountTab }) {
  const { words } = useStrings()
  if (tab === 'Tokens') return <TokenList />
  const loading = <Skeletons count={3} name={words.loading} />
  if (tab === 'Activity') return <LazyPart part={activity}>{loading}</LazyPart>
  return (
    <OfFeature name="activity" until={loading}>
      <LazyPart part={nfts}>{loading}</LazyPart>
    </OfFeature>
  )
}
