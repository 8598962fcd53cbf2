import { CopyIcon } from '../icons.tsx'
import { useSend } from '../hooks.ts'
import { IconButton } from './Button.tsx'

/** Copies a text, and says whether that went well. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const send = useSend()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      send({ type: 'snackbar.show', message: { variant: 'success', code: 'address.copied' } })
    } catch {
      send({ type: 'snackbar.show', message: { variant: 'error', code: 'copy.failed' } })
    }
  }
  return (
    <IconButton name={name} onClick={() => void copy()}>
      <CopyIcon />
    </IconButton>
  )
}
