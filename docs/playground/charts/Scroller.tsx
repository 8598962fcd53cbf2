import type { ReactNode, Ref } from 'react'

interface ScrollerProps {
  className: string
  label: string
  children: ReactNode
  ref?: Ref<HTMLElement>
}

/** A place that scrolls, also by keyboard: not every browser lets one focus it unless it is said. */
export const Scroller = ({ className, label, children, ref }: ScrollerProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <section className={className} aria-label={label} tabIndex={0} {...(ref && { ref })}>
    {children}
  </section>
)
