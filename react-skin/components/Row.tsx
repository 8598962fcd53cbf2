import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { replaceable } from './replaceable.tsx'

/** The content of a row: an image, a name, an optional second line, and content at the end. */
export interface RowParts {
  picture?: ReactNode
  name: ReactNode
  detail?: ReactNode
  end?: ReactNode
}

/** The content of any row. Names keep their own direction, so that a long one is truncated at its own end. */
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

/** The props of a `Row`, in addition to those of a `<button>`. */
export type RowProps = Omit<ComponentProps<'button'>, 'name'> & RowParts

/** A choice in a list. */
export const Row = /* @__PURE__ */ replaceable('Row', ({ picture, name, detail, end, ...props }: RowProps) => (
  <button type="button" data-part="row" {...props}>
    <RowContent picture={picture} name={name} detail={detail} end={end} />
  </button>
))

/** The props of a `Tag`. */
export interface TagProps {
  tone?: 'plain'
  children: ReactNode
}

/** A short label next to a name. */
export const Tag = /* @__PURE__ */ replaceable('Tag', ({ tone, children }: TagProps) => (
  <span data-part="tag" data-tone={tone} dir="auto">
    {children}
  </span>
))

/** The data of a list. */
export interface Rows<Item> {
  label: string
  busy?: boolean
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Whether an item is a row. Other items, such as headings and disabled rows, are skipped by the keyboard. */
  isRow?: (item: Item) => boolean
  /** The key of the initial row; by default the first one. */
  current?: string | undefined
  /** The search text. A new search starts with its own row. */
  search?: string
  /** Renders a row. Its interactive element must use the `tabIndex`. */
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

/** A short list. Its rows are a single tab stop; the arrow keys, Home and End move between them. */
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
 * The row that is the tab stop of a list, and the handlers for the keys that move it. It stays on its item when items before it
 * change. If the item is removed, the item in its place takes over. Only its interactive element has a `tabIndex` of 0.
 */
export function useStop<Item>({ items, keyOf, isRow, current, search }: Rows<Item>) {
  const [chosen, choose] = useState<readonly [item: Item | undefined, index: number, search: string | undefined]>()
  const rows = [...items.keys()].filter((index) => !isRow || isRow(items[index] as Item))
  const [item, index] = chosen && chosen[2] === search ? chosen : [undefined, 0]
  const key = item ? keyOf(item) : current
  const keyIndex = items.findIndex((other) => keyOf(other) === key)
  const from = keyIndex < 0 ? index : keyIndex
  const stop = rows.find((row) => row >= from) ?? rows.at(-1) ?? -1

  const choosing = (row: number) => choose([items[row], row, search])
  /** The event handlers of a row's element. */
  const handlers = (row: number) => ({
    onFocus: () => choosing(row),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const step = steps[event.key]
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return
      const list = event.currentTarget.parentElement
      event.preventDefault()
      // The row may have to be rendered first.
      flushSync(() => choosing(rows.at(Math.max(0, Math.min(rows.indexOf(row) + step, rows.length - 1))) ?? row))
      list?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    },
  })
  return { rows, stop, handlers }
}
