import { CheckIcon, WalletIcon, WarningIcon } from '../icons.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { useSelect } from '../hooks.ts'
import { messageText, useStrings } from '../strings/strings.tsx'

const icons = { loading: <Spinner />, success: <CheckIcon />, error: <WarningIcon />, svg: <WalletIcon /> } as const

/** Short messages, one at a time. The region is always there, so that a reader hears what comes into it. */
export function Snackbar() {
  const strings = useStrings()
  const message = useSelect('snackbar', (snapshot) =>
    snapshot.hasTag('visible') ? snapshot.context.message : undefined,
  )
  return (
    <div data-part="snackbar" role="status" data-state={message ? 'visible' : 'hidden'} data-variant={message?.variant}>
      {message && (
        <p data-part="message">
          {icons[message.variant]}
          <span>{messageText(strings, message)}</span>
        </p>
      )}
    </div>
  )
}
