/** @jsxImportSource preact */
import type { ComponentChildren, RefObject } from 'preact'

interface ScrollerProps {
  className: string
  label: string
  children: ComponentChildren
  place?: RefObject<HTMLElement | null>
  onScroll?: (place: HTMLElement) => void
}

/** A scrollable region that is focusable, because not every browser makes it so for keyboard users. */
export const Scroller = ({ className, label, children, place, onScroll }: ScrollerProps) => (
  <section
    className={className}
    aria-label={label}
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    {...(place && { ref: place })}
    {...(onScroll && { onScroll: ({ currentTarget }: { currentTarget: HTMLElement }) => onScroll(currentTarget) })}
  >
    {children}
  </section>
)
