import { farcasterViewModel, socialNames } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { NewTab } from '../components/LinkRow.tsx'
import { QrCode } from '../components/QrCode.tsx'
import { SocialIcon } from './socialIcons.tsx'
import { useWord } from '../strings/strings.tsx'

/** A sign-in with Farcaster: a code to scan with its app, or a link that opens the app on this device [2.6]. */
export function ConnectingFarcaster() {
  const word = useWord()
  const dispatch = useDispatch()
  const { status, canRetry, error } = useFeature('farcaster', farcasterViewModel)
  const isConnecting = status === 'connecting'
  return (
    <div data-part="view" data-centered="">
      {(isConnecting || canRetry) && (
        <span data-part="wallet" data-state={canRetry ? 'failed' : 'connecting'}>
          <SocialIcon social="farcaster" />
        </span>
      )}
      <div role="status" data-part="message-block">
        <h3>
          {canRetry
            ? word('somethingWentWrong')
            : isConnecting
              ? word('retrievingUser')
              : word('scanWith', { wallet: socialNames.farcaster })}
        </h3>
      </div>
      {!isConnecting && !canRetry && <Code />}
      <ErrorNote error={error} />
      <div data-part="actions">
        {canRetry && (
          <Button variant="primary" onClick={() => dispatch({ type: 'farcaster.retry' })}>
            {word('tryAgain')}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'farcaster.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}

/** The code and the link, or their placeholder until they are loaded. */
function Code() {
  const word = useWord()
  const { url } = useFeature('farcaster', farcasterViewModel)
  if (url === undefined) return <div data-part="qr" data-loading="" role="img" aria-label={word('preparingCode')} />
  return (
    <>
      <QrCode text={url} name={word('scanWith', { wallet: socialNames.farcaster })}>
        <SocialIcon social="farcaster" />
      </QrCode>
      <a data-part="link" href={url} target="_blank" rel="noopener noreferrer">
        {word('openIn', { name: socialNames.farcaster })}
        <NewTab />
      </a>
    </>
  )
}
