import { networkOf } from '../../sdk/index.ts'
import { useNetwork, useActorSelector, useDispatch } from '../hooks/index.ts'
import { WalletIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { NetworkPicture } from './NetworkPicture.tsx'
import { useWord } from '../strings/strings.tsx'

/** No connected wallet serves the namespace of the active network: connect one, or go back. */
export function SwitchActiveChain() {
  const word = useWord()
  const dispatch = useDispatch()
  const { network } = useNetwork()
  const networks = useActorSelector('network', ({ context }) => context.networks)
  const connections = useActorSelector('network', ({ context }) => context.connections)

  return (
    <div data-part="view">
      <div data-part="message-block">
        <span data-part="wallet">
          <NetworkPicture network={network} />
        </span>
        <h3>{word('noWalletForNetwork', { network: network.name })}</h3>
        <p>{word('noWalletForNetworkHelp')}</p>
      </div>
      <div data-part="actions">
        <Button
          variant="primary"
          icon={<WalletIcon />}
          data-first-focus=""
          onClick={() => dispatch({ type: 'view.push', view: 'Connect' })}
        >
          {word('connectAnotherWallet')}
        </Button>
        {Object.values(connections).map(({ namespace, networkId, connector }) => (
          <Button key={namespace} onClick={() => dispatch({ type: 'network.switch', networkId })}>
            {word('backToNetwork', { network: networkOf(networks, networkId)?.name ?? connector.name })}
          </Button>
        ))}
      </div>
    </div>
  )
}
