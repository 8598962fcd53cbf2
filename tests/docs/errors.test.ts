import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { errorTexts } from '../../machines/shared/errors/catalog.ts'
import { alertTexts, noticeTexts } from '../../machines/shared/errors/messages.ts'
import { rowsOf, sectionsOf } from './pages.ts'

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')
const { Alerts: alerts = '', Notices: notices = '', ...errors } = sectionsOf(page)

/** A text as it appears in a cell: on one line, in code formatting. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ')
  return line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``
}

const expected = <Text>(texts: Readonly<Record<string, Text>>, textOf: (text: Text) => string): string[] =>
  Object.entries(texts)
    .map(([code, text]) => `\`${code}\`: ${textOf(text)}`)
    .toSorted()
const written = (...parts: readonly string[]): string[] =>
  parts
    .flatMap(rowsOf)
    .map(([code, text]) => `${code}: ${text}`)
    .toSorted()

test('the page lists every error once, with its text', () => {
  expect(written(...Object.values(errors))).toEqual(expected(errorTexts, shown))
})

test('the page lists every alert and notice', () => {
  expect(written(alerts)).toEqual(expected(alertTexts, ({ short, long }) => `${shown(short)}<br>${shown(long)}`))
  expect(written(notices)).toEqual(expected(noticeTexts, shown))
})

test('each entry says when it occurs', () => {
  expect(rowsOf(page).filter(([, , when = '']) => when.length < 10)).toEqual([])
})
