import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
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

/** What a list is made of. */
export interface Rows<Item> {
  label: string
  busy?: boolean
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Those that are not, as headings and what cannot be pressed now, are passed over. */
  isRow?: (item: Item) => boolean
  /** The key of the row to begin with, where it is not the first one. */
  current?: string | undefined
  /** What was searched for: another search has a stop of its own. */
  search?: string
  /** A row; what can be pressed in it takes the `tabIndex`. */
  children: (item: Item, tabIndex: 0 | -1) => ReactNode
}

const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
}

/** A short list. Its rows are one stop for the Tab key; the arrow keys, Home and End move among them. */
export function List<Item>(list: Rows<Item>) {
  const { stop, handlers } = useStop(list)
  return (
    <ul data-part="list" aria-label={list.label} aria-busy={list.busy || undefined}>
      {list.items.map((item, index) => (
        <li key={list.keyOf(item)} {...handlers(index)}>
          {list.children(item, index === stop ? 0 : -1)}
        </li>
      ))}
    </ul>
  )
}

/**
 * The row that the Tab key leads to, and the keys that lead to others. It stays with its row, whatever comes before that;
 * where the row is gone, it is with the one that has its place. Only what can be pressed in it has a `tabIndex` of 0.
 */
export function useStop<Item>({ items, keyOf, isRow, current, search }: Rows<Item>) {
  const [chosen, choose] = useState<readonly [item: Item | undefined, index: number, search: string | undefined]>()
  const rows = [...items.keys()].filter((index) => !isRow || isRow(items[index] as Item))
  const [item, index] = chosen && chosen[2] === search ? chosen : [undefined, 0]
  const key = item ? keyOf(item) : current
  const place = items.findIndex((other) => keyOf(other) === key)
  const from = place < 0 ? index : place
  const stop = rows.find((row) => row >= from) ?? rows.at(-1) ?? -1

  const choosing = (row: number) => choose([items[row], row, search])
  /** What the element of a row listens to. */
  const handlers = (row: number) => ({
    onFocus: () => choosing(row),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = steps[event.key]
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return
      const list = event.currentTarget.parentElement
      event.preventDefault()
      // It may have to be put into the page first.
      flushSync(() => choosing(rows.at(Math.max(0, Math.min(rows.indexOf(row) + step, rows.length - 1))) ?? row))
      list?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    },
  })
  return { rows, stop, handlers }
}
