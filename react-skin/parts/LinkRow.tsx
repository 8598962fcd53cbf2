import type { ComponentProps } from 'react'
import { useWord } from '../strings/strings.tsx'
import { RowContent, type RowParts } from './Row.tsx'

/** A row that leads to another page, in a tab of its own. */
export function LinkRow({ picture, name, detail, end, ...props }: ComponentProps<'a'> & RowParts) {
  const word = useWord()
  return (
    <a data-part="row" target="_blank" rel="noopener noreferrer" {...props}>
      <RowContent picture={picture} name={name} detail={detail} end={end} />
      <span data-part="unseen">{word('newTab')}</span>
    </a>
  )
}
