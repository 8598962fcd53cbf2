import { useAccount, useNetwork, useSelect, useSend } from '../hooks.ts'
import { NextIcon } from '../icons.tsx'
import { MailIcon } from '../moreIcons.tsx'
import { DisconnectButton } from '../parts/DisconnectButton.tsx'
import { Identity } from '../parts/Identity.tsx'
import { NetworkPicture } from '../parts/NetworkPicture.tsx'
import { Row } from '../parts/Row.tsx'
import { useWord } from '../strings/strings.tsx'

/** What can be changed about an account of the embedded wallet. */
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
        <NetworkRow />
      </div>
      <div data-part="actions">
        <DisconnectButton />
      </div>
    </div>
  )
}

/** Who came in another way has no address that could be changed. */
function EmailRow() {
  const word = useWord()
  const send = useSend()
  const email = useSelect('memory', ({ context }) => context.remembered.embedded?.email)
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
      onClick={() => send({ type: 'view.push', view: 'UpdateEmailWallet' })}
    />
  )
}

function NetworkRow() {
  const word = useWord()
  const send = useSend()
  const { network } = useNetwork()
  const choosable = useSelect('view', (snapshot) => snapshot.can({ type: 'view.push', view: 'Networks' }))
  return (
    <Row
      picture={<NetworkPicture network={network} />}
      name={word('network')}
      detail={network.name}
      end={<NextIcon />}
      disabled={!choosable}
      onClick={() => send({ type: 'view.push', view: 'Networks' })}
    />
  )
}
