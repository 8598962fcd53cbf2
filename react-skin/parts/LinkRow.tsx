import type { ComponentProps } from 'react'
import { useWord } from '../strings/strings.tsx'
import { RowContent, type RowParts } from './Row.tsx'

/** A row that leads to another page, in a tab of its own. */
export function LinkRow({ picture, name, detail, end, ...props }: ComponentProps<'a'> & RowParts) {
  return (
    <a data-part="row" target="_blank" rel="noopener noreferrer" {...props}>
      <RowContent picture={picture} name={name} detail={detail} end={end} />
      <NewTab />
    </a>
  )
}

/** Says to a reader that a link opens beside the page. */
export const NewTab = () => <span data-part="unseen">{useWord()('newTab')}</span>
