import { CopyIcon } from '../icons.tsx'
import { useSend } from '../hooks.ts'
import { IconButton } from './Button.tsx'

/** Copies a text, and says so once it is copied. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const send = useSend()
  const copied = () => send({ type: 'snackbar.show', message: { variant: 'success', code: 'address.copied' } })
  const copy = () => void navigator.clipboard.writeText(text).then(copied, () => undefined)
  return (
    <IconButton name={name} onClick={copy}>
      <CopyIcon />
    </IconButton>
  )
}
