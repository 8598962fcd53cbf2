import { Tabs } from 'radix-ui'
import type { ReactElement } from 'react'
import type { SelectedWallet, Platform } from '../../sdk/index.ts'
import { useAttemptedNamespace, useActorSelector, useDispatch } from '../hooks/index.ts'
import { QrIcon } from '../components/icons.tsx'
import { WalletPicture } from '../components/WalletPicture.tsx'
import { unstyled } from '../components/unstyled.ts'
import { directionOf } from '../strings/languages.ts'
import { useStrings, useWord } from '../strings/strings.tsx'
import { AttemptActions, NotConnected } from './NotConnected.tsx'
import { OpenWallet } from './OpenWallet.tsx'
import { Countdown, PairingCode, Scan } from './PairingCode.tsx'

type Panel = (props: { selectedWallet: SelectedWallet }) => ReactElement

const OnPhone: Panel = ({ selectedWallet }) => (
  <OpenWallet selectedWallet={selectedWallet} help="openApp" notOpenedHelp="notOpenedPhone">
    <PairingCode wallet={selectedWallet.wallet} />
    <Countdown />
  </OpenWallet>
)
const OnDesktop: Panel = ({ selectedWallet }) => (
  <OpenWallet selectedWallet={selectedWallet} help="openApp" notOpenedHelp="notOpenedDesktop" />
)
const OnWeb: Panel = ({ selectedWallet }) => (
  <OpenWallet selectedWallet={selectedWallet} help="openPage" notOpenedHelp="notOpenedPage" />
)
const ByCode: Panel = ({ selectedWallet }) => <Scan wallet={selectedWallet.wallet} />

function Nowhere({ selectedWallet: { wallet } }: { selectedWallet: SelectedWallet }) {
  const word = useWord()
  return (
    <div role="status" data-part="message-block">
      <h3>{word('unavailableOnDevice', { wallet: wallet.name })}</h3>
    </div>
  )
}

const panels: Record<Platform, Panel> = {
  mobile: OnPhone,
  qrcode: ByCode,
  web: OnWeb,
  desktop: OnDesktop,
  browser: Nowhere,
  unsupported: Nowhere,
}

/** A connection to a wallet on another device or in another app: the platforms and the result [2.6]. */
export function ConnectingWalletConnect() {
  const word = useWord()
  const selectedWallet = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.context.selectedWallet)
  const connecting = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.hasTag('connecting') ?? false)
  const wallet = selectedWallet?.wallet

  if (!connecting)
    return (
      <div data-part="view" data-centered="">
        <span data-part="wallet" data-state="failed">
          {wallet ? <WalletPicture wallet={wallet} /> : <QrIcon />}
        </span>
        <NotConnected title={word('notConnected', { wallet: wallet?.name ?? 'WalletConnect' })} />
        <AttemptActions />
      </div>
    )
  return (
    <div data-part="view" data-centered="">
      {selectedWallet ? <Platforms selectedWallet={selectedWallet} /> : <Scan />}
      {wallet && <GetIt wallet={wallet.name} />}
    </div>
  )
}

const same = (before: readonly Platform[], now: readonly Platform[]) => before.join() === now.join()

/** The platforms of the selected wallet, as tabs if there are several. */
function Platforms({ selectedWallet }: { selectedWallet: SelectedWallet }) {
  const { platforms: names, words } = useStrings()
  const dispatch = useDispatch()
  const platforms = useActorSelector('walletConnect', (snapshot) => snapshot?.context.platforms ?? [], same)
  const platform = useActorSelector('walletConnect', (snapshot) => snapshot?.context.platform ?? 'qrcode')
  const Panel = panels[platform]
  if (platforms.length < 2) return <Panel selectedWallet={selectedWallet} />

  const select = (value: string) => {
    const selected = platforms.find((name) => name === value)
    if (selected) dispatch({ type: 'walletConnect.selectPlatform', platform: selected })
  }
  return (
    <Tabs.Root data-part="tabs" dir={directionOf(words.locale)} value={platform} onValueChange={select}>
      <Tabs.List data-part="tab-list" aria-label={words.whereIsYourWallet} style={unstyled}>
        {platforms.map((name) => (
          <Tabs.Trigger key={name} data-part="tab" value={name}>
            {names[name]}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={platform} asChild>
        <div data-part="panel" data-centered="" style={unstyled}>
          <Panel selectedWallet={selectedWallet} />
        </div>
      </Tabs.Content>
    </Tabs.Root>
  )
}

function GetIt({ wallet }: { wallet: string }) {
  const word = useWord()
  const dispatch = useDispatch()
  return (
    <p data-part="footer">
      {word('dontHaveWallet', { wallet })}
      <button type="button" data-part="text-button" onClick={() => dispatch({ type: 'view.push', view: 'Downloads' })}>
        {word('getIt')}
      </button>
    </p>
  )
}
