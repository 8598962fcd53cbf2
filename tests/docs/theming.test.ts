import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createReader } from '../../docs/scripts/types.ts'
import { themeProperties } from '../../react-skin/theme/theme.ts'
import { rowsOf } from './pages.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const sheet = read('react-skin/styles/tokens.css')
const rows = rowsOf(read('docs/theming.md'))

/** The properties that a rule of the stylesheet sets. */
function propertiesOf(selector: string): ReadonlyMap<string, string> {
  const start = sheet.indexOf(`\n${selector} {`)
  const rule = sheet.slice(start, sheet.indexOf('\n}', start))
  const found = [...rule.matchAll(/(--[\w-]+):\s*([^;]+);/g)]
  return new Map(found.map(([, name = '', value = '']) => [name, value.replace(/\s+/g, ' ')]))
}
const light = propertiesOf('[data-latchkey]')
const dark = propertiesOf("[data-latchkey][data-scheme='dark']")
const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``)

/** The theme's name of each property. */
const path = 'react-skin/theme/theme.ts'
const reader = createReader({ [path]: read(path) })
const fieldsOf = (name: string) => reader.fieldsOf(path, name).map((field) => field.name)
const named = new Map(
  [...fieldsOf('ThemeColors'), ...fieldsOf('Theme')]
    .filter((name) => name !== 'light' && name !== 'dark')
    .flatMap((name) =>
      [...themeProperties({ [name]: '' }, 'light').keys()].map((property) => [property, name] as const),
    ),
)

test('the page lists every property of the stylesheet, with its values and its name in a theme', () => {
  expect(light.size).toBeGreaterThan(30)
  expect(rows.map((row) => row.slice(0, 4))).toEqual(
    [...light].map(([name, value]) => [code(name), code(named.get(name)), code(value), code(dark.get(name))]),
  )
})

test('each property has a description', () => {
  expect(rows.filter(([, , , , what = '']) => what.length < 5)).toEqual([])
})

test('everything that a theme sets is a property of the stylesheet', () => {
  expect(named.size).toBeGreaterThan(20)
  expect([...named.keys()].filter((property) => !light.has(property))).toEqual([])
  expect([...dark.keys()].filter((property) => !light.has(property))).toEqual([])
})
