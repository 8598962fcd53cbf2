/** Placeholders of a list. Screen readers announce one loading status instead of each row. */
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

/** The placeholder of a row: an image and a name. */
export const SkeletonRow = () => (
  <span data-part="skeleton-row" aria-hidden="true">
    <span data-part="skeleton-picture" />
    <span data-part="skeleton-line" />
  </span>
)
