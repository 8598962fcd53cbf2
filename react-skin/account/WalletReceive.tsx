import { compatibleNetworks } from '../../sdk/index.ts'
import { useAccount, useNetwork, useActorSelector, useDispatch } from '../hooks/index.ts'
import { CopyIcon, NextIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Identifier } from '../components/Facts.tsx'
import { NetworkPicture } from '../network/NetworkPicture.tsx'
import { QrCode } from '../components/QrCode.tsx'
import { Row } from '../components/Row.tsx'
import { useWord } from '../strings/strings.tsx'

/** The account's address to receive funds: as a QR code and in full, with the networks on which it is valid. */
export function WalletReceive() {
  const word = useWord()
  const dispatch = useDispatch()
  const account = useAccount()
  const { network, networkId } = useNetwork()
  const networks = useActorSelector('network', ({ context }) => context.networks)
  if (account.status !== 'connected') return <div data-part="view" />
  const { address } = account
  const compatible = compatibleNetworks(networks, networkId)

  return (
    <div data-part="view" data-centered="">
      <QrCode text={address} name={word('addressQrCode')}>
        <NetworkPicture network={network} />
      </QrCode>
      <p data-part="receive-address">
        <Identifier>{address}</Identifier>
      </p>
      <div data-part="actions">
        <Button
          variant="primary"
          icon={<CopyIcon />}
          onClick={() => dispatch({ type: 'clipboard.copy', text: address, notice: 'address.copied' })}
        >
          {word('copyAddress')}
        </Button>
      </div>
      <p data-part="hint">
        {compatible.length > 1 ? word('receiveCompatible') : word('receiveOnly', { network: network.name })}
      </p>
      {compatible.length > 1 && (
        <div data-part="list">
          <Row
            name={word('showCompatibleNetworks')}
            detail={compatible.map(({ name }) => name).join(', ')}
            end={<NextIcon />}
            onClick={() => dispatch({ type: 'view.push', view: 'WalletCompatibleNetworks' })}
          />
        </div>
      )}
    </div>
  )
}
