import { useActorSelector, useDispatch } from '../hooks/index.ts'
import { CloseIcon, WarningIcon } from '../components/icons.tsx'
import { IconButton } from '../components/Button.tsx'
import { Tag } from '../components/Row.tsx'
import { fillText } from '../strings/replaced.tsx'
import { useCardStrings } from '../strings/cardStrings.tsx'

/** Alerts for the app's developers, one at a time; rendered only while an alert is open. */
export function Alerts() {
  const strings = useCardStrings()
  const { alerts, words } = strings
  const dispatch = useDispatch()
  const queue = useActorSelector('alerts', ({ value, context }) => (value === 'open' ? context.queue : undefined))
  const [alert, ...others] = queue ?? []
  return (
    alert && (
      <div data-part="alert" role="alert" key={alert.code}>
        <WarningIcon />
        <div data-part="alert-text">
          <p>
            <strong>{fillText(strings, alerts[alert.code].short, alert.params)}</strong>
            {others.length > 0 && <Tag>{fillText(strings, words.moreAlerts, { count: others.length })}</Tag>}
          </p>
          <p>{fillText(strings, alerts[alert.code].long, alert.params)}</p>
        </div>
        <IconButton name={words.closeAlert} onClick={() => dispatch({ type: 'alerts.close' })}>
          <CloseIcon />
        </IconButton>
      </div>
    )
  )
}
