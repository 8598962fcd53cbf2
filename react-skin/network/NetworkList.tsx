import { useMemo, useState } from 'react'
import { groupNetworks, isUnapproved, type Network } from '../../sdk/index.ts'
import { useNetwork, useActorSelector, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'
import { Button } from '../components/Button.tsx'
import { Note } from '../components/Note.tsx'
import { NetworkPicture } from './NetworkPicture.tsx'
import { List, Row, Tag } from '../components/Row.tsx'
import { SearchField } from '../components/SearchField.tsx'
import { Spinner } from '../components/Spinner.tsx'

/** The number of networks from which on there is a search field. */
const SEARCHABLE = 8

/** The app's networks by namespace. The active one and a switch in progress are marked. */
export function NetworkList() {
  const word = useWord()
  const { namespaces } = useStrings()
  const dispatch = useDispatch()
  const { isSwitching, networkId } = useNetwork()
  const networks = useActorSelector('network', ({ context }) => context.networks)
  const connections = useActorSelector('network', ({ context }) => context.connections)
  const wanted = useActorSelector('network', ({ context }) => context.targetNetworkId)
  const adding = useActorSelector('networkSwitch', (snapshot) => snapshot?.value === 'adding')
  const [search, setSearch] = useState('')
  const groups = useMemo(() => groupNetworks(networks, search), [networks, search])
  const several = useMemo(() => groupNetworks(networks).length > 1, [networks])
  const target = networks.find(({ caipNetworkId }) => caipNetworkId === wanted)

  return (
    <>
      {networks.length >= SEARCHABLE && (
        <SearchField name={word('searchNetworks')} value={search} onSearch={setSearch} />
      )}
      {groups.map(({ namespace, networks: offered }) => (
        <section key={namespace} data-part="group">
          {several && <h3 data-part="group-name">{namespaces[namespace]}</h3>}
          <List
            label={several ? namespaces[namespace] : word('networks')}
            items={offered}
            keyOf={({ caipNetworkId }) => caipNetworkId}
            isRow={(network) => !isUnapproved(network, connections)}
            current={search ? undefined : networkId}
            search={search}
          >
            {(network, tabIndex) => <NetworkRow network={network} tabIndex={tabIndex} />}
          </List>
        </section>
      ))}
      {groups.length === 0 && (
        <p data-part="hint" data-centered="" role="status">
          {word('noNetworkFound')}
        </p>
      )}
      {target && <Note>{word(adding ? 'confirmAddNetwork' : 'confirmSwitch', { network: target.name })}</Note>}
      {isSwitching && <Button onClick={() => dispatch({ type: 'network.cancel' })}>{word('cancel')}</Button>}
    </>
  )
}

function NetworkRow({ network, tabIndex }: { network: Network; tabIndex: 0 | -1 }) {
  const { caipNetworkId, name } = network
  const word = useWord()
  const dispatch = useDispatch()
  const { networkId } = useNetwork()
  const wanted = useActorSelector('network', ({ context }) => context.targetNetworkId === caipNetworkId)
  const unapproved = useActorSelector('network', ({ context }) => isUnapproved(network, context.connections))
  const active = caipNetworkId === networkId
  return (
    <Row
      tabIndex={tabIndex}
      name={name}
      detail={unapproved ? word('networkNotApproved') : undefined}
      disabled={unapproved}
      picture={<NetworkPicture network={network} />}
      aria-current={active ? 'true' : undefined}
      aria-busy={wanted || undefined}
      onClick={() => dispatch({ type: 'network.switch', networkId: caipNetworkId })}
      end={
        wanted ? (
          <Spinner />
        ) : active ? (
          <>
            <Tag>{word('activeNetwork')}</Tag>
            <CheckIcon />
          </>
        ) : undefined
      }
    />
  )
}
