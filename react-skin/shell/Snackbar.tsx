import { CheckIcon, WalletIcon, WarningIcon } from '../components/icons.tsx'
import { Spinner } from '../components/Spinner.tsx'
import { useActorSelector } from '../hooks/index.ts'
import { messageText, useCardStrings } from '../strings/cardStrings.tsx'

const icons = { loading: <Spinner />, success: <CheckIcon />, error: <WarningIcon />, svg: <WalletIcon /> } as const

/**
 * Short messages, one at a time. They are announced even if the view shows the same text. The live region is always rendered, so
 * that screen readers announce its changes.
 */
export function Snackbar() {
  const strings = useCardStrings()
  const message = useActorSelector('snackbar', (snapshot) =>
    snapshot.hasTag('announced') ? snapshot.context.message : undefined,
  )
  const visible = useActorSelector('snackbar', (snapshot) => snapshot.hasTag('visible'))
  return (
    <div
      data-part="snackbar"
      role="status"
      data-state={visible ? 'visible' : message ? 'in-view' : 'hidden'}
      data-variant={message?.variant}
    >
      {message && (
        <p data-part="message">
          {icons[message.variant]}
          <span>{messageText(strings, message)}</span>
        </p>
      )}
    </div>
  )
}
