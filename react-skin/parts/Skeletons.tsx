/** What will come. A reader hears that it is loading, and not each of the rows. */
export const Skeletons = ({
  count,
  name,
  shape = 'rows',
}: {
  count: number
  name: string
  shape?: 'rows' | 'tiles' | undefined
}) => (
  <div data-part="skeletons" data-shape={shape} role="status" aria-label={name}>
    {Array.from({ length: count }, (_, row) =>
      shape === 'tiles' ? (
        <span key={row} data-part="skeleton-picture" aria-hidden="true" />
      ) : (
        <SkeletonRow key={row} />
      ),
    )}
  </div>
)

/** The shape of a row: a picture and a name. */
export const SkeletonRow = () => (
  <span data-part="skeleton-row" aria-hidden="true">
    <span data-part="skeleton-picture" />
    <span data-part="skeleton-line" />
  </span>
)
