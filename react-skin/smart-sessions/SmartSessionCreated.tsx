import { smartSessionsViewModel } from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { CheckIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { useWord } from '../strings/strings.tsx'

/** The wallet granted permissions: they are being set up, or active [1.9]. */
export function SmartSessionCreated() {
  const word = useWord()
  const dispatch = useDispatch()
  const { isGranting: busy } = useFeature('smartSessions', smartSessionsViewModel)
  return (
    <div data-part="view">
      <div data-part="profile" data-state={busy ? 'confirming' : 'success'}>
        <span data-part="emblem">{busy ? <Spinner /> : <CheckIcon />}</span>
        <div data-part="message-block" role="status">
          <h3>{word(busy ? 'settingUpSession' : 'sessionCreated')}</h3>
          {!busy && <p>{word('sessionCreatedHelp')}</p>}
        </div>
      </div>
      <div data-part="actions">
        <Button variant="primary" disabled={busy} busy={busy} onClick={() => dispatch({ type: 'view.home' })}>
          {word('gotIt')}
        </Button>
      </div>
    </div>
  )
}
