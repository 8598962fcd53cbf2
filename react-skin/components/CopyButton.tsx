import { CopyIcon } from './icons.tsx'
import { useSend } from '../hooks/hooks.ts'
import { IconButton } from './Button.tsx'

/** A button that copies an address. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const send = useSend()
  return (
    <IconButton name={name} onClick={() => send({ type: 'clipboard.copy', text, notice: 'address.copied' })}>
      <CopyIcon />
    </IconButton>
  )
}
