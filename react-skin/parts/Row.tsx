import type { ComponentProps, ReactNode } from 'react'
import { swappable } from '../swap.tsx'

/** What a row holds: a picture, a name, perhaps a line beneath, and what stands at the end. */
export interface RowParts {
  picture?: ReactNode
  name: ReactNode
  detail?: ReactNode
  end?: ReactNode
}

/** The inside of a row, whatever the row is. Names run as their own letters do, so that a long one is cut at its end. */
export const RowContent = ({ picture, name, detail, end }: RowParts) => (
  <>
    {picture}
    <span data-part="row-text">
      <span data-part="row-name" dir="auto">
        {name}
      </span>
      {detail !== undefined && (
        <span data-part="row-detail" dir="auto">
          {detail}
        </span>
      )}
    </span>
    {end !== undefined && <span data-part="row-end">{end}</span>}
  </>
)

export type RowProps = Omit<ComponentProps<'button'>, 'name'> & RowParts

/** One choice of a list. */
export const Row = /* @__PURE__ */ swappable('Row', ({ picture, name, detail, end, ...props }: RowProps) => (
  <button type="button" data-part="row" {...props}>
    <RowContent picture={picture} name={name} detail={detail} end={end} />
  </button>
))

export interface TagProps {
  tone?: 'plain'
  children: ReactNode
}

/** A short word beside a name. */
export const Tag = /* @__PURE__ */ swappable('Tag', ({ tone, children }: TagProps) => (
  <span data-part="tag" data-tone={tone} dir="auto">
    {children}
  </span>
))
