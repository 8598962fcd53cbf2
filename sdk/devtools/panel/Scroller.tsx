/** @jsxImportSource preact */
import type { ComponentChildren, RefObject } from 'preact'

interface ScrollerProps {
  className: string
  label: string
  children: ComponentChildren
  elementRef?: RefObject<HTMLElement | null>
  onScroll?: (element: HTMLElement) => void
}

/** A scrollable region that is focusable, because not every browser makes it so for keyboard users. */
export const Scroller = ({ className, label, children, elementRef, onScroll }: ScrollerProps) => (
  <section
    className={className}
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    {...(elementRef && { ref: elementRef })}
    {...(onScroll && { onScroll: ({ currentTarget }: { currentTarget: HTMLElement }) => onScroll(currentTarget) })}
  >
    {children}
  </section>
)
