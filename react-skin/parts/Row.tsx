import type { ComponentProps, ReactNode } from 'react'

/** One choice of a list: a picture, a name, perhaps a line beneath, and what stands at the end. */
export function Row({
  picture,
  name,
  detail,
  end,
  ...props
}: ComponentProps<'button'> & { picture?: ReactNode; name: string; detail?: string | undefined; end?: ReactNode }) {
  return (
    <button type="button" data-part="row" {...props}>
      {picture}
      <span data-part="row-text">
        <span data-part="row-name">{name}</span>
        {detail !== undefined && <span data-part="row-detail">{detail}</span>}
      </span>
      {end !== undefined && <span data-part="row-end">{end}</span>}
    </button>
  )
}

/** A short word beside a name. */
export const Tag = ({ children }: { children: ReactNode }) => <span data-part="tag">{children}</span>
