import { CopyIcon } from './icons.tsx'
import { useDispatch } from '../hooks/index.ts'
import { IconButton } from './Button.tsx'

/** A button that copies an address. */
export function CopyButton({ text, name }: { text: string; name: string }) {
  const dispatch = useDispatch()
  return (
    <IconButton name={name} onClick={() => dispatch({ type: 'clipboard.copy', text, notice: 'address.copied' })}>
      <CopyIcon />
    </IconButton>
  )
}
