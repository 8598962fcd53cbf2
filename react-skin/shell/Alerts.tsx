import { fill } from '../../sdk/index.ts'
import { useSelect, useSend } from '../hooks.ts'
import { CloseIcon, WarningIcon } from '../icons.tsx'
import { IconButton } from '../parts/Button.tsx'
import { useStrings } from '../strings/strings.tsx'

/** What the people who build the site should know; only there while an alert is open. */
export function Alerts() {
  const { alerts, words } = useStrings()
  const send = useSend()
  const alert = useSelect('alerts', ({ value, context }) => (value === 'open' ? context.queue[0] : undefined))
  return (
    alert && (
      <div data-part="alert" role="alert">
        <WarningIcon />
        <p>
          <strong>{fill(alerts[alert.code].short, alert.params ?? {})}</strong>
          <span>{fill(alerts[alert.code].long, alert.params ?? {})}</span>
        </p>
        <IconButton name={words.closeAlert} onClick={() => send({ type: 'alerts.close' })}>
          <CloseIcon />
        </IconButton>
      </div>
    )
  )
}
