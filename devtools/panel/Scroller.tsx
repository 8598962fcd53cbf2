/** @jsxImportSource preact */
import type { ComponentChildren, RefObject } from 'preact'

interface ScrollerProps {
  className: string
  label: string
  children: ComponentChildren
  place?: RefObject<HTMLElement | null>
  onScroll?: (place: HTMLElement) => void
}

/** A place that scrolls, also by keyboard: not every browser lets one focus it unless it is said. */
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
