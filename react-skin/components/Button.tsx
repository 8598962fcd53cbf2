import type { ComponentProps, ReactNode } from 'react'
import { replaceable } from './replaceable.tsx'
import { Spinner } from './Spinner.tsx'

/** The props of a `Button`, in addition to those of a `<button>`. */
export type ButtonProps = ComponentProps<'button'> & {
  /** Default `quiet`. */
  variant?: 'primary' | 'quiet'
  /** Shows a spinner instead of the icon. */
  busy?: boolean
  icon?: ReactNode
}

/** A button with a label. `busy` shows that its action is in progress. */
export const Button = /* @__PURE__ */ replaceable(
  'Button',
  ({ variant = 'quiet', busy = false, icon, children, ...props }: ButtonProps) => (
    <button type="button" data-part="button" data-variant={variant} data-busy={busy || undefined} {...props}>
      {busy ? <Spinner /> : icon}
      <span>{children}</span>
    </button>
  ),
)

/** The props of an `IconButton`, in addition to those of a `<button>`. */
export type IconButtonProps = ComponentProps<'button'> & {
  /** The accessible name, which is also the tooltip. */
  name: string
}

/** A button with only an icon. Its `name` is shown as a tooltip and read by screen readers. */
export const IconButton = /* @__PURE__ */ replaceable('IconButton', ({ name, children, ...props }: IconButtonProps) => (
  <button type="button" data-part="icon-button" aria-label={name} title={name} {...props}>
    {children}
  </button>
))
