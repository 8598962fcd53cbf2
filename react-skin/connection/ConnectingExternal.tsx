import { useAttemptedNamespace, useActorSelector } from '../hooks/index.ts'
import { WalletIcon } from '../components/icons.tsx'
import { Note } from '../components/Note.tsx'
import { ConnectorPicture } from '../components/WalletPicture.tsx'
import { failureText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'
import { AttemptActions, NotConnected } from './NotConnected.tsx'

/** A connection attempt: where to approve it, its result and a retry [2.6]. */
export function ConnectingExternal() {
  const word = useWord()
  const strings = useStrings()
  const connector = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.context.connector)
  const error = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.context.error)
  const connecting = useActorSelector(useAttemptedNamespace(), (snapshot) => snapshot?.hasTag('connecting') ?? false)
  const overdue = useActorSelector('connectionAttempt', (snapshot) => snapshot?.hasTag('overdue') ?? false)
  const loading = useActorSelector('connectionAttempt', (snapshot) => snapshot?.hasTag('loading') ?? false)
  const pending = useActorSelector('connectionAttempt', (snapshot) => snapshot?.context.error)
  const wallet = connector?.name ?? ''

  return (
    <div data-part="view" data-centered="">
      <span data-part="wallet" data-state={connecting ? 'connecting' : error ? 'failed' : 'idle'}>
        {connector ? <ConnectorPicture connector={connector} /> : <WalletIcon />}
      </span>
      {connecting ? (
        <>
          <div role="status" data-part="message-block">
            <h3>{word(loading ? 'loadingWallet' : 'continueIn', { wallet })}</h3>
            {!loading && <p>{word('acceptRequest')}</p>}
          </div>
          {pending ? <Note>{failureText(strings, pending)}</Note> : overdue && <Note>{word('noResponse')}</Note>}
        </>
      ) : (
        <NotConnected title={connector ? word('notConnected', { wallet }) : word('noConnectionAttempt')} />
      )}
      <AttemptActions />
    </div>
  )
}
