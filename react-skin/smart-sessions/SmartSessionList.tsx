import { Tabs } from 'radix-ui'
import { useId, useState } from 'react'
import {
  smartSessionsViewModel,
  type ExplanationWarning,
  type SessionGroup,
  type SmartSession,
} from '../../sdk/index.ts'
import { useFeature, useDispatch } from '../hooks/index.ts'
import { ChevronIcon } from '../components/icons.tsx'
import { Button } from '../components/Button.tsx'
import { Parts, useTime } from '../wallet-requests/Explanation.tsx'
import { Note } from '../components/Note.tsx'
import { Picture } from '../components/Picture.tsx'
import { RetryNote } from '../components/RetryNote.tsx'
import { Row } from '../components/Row.tsx'
import { Skeletons } from '../components/Skeletons.tsx'
import { unstyled } from '../components/unstyled.ts'
import { directionOf } from '../strings/languages.ts'
import { failureText } from '../strings/cardStrings.tsx'
import { useStrings, useWord } from '../strings/strings.tsx'

/** The permissions that apps have for the account, and their revocation [1.9]. */
export function SmartSessionList() {
  const strings = useStrings()
  const { words, sessionGroups } = strings
  const dispatch = useDispatch()
  const { status, groups, isLoaded, revokingIds, error } = useFeature('smartSessions', smartSessionsViewModel)
  const [group, setGroup] = useState<SessionGroup>('active')
  const names = Object.keys(sessionGroups) as SessionGroup[]
  if (status === 'unsupported')
    return (
      <div data-part="view">
        <p data-part="hint" data-centered="">
          {words.sessionsUnsupported}
        </p>
      </div>
    )
  return (
    <div data-part="view">
      <Tabs.Root
        data-part="tabs"
        dir={directionOf(words.locale)}
        value={group}
        onValueChange={(value) => setGroup(names.find((name) => name === value) ?? 'active')}
      >
        <Tabs.List data-part="tab-list" aria-label={words.sessionsOf} style={unstyled}>
          {names.map((name) => (
            <Tabs.Trigger key={name} data-part="tab" value={name}>
              {sessionGroups[name]}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {names.map((name) => (
          <Tabs.Content key={name} value={name} asChild>
            <div data-part="panel" style={unstyled}>
              {!isLoaded && !error && <Skeletons count={3} name={words.loading} />}
              {isLoaded && groups[name].length === 0 && (
                <p data-part="hint" data-centered="">
                  {strings.noSessions[name]}
                </p>
              )}
              {groups[name].map((session) => (
                <Session
                  key={session.pci}
                  session={session}
                  revocable={name === 'active'}
                  revoking={revokingIds.includes(session.pci)}
                />
              ))}
            </div>
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {error && (
        <RetryNote onRetry={() => dispatch({ type: 'smartSessions.retry' })}>{failureText(strings, error)}</RetryNote>
      )}
    </div>
  )
}

/** Whether a warning concerns the permission. Warnings about the approval of a request do not apply here. */
const isOfItself = (warning: ExplanationWarning): boolean => warning !== 'siteNames' && warning !== 'unreadable'

/** A session with its app and expiry. A click shows its permissions. */
function Session({ session, revocable, revoking }: { session: SmartSession; revocable: boolean; revoking: boolean }) {
  const word = useWord()
  const { requestKinds, requestWarnings } = useStrings()
  const dispatch = useDispatch()
  const time = useTime()
  const id = useId()
  const [open, setOpen] = useState(false)
  const { pci, project, explained, expiry } = session
  const name = project?.name ?? word('unknownApp')
  return (
    <>
      <Row
        picture={<Picture name={name} url={project?.iconUrl} />}
        name={name}
        detail={word('validUntil', { time: time(expiry) })}
        end={<ChevronIcon />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      />
      <section id={id} data-part="step" hidden={!open} aria-label={word('sessionAllows', { app: name })}>
        {open && (
          <>
            {project?.url !== undefined && (
              <p data-part="hint" dir="ltr" translate="no">
                {project.url}
              </p>
            )}
            {explained.map((permission, index) => (
              // oxlint-disable-next-line no-array-index-key
              <div key={index} data-part="step">
                <h3 data-part="subtitle">{requestKinds[permission.kind]}</h3>
                {permission.warnings.filter(isOfItself).map((warning) => (
                  <Note key={warning} tone="error" isSilent>
                    {requestWarnings[warning]}
                  </Note>
                ))}
                <Parts of={permission} />
              </div>
            ))}
            {revocable && (
              <Button
                disabled={revoking}
                busy={revoking}
                onClick={() => dispatch({ type: 'smartSessions.revoke', pci })}
              >
                {word(revoking ? 'revoking' : 'revoke')}
              </Button>
            )}
          </>
        )}
      </section>
    </>
  )
}
