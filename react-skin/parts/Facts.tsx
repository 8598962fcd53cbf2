import type { ReactNode } from 'react'

/** Names and what they stand for, a line each. */
export const Facts = ({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl data-part="facts">
    {rows.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** A long identifier in full, breakable anywhere. */
export const Identifier = ({ children }: { children: string }) => (
  <span data-part="identifier" translate="no">
    {children}
  </span>
)
