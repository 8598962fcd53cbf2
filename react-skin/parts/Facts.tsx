import type { ReactNode } from 'react'

/** Names and what they stand for, a line each. */
export const Facts = ({ children }: { children: ReactNode }) => <dl data-part="facts">{children}</dl>

/** One name and what it stands for. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** A long identifier in full, breakable anywhere. */
export const Identifier = ({ children }: { children: string }) => (
  <span data-part="identifier" translate="no">
    {children}
  </span>
)
