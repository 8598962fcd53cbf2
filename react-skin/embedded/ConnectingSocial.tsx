import { socialNames, socialViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { Button } from '../components/Button.tsx'
import { ErrorNote } from '../components/ErrorNote.tsx'
import { SocialIcon } from './socialIcons.tsx'
import { useWord } from '../strings/strings.tsx'

/** A sign-in with a social account in a popup: where to continue, and its result. */
export function ConnectingSocial() {
  const word = useWord()
  const dispatch = useDispatch()
  const { status, provider, canRetry, error } = useFeature('social', socialViewModel)
  const name = provider ? socialNames[provider] : ''
  return (
    <div data-part="view" data-centered="">
      <span data-part="wallet" data-state={status === 'failed' ? 'failed' : 'connecting'}>
        {provider && <SocialIcon social={provider} />}
      </span>
      <div role="status" data-part="message-block">
        {status === 'failed' ? (
          <h3>{word('somethingWentWrong')}</h3>
        ) : status === 'windowClosed' ? (
          <>
            <h3>{word('providerWindowLost', { name })}</h3>
            <p>{word('providerWindowLostHelp')}</p>
          </>
        ) : status === 'waiting' ? (
          <>
            <h3>{word('continueInProviderWindow', { name })}</h3>
            <p>{word('continueInProviderWindowHelp')}</p>
          </>
        ) : (
          <h3>{word('retrievingUser')}</h3>
        )}
      </div>
      <ErrorNote error={error} />
      <div data-part="actions">
        {canRetry && (
          <Button variant="primary" onClick={() => dispatch({ type: 'social.retry' })}>
            {word(status === 'windowClosed' ? 'continue' : 'tryAgain')}
          </Button>
        )}
        <Button onClick={() => dispatch({ type: 'social.cancel' })}>{word('cancel')}</Button>
      </div>
    </div>
  )
}
