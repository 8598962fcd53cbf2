import type { ComponentProps, ReactNode } from 'react'
import { swappable } from '../swap.tsx'
import { Spinner } from './Spinner.tsx'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: 'primary' | 'quiet'
  busy?: boolean
  icon?: ReactNode
}

/** A button with words. `busy` shows that what it started is under way. */
export const Button = /* @__PURE__ */ swappable(
  'Button',
  ({ variant = 'quiet', busy = false, icon, children, ...props }: ButtonProps) => (
    <button type="button" data-part="button" data-variant={variant} data-busy={busy || undefined} {...props}>
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  ),
)

export type IconButtonProps = ComponentProps<'button'> & { name: string }

/** A button that is only an icon; its name is for those who do not see it. */
export const IconButton = /* @__PURE__ */ swappable('IconButton', ({ name, children, ...props }: IconButtonProps) => (
  <button type="button" data-part="icon-button" aria-label={name} title={name} {...props}>
    {children}
  </button>
))
