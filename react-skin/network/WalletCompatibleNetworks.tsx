import { compatibleNetworks } from '../../sdk/index.ts'
import { useNetwork, useActorSelector } from '../hooks/index.ts'
import { NetworkPicture } from './NetworkPicture.tsx'
import { RowContent } from '../components/Row.tsx'
import { useWord } from '../strings/strings.tsx'

/** The networks on which the account's address is valid. */
export function WalletCompatibleNetworks() {
  const word = useWord()
  const { networkId } = useNetwork()
  const networks = useActorSelector('network', ({ context }) => context.networks)
  return (
    <div data-part="view">
      <p data-part="lead">{word('compatibleNetworksHelp')}</p>
      <ul data-part="list" aria-label={word('networks')}>
        {compatibleNetworks(networks, networkId).map((network) => (
          <li key={network.caipNetworkId} data-part="row">
            <RowContent name={network.name} picture={<NetworkPicture network={network} />} />
          </li>
        ))}
      </ul>
    </div>
  )
}
