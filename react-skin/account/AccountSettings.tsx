import { useAccount, useNetwork, useActorSelector, useDispatch } from '../hooks/index.ts'
import { NextIcon, WalletIcon } from '../components/icons.tsx'
import { type Account, isOffered } from '../../sdk/index.ts'
import { supportsNames, otherAccountType } from '../../sdk/skin.ts'
import { MailIcon, SwapIcon } from '../components/moreIcons.tsx'
import { DisconnectButton } from '../connection/DisconnectButton.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Identity } from './Identity.tsx'
import { NetworkPicture } from '../network/NetworkPicture.tsx'
import { Row } from '../components/Row.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { useEmail } from '../embedded/useEmail.ts'
import { useProfile } from './useProfile.ts'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The settings of an embedded wallet's account. */
export function AccountSettings() {
  const account = useAccount()
  if (account.status !== 'connected') return <div data-part="view" />
  const { address, connector } = account
  return (
    <div data-part="view">
      <div data-part="profile">
        <Identity address={address} />
      </div>
      <div data-part="list">
        {connector.type === 'AUTH' && <EmailRow />}
        {connector.type === 'AUTH' && <TypeRow address={address} accounts={account.accounts} />}
        {connector.type === 'AUTH' && <NameRow address={address} />}
        <NetworkRow />
        {connector.type === 'AUTH' && <UpgradeRow />}
      </div>
      <div data-part="actions">
        <DisconnectButton />
      </div>
    </div>
  )
}

/** Only a user who signed in with an email address can change it. */
function EmailRow() {
  const word = useWord()
  const dispatch = useDispatch()
  const email = useEmail()
  if (email === undefined) return null
  return (
    <Row
      picture={
        <span data-part="picture" data-tone="plain">
          <MailIcon />
        </span>
      }
      name={word('email')}
      detail={<bdi translate="no">{email}</bdi>}
      end={<NextIcon />}
      onClick={() => dispatch({ type: 'view.push', view: 'UpdateEmailWallet' })}
    />
  )
}

/** Only a wallet that has accounts of both types can be switched. */
function TypeRow({ address, accounts }: { address: string; accounts: readonly Account[] }) {
  const word = useWord()
  const { accountTypes } = useStrings()
  const dispatch = useDispatch()
  const busy = useActorSelector('accountType', (snapshot) => snapshot?.hasTag('busy') ?? false)
  const error = useActorSelector('accountType', (snapshot) => snapshot?.context.error)
  const switched = otherAccountType(accounts, address)
  if (!switched) return null
  const { active, other } = switched
  return (
    <>
      <Row
        picture={
          <span data-part="picture" data-tone="plain">
            <SwapIcon />
          </span>
        }
        name={word(other === 'smartAccount' ? 'useSmartAccount' : 'useStandardAccount')}
        detail={accountTypes[active.type]}
        end={busy && <Spinner />}
        disabled={busy}
        onClick={() => dispatch({ type: 'accountType.set', accountType: other })}
      />
      <p data-part="hint">{word('smartAccountHelp')}</p>
      <ErrorNote error={error} />
    </>
  )
}

/** Only an account without a name can choose one. */
function NameRow({ address }: { address: string }) {
  const word = useWord()
  const dispatch = useDispatch()
  const { networkId } = useNetwork()
  const { named } = useProfile(address)
  const offered = useActorSelector('view', ({ context }) => isOffered(context, 'ChooseAccountName'))
  if (named || !offered || !supportsNames(networkId)) return null
  return (
    <Row
      picture={
        <span data-part="picture" data-tone="plain">
          <WalletIcon />
        </span>
      }
      name={word('chooseName')}
      end={<NextIcon />}
      onClick={() => dispatch({ type: 'view.push', view: 'ChooseAccountName' })}
    />
  )
}

/** Opens the instructions for moving to another wallet. */
function UpgradeRow() {
  const word = useWord()
  const { titles } = useStrings()
  const dispatch = useDispatch()
  return (
    <Row
      picture={
        <span data-part="picture" data-tone="plain">
          <WalletIcon />
        </span>
      }
      name={titles.UpgradeEmailWallet}
      detail={word('upgradeHelp')}
      end={<NextIcon />}
      onClick={() => dispatch({ type: 'view.push', view: 'UpgradeEmailWallet' })}
    />
  )
}

function NetworkRow() {
  const word = useWord()
  const dispatch = useDispatch()
  const { network } = useNetwork()
  const choosable = useActorSelector('view', (snapshot) => snapshot.can({ type: 'view.push', view: 'Networks' }))
  return (
    <Row
      picture={<NetworkPicture network={network} />}
      name={word('network')}
      detail={network.name}
      end={<NextIcon />}
      disabled={!choosable}
      onClick={() => dispatch({ type: 'view.push', view: 'Networks' })}
    />
  )
}
