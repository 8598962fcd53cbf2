import type { ReactNode } from 'react'

/** Names and what they stand for, a line each; `dense`: what a name stands for is short, and stands beside it. */
export const Facts = ({ dense = false, children }: { dense?: boolean; children: ReactNode }) => (
  <dl data-part="facts" data-dense={dense ? '' : undefined}>
    {children}
  </dl>
)

/** One name and what it stands for. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A long identifier in full: broken in its middle where two lines do, and anywhere where they do not. */
export function Identifier({ children }: { children: string }) {
  const middle = Math.ceil(children.length / 2)
  return (
    <span data-part="identifier" translate="no">
      {children.slice(0, middle)}
      <wbr />
      {children.slice(middle)}
    </span>
  )
}
