import { flushSync } from 'react-dom'
import { Fragment, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useStop, type Rows } from './Row.tsx'

/** The number of rows that are rendered beyond each edge. */
const SPARE = 6
/** The assumed height until a row is measured. */
const ROW_HEIGHT = 60

interface Range {
  first: number
  /** The index after the last row. */
  end: number
  rowHeight: number
}

/**
 * A list of any length whose items have the same height. Only the visible rows are rendered. Its rows are a single tab stop; the
 * arrow keys, Home and End move between them, and only they are counted. A focused row keeps the focus when it is scrolled out of
 * view. It scrolls with its scrolling ancestors.
 */
export function VirtualList<Item>({
  partial = false,
  ...all
}: Rows<Item> & {
  /** The list is incomplete. */
  partial?: boolean
}) {
  const list = useRef<HTMLUListElement>(null)
  const { label, busy, items, keyOf, children } = all
  const { first, end, rowHeight } = useRange(list, items.length)
  const { rows, stop, handlers } = useStop(all)

  const shown: number[] = []
  if (stop >= 0 && stop < first) shown.push(stop)
  for (let index = first; index < end; index += 1) shown.push(index)
  if (stop >= end) shown.push(stop)

  return (
    <ul ref={list} data-part="virtual" aria-label={label} aria-busy={busy || undefined}>
      {shown.map((index, position) => {
        const item = items[index]
        const row = rows.indexOf(index)
        return (
          item !== undefined && (
            <Fragment key={keyOf(item)}>
              <Gap rows={index - (shown[position - 1] ?? -1) - 1} rowHeight={rowHeight} />
              <li
                data-index={index}
                {...handlers(index)}
                {...(row >= 0 && { 'aria-setsize': partial ? -1 : rows.length, 'aria-posinset': row + 1 })}
              >
                {children(item, index === stop ? 0 : -1)}
              </li>
            </Fragment>
          )
        )
      })}
      <Gap rows={items.length - 1 - (shown[shown.length - 1] ?? -1)} rowHeight={rowHeight} />
    </ul>
  )
}

/** The space of rows that are not rendered. An SVG has a height without a style attribute. */
const Gap = ({ rows, rowHeight }: { rows: number; rowHeight: number }) =>
  rows > 0 && (
    <li aria-hidden="true" data-part="gap">
      <svg width="1" height={rows * rowHeight} focusable="false" />
    </li>
  )

/** The rows in the window, and some around them. Rendering a few that the card hides costs little. */
function useRange(list: RefObject<HTMLUListElement | null>, count: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, end: 2 * SPARE, rowHeight: ROW_HEIGHT })
  useLayoutEffect(() => {
    const updateRange = () => {
      if (!list.current) return
      const rowHeight = list.current.querySelector('[data-index]')?.getBoundingClientRect().height || ROW_HEIGHT
      const { top } = list.current.getBoundingClientRect()
      // In steps, so that not every scrolled row renders the list again.
      const first = Math.max(0, Math.floor(-top / rowHeight / 2) * 2 - SPARE)
      const end = Math.max(first, Math.ceil((window.innerHeight - top) / rowHeight / 2) * 2 + SPARE)
      setRange((known) =>
        known.first === first && known.end === end && known.rowHeight === rowHeight ? known : { first, end, rowHeight },
      )
    }
    // Synchronously, so that no empty space is painted.
    const updateRangeNow = () => flushSync(updateRange)
    updateRange()
    // Scroll events in a shadow root do not reach the window.
    const root = list.current?.getRootNode()
    window.addEventListener('scroll', updateRangeNow, { capture: true, passive: true })
    root?.addEventListener('scroll', updateRangeNow, { capture: true, passive: true })
    window.addEventListener('resize', updateRangeNow)
    return () => {
      window.removeEventListener('scroll', updateRangeNow, { capture: true })
      root?.removeEventListener('scroll', updateRangeNow, { capture: true })
      window.removeEventListener('resize', updateRangeNow)
    }
  }, [list])
  const first = Math.min(range.first, Math.max(0, count - 1))
  return { ...range, first, end: Math.min(range.end, count) }
}
