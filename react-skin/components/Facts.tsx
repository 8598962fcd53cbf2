import type { ReactNode } from 'react'

/** A list of names and values, one per line. `dense` puts short values next to their names. */
export const Facts = ({ dense = false, children }: { dense?: boolean; children: ReactNode }) => (
  <dl data-part="facts" data-dense={dense ? '' : undefined}>
    {children}
  </dl>
)

/** A name and its value. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A long identifier in full. It breaks in the middle if it fits on two lines, else anywhere. */
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
