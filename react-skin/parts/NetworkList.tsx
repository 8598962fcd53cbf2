import { CheckIcon } from '../icons.tsx'
import { useNetwork, useSelect, useSend } from '../hooks.ts'
import { useWord } from '../strings/strings.tsx'
import { Button } from './Button.tsx'
import { ErrorNote, Note } from './Note.tsx'
import { Picture } from './Picture.tsx'
import { Row, Tag } from './Row.tsx'
import { Spinner } from './Spinner.tsx'

/** The networks that the site offers, the active one marked, and the switch that is under way. */
export function NetworkList() {
  const word = useWord()
  const send = useSend()
  const { networkId, switching } = useNetwork()
  const networks = useSelect('network', ({ context }) => context.networks)
  const wanted = useSelect('network', ({ context }) => context.wanted)
  const error = useSelect('network', ({ context }) => context.error)
  const adding = useSelect('networkSwitch', (snapshot) => snapshot?.value === 'adding')
  const target = networks.find(({ caipNetworkId }) => caipNetworkId === wanted)

  return (
    <>
      <ul data-part="list" aria-label={word('networks')}>
        {networks.map(({ caipNetworkId, name, assets }) => (
          <li key={caipNetworkId}>
            <Row
              name={name}
              picture={<Picture name={name} url={assets?.imageUrl} round />}
              aria-current={caipNetworkId === networkId ? 'true' : undefined}
              aria-busy={caipNetworkId === wanted || undefined}
              onClick={() => send({ type: 'network.switch', networkId: caipNetworkId })}
              end={
                caipNetworkId === wanted ? (
                  <Spinner />
                ) : caipNetworkId === networkId ? (
                  <>
                    <Tag>{word('activeNetwork')}</Tag>
                    <CheckIcon />
                  </>
                ) : undefined
              }
            />
          </li>
        ))}
      </ul>
      {target && <Note>{word(adding ? 'addingNetwork' : 'switchingTo', { network: target.name })}</Note>}
      <ErrorNote error={error} />
      {switching && <Button onClick={() => send({ type: 'network.cancel' })}>{word('cancel')}</Button>}
    </>
  )
}
