import { CheckIcon, WalletIcon, WarningIcon } from '../icons.tsx'
import { Spinner } from '../parts/Spinner.tsx'
import { useSelect } from '../hooks.ts'
import { messageText, useStrings } from '../strings/strings.tsx'

const icons = { loading: <Spinner />, success: <CheckIcon />, error: <WarningIcon />, svg: <WalletIcon /> } as const

/** Short messages, one at a time, read out also where the view says the same. The region is always there, so that a reader hears what comes into it. */
export function Snackbar() {
  const strings = useStrings()
  const message = useSelect('snackbar', (snapshot) => (snapshot.hasTag('said') ? snapshot.context.message : undefined))
  const visible = useSelect('snackbar', (snapshot) => snapshot.hasTag('visible'))
  return (
    <div
      data-part="snackbar"
      role="status"
      data-state={visible ? 'visible' : message ? 'withheld' : 'hidden'}
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
