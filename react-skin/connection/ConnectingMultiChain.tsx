import { useMemo } from 'react'
import { connectorsOfWallet } from '../../sdk/index.ts'
import { networksOf } from '../../sdk/skin.ts'
import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { Note } from '../components/Note.tsx'
import { NetworkPicture } from '../network/NetworkPicture.tsx'
import { ConnectorPicture } from '../components/WalletPicture.tsx'
import { List, Row, Tag } from '../components/Row.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** Selects the namespace for a wallet that serves several. */
export function ConnectingMultiChain() {
  const word = useWord()
  const { namespaces } = useStrings()
  const dispatch = useDispatch()
  const choosing = useActorSelector('connectors', ({ context }) => context.pendingMultichainConnector)
  const connectors = useActorSelector('connectors', ({ context }) => context.connectors)
  const networks = useActorSelector('network', ({ context }) => context.networks)
  const connections = useActorSelector('network', ({ context }) => context.connections)
  const members = useMemo(() => connectorsOfWallet(connectors, choosing?.id ?? ''), [connectors, choosing])
  if (!choosing || members.length === 0)
    return (
      <div data-part="view">
        <Note>{word('nothingToChoose')}</Note>
      </div>
    )

  return (
    <div data-part="view">
      <div data-part="message-block">
        <span data-part="wallet">
          <ConnectorPicture connector={choosing} />
        </span>
        <p>{word('chooseNamespaces', { wallet: choosing.name })}</p>
      </div>
      <List label={word('networks')} items={members} keyOf={({ id }) => id}>
        {({ id, chain }, tabIndex) => {
          const offered = networksOf(networks, chain)
          const names = offered.map(({ name }) => name).join(', ')
          return (
            <Row
              tabIndex={tabIndex}
              name={namespaces[chain]}
              detail={names === namespaces[chain] ? undefined : names}
              picture={offered[0] && <NetworkPicture network={offered[0]} name={namespaces[chain]} />}
              end={connections[chain]?.connector.id === id && <Tag>{word('connected')}</Tag>}
              onClick={() => dispatch({ type: 'connectors.connect', connectorId: id })}
            />
          )
        }}
      </List>
    </div>
  )
}
