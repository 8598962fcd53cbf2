import { useConnect, useSelect, useSend } from '../hooks.ts'
import { WalletIcon } from '../icons.tsx'
import { Note } from '../parts/Note.tsx'
import { Picture } from '../parts/Picture.tsx'
import { Row, Tag } from '../parts/Row.tsx'
import { useStrings } from '../strings/strings.tsx'

/** The wallets of this browser, or what to do where there is none [2.2]. */
export function Connect() {
  const { words, descriptions, titles } = useStrings()
  const send = useSend()
  const { connectors } = useConnect()
  const restoring = useSelect('namespace:eip155', (snapshot) => snapshot?.value === 'syncing')

  return (
    <div data-part="view">
      {connectors.length === 0 ? (
        <div data-part="empty">
          <span data-part="emblem">
            <WalletIcon />
          </span>
          <h3>{words.noWallet}</h3>
          <p>{words.noWalletHelp}</p>
          <a data-part="link" href={words.findWalletUrl} target="_blank" rel="noopener noreferrer">
            {words.findWallet}
          </a>
        </div>
      ) : (
        <>
          <p data-part="lead">{descriptions.Connect}</p>
          <ul data-part="list" aria-label={titles.Connect}>
            {connectors.map(({ id, name, imageUrl }) => (
              <li key={id}>
                <Row
                  name={name}
                  picture={<Picture name={name} url={imageUrl} />}
                  end={<Tag>{words.installed}</Tag>}
                  onClick={() => send({ type: 'connectors.choose', connectorId: id })}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {restoring && <Note>{words.restoring}</Note>}
    </div>
  )
}
