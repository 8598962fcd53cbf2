import { flushSync } from 'react-dom'
import { Fragment, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useStop, type Rows } from './Row.tsx'

/** Rows beyond the edge that are there before they are scrolled to. */
const SPARE = 6
/** Until a row was measured. */
const ROW_HEIGHT = 60

interface Range {
  first: number
  /** One past the last. */
  end: number
  rowHeight: number
}

/**
 * A list of any length whose items all have the same height: only those in sight are in the page. Its rows are one stop
 * for the Tab key; the arrow keys, Home and End move among them, and only they are counted. A row that has the focus
 * keeps it when it is scrolled away. Scrolls with whatever scrolls around it.
 */
export function VirtualList<Item>({
  partial = false,
  ...all
}: Rows<Item> & {
  /** There are more than these. */
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
      {shown.map((index, place) => {
        const item = items[index]
        const row = rows.indexOf(index)
        return (
          item !== undefined && (
            <Fragment key={keyOf(item)}>
              <Gap rows={index - (shown[place - 1] ?? -1) - 1} rowHeight={rowHeight} />
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

/** The room of rows that are not there. A drawing has a height of its own, without a style attribute. */
const Gap = ({ rows, rowHeight }: { rows: number; rowHeight: number }) =>
  rows > 0 && (
    <li aria-hidden="true" data-part="gap">
      <svg width="1" height={rows * rowHeight} focusable="false" />
    </li>
  )

/** The rows that are in the window, and some around them. That a card may hide some of these costs little. */
function useRange(list: RefObject<HTMLUListElement | null>, count: number): Range {
  const [range, setRange] = useState<Range>({ first: 0, end: 2 * SPARE, rowHeight: ROW_HEIGHT })
  useLayoutEffect(() => {
    const look = () => {
      if (!list.current) return
      const rowHeight = list.current.querySelector('[data-index]')?.getBoundingClientRect().height || ROW_HEIGHT
      const { top } = list.current.getBoundingClientRect()
      // In steps, so that not every row that is passed renders the list anew.
      const first = Math.max(0, Math.floor(-top / rowHeight / 2) * 2 - SPARE)
      const end = Math.max(first, Math.ceil((window.innerHeight - top) / rowHeight / 2) * 2 + SPARE)
      setRange((known) =>
        known.first === first && known.end === end && known.rowHeight === rowHeight ? known : { first, end, rowHeight },
      )
    }
    // At once, so that nothing empty is painted.
    const lookNow = () => flushSync(look)
    look()
    // What scrolls in a shadow root is not heard of outside.
    const root = list.current?.getRootNode()
    window.addEventListener('scroll', lookNow, { capture: true, passive: true })
    root?.addEventListener('scroll', lookNow, { capture: true, passive: true })
    window.addEventListener('resize', lookNow)
    return () => {
      window.removeEventListener('scroll', lookNow, { capture: true })
      root?.removeEventListener('scroll', lookNow, { capture: true })
      window.removeEventListener('resize', lookNow)
    }
  }, [list])
  const first = Math.min(range.first, Math.max(0, count - 1))
  return { ...range, first, end: Math.min(range.end, count) }
}
