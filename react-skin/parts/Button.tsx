import type { ComponentProps, ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'

/** A button with words. `busy` shows that what it started is under way. */
export function Button({
  variant = 'quiet',
  busy = false,
  icon,
  children,
  ...props
}: ComponentProps<'button'> & { variant?: 'primary' | 'quiet'; busy?: boolean; icon?: ReactNode }) {
  return (
    <button type="button" data-part="button" data-variant={variant} data-busy={busy || undefined} {...props}>
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  )
}

/** A button that is only an icon; its name is for those who do not see it. */
export function IconButton({ name, children, ...props }: ComponentProps<'button'> & { name: string }) {
  return (
    <button type="button" data-part="icon-button" aria-label={name} title={name} {...props}>
      {children}
    </button>
  )
}
