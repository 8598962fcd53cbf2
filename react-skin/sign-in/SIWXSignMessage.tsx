import { useLatchkey, useActorSelector, useDispatch } from '../hooks/index.ts'
import { WalletIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Fact, Facts, Identifier } from '../components/Facts.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { Note } from '../components/Note.tsx'
import { ConnectorPicture } from '../components/WalletPicture.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** Asks the user to sign in with a signature: the reason, and the message once the wallet shows it [2.8]. */
export function SIWXSignMessage() {
  const word = useWord()
  const { requestFields } = useStrings()
  const dispatch = useDispatch()
  const { required } = useLatchkey().configuration.signIn ?? {}
  const { connection, error } = useActorSelector('signIn', (snapshot) => snapshot?.context) ?? {}
  const message = useActorSelector('signature', (snapshot) => snapshot?.context.message)
  const busy = useActorSelector('signIn', (snapshot) => snapshot?.hasTag('busy') ?? false)
  const signing = useActorSelector('signature', (snapshot) => snapshot?.value === 'signing')
  const overdue = useActorSelector('walletRequest', (snapshot) => snapshot?.hasTag('overdue') ?? false)
  return (
    <div data-part="view">
      <div data-part="request">
        <span data-part="wallet" data-state={busy ? 'connecting' : 'idle'}>
          {connection ? <ConnectorPicture connector={connection.connector} /> : <WalletIcon />}
        </span>
        <div data-part="message-block">
          <h3>{word('signInTitle')}</h3>
          <p role="status">{word(signing ? 'approveInWallet' : 'signInHelp')}</p>
        </div>
      </div>
      {connection && (
        <Facts>
          <Fact name={requestFields.account}>
            <Identifier>{connection.address}</Identifier>
          </Fact>
          {message && (
            <Fact name={word('signInMessage')}>
              <bdi data-part="quoted" translate="no">
                {message.message}
              </bdi>
            </Fact>
          )}
        </Facts>
      )}
      {overdue && <Note>{word('noResponse')}</Note>}
      {!busy && <ErrorNote error={error} />}
      {required && <p data-part="hint">{word('signInRequired')}</p>}
      <div data-part="actions">
        <Button variant="primary" disabled={busy} busy={busy} onClick={() => dispatch({ type: 'signIn.submit' })}>
          {word(signing ? 'confirmInWallet' : busy ? 'signingIn' : 'signIn')}
        </Button>
        <Button onClick={() => dispatch({ type: 'signIn.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
