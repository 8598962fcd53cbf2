/** Checks the links and tables of the guides. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { tablesOf, withoutCode } from './pages.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: root })].map((path) => path.replaceAll('\\', '/'))
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The anchor of a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The anchors of a page's headings below the title. */
const anchorsOf = (page: string): string[] =>
  [...withoutCode(page).matchAll(/^##+ (.+)$/gm)].map(([, title = '']) => anchorOf(title))

/** The broken links of a page. */
function lostLinks(path: string, text: string): string[] {
  const prose = withoutCode(text).replace(/`[^`\n]*`/g, '')
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false
    const [file = '', anchor] = link.split('#')
    const target = file === '' ? path : join(dirname(path), file)
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsOf(read(target)).includes(anchor)
  })
}

/** The table rows with another number of cells than their header. */
const brokenRows = (text: string): string[] =>
  tablesOf(text).flatMap(([titles = [], ...rows]) =>
    rows.filter((row) => row.length !== titles.length).map((row) => row.join(' | ')),
  )

test.each(pages)('the links and tables of %s are valid', (path) => {
  expect(lostLinks(path, read(path))).toEqual([])
  expect(brokenRows(read(path))).toEqual([])
})

test('every guide is linked from the README, or from a page that is', () => {
  const linked = new Set(['README.md'])
  for (const path of linked)
    for (const [, link = ''] of read(path).matchAll(/\]\(([^)#\s:]+\.md)[^)]*\)/g))
      linked.add(join(dirname(path), link))
  expect(pages.filter((path) => !linked.has(path))).toEqual([])
})

test('a broken link, a missing anchor and a malformed row are reported', () => {
  const text = '# A\n\n[b](none.md) [c](#b) [d](#c) [e](api.md#other-hosts) `[f](none.md)`\n\n## C\n'
  expect(lostLinks('docs/page.md', text)).toEqual(['none.md', '#b', '#c'])
  expect(lostLinks('docs/api.md', '[c](#other-hosts)')).toEqual([])
  expect(brokenRows('| A | B |\n| --- | --- |\n| a \\| b | c |\n| a | b | c |\n')).toEqual(['a | b | c'])
})
