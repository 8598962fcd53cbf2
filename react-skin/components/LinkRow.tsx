import type { ComponentProps } from 'react'
import { useCardWord } from '../strings/cardStrings.tsx'
import { RowContent, type RowParts } from './Row.tsx'

/** A row that links to another page, in a new tab. */
export function LinkRow({ picture, name, detail, end, ...props }: ComponentProps<'a'> & RowParts) {
  return (
    <a data-part="row" target="_blank" rel="noopener noreferrer" {...props}>
      <RowContent picture={picture} name={name} detail={detail} end={end} />
      <NewTab />
    </a>
  )
}

/** Tells screen readers that a link opens in a new tab. */
export const NewTab = () => <span data-part="unseen">{useCardWord()('newTab')}</span>
