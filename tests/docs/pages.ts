/** Parses guides: sections, tables and code blocks. */

/** A page without its code blocks. */
export const withoutCode = (page: string): string => page.replace(/^```[\s\S]*?^```$/gm, '')

/** The sections of a page by their second-level headings. The part before the first heading has an empty key. */
export function sectionsOf(page: string): Readonly<Record<string, string>> {
  const [first = '', ...others] = withoutCode(page).split(/^## /m)
  return Object.fromEntries([['', first], ...others.map((part) => [part.slice(0, part.indexOf('\n')), part])])
}

const isRow = (line: string): boolean => line.startsWith('|')
const isRule = (line: string): boolean => /^\|(\s*:?-+:?\s*\|)+$/.test(line)

/** The cells of a row. A pipe within a cell is escaped with a backslash. */
const cellsOf = (line: string): string[] =>
  line
    .slice(1, line.lastIndexOf('|'))
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

/** The tables in order, each with its header row first and without the separator. */
export function tablesOf(text: string): string[][][] {
  const blocks = withoutCode(text).split(/\n(?!\|)/)
  return blocks
    .map((block) => block.split('\n').filter((line) => isRow(line) && !isRule(line)))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(cellsOf))
}

/** The rows of all tables, without header rows. */
export const rowsOf = (text: string): string[][] => tablesOf(text).flatMap(([, ...rows]) => rows)

/** A code block of a page: its language, and its file if the first line names one in a comment. */
export interface CodeBlock {
  language: string
  file: string | undefined
  code: string
}

/** The code blocks of a page, in order. */
export const codeOf = (page: string): CodeBlock[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', code = '']) => ({
    language,
    file: /^(?:\/\/|#|<!--) ([\w./-]+\.\w+)(?: -->)?\n/.exec(code)?.[1],
    code,
  }))

/** The lines of a page's shell blocks, in order. */
export const shellOf = (page: string): string[] =>
  codeOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.split('\n').filter((line) => line !== ''))
