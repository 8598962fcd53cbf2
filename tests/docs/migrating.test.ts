/** Checks that everything docs/migrating.md refers to exists. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createReader } from '../../docs/scripts/types.ts'
import * as skin from '../../react-skin/index.ts'
import { rowsOf } from './pages.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const page = read('docs/migrating.md')
const rows = rowsOf(page).map(([from = '', to = '']) => ({ from, to }))
const codesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code)
const reader = createReader({ 'sdk/instance/options.ts': read('sdk/instance/options.ts') })
const options = reader.fieldsOf('sdk/instance/options.ts', 'LatchkeyOptions').map(({ name }) => name)

test('the page lists only options of createLatchkey', () => {
  const optionsOf = (cell: string) => codesIn(cell).filter((code) => /^[a-z]\w+$/i.test(code))
  const kept = rows.filter(({ to }) => /^the same$/.test(to)).flatMap(({ from }) => optionsOf(from))
  expect(kept.length).toBeGreaterThan(5)
  expect(kept.filter((name) => !options.includes(name))).toEqual([])
  const [, ofAppKit = ''] = /### Options[^\n]*\n([\s\S]*?)\n### /.exec(page) ?? []
  const led = rowsOf(ofAppKit).flatMap(([, to = '']) => [...to.matchAll(/^`(\w+)`/g)].map(([, name = '']) => name))
  expect(led.length).toBeGreaterThan(10)
  expect(led.filter((name) => !options.includes(name) && name !== 'defineNetwork')).toEqual([])
})

test('the page lists only hooks and components of the skin', () => {
  const names = rows
    .flatMap(({ to }) => codesIn(to))
    .flatMap((code) => [
      ...[...code.matchAll(/\b(use[A-Z]\w+)\(/g)].map(([, name = '']) => name),
      ...[...code.matchAll(/<([A-Z]\w+)/g)].map(([, name = '']) => name),
    ])
  expect(names.length).toBeGreaterThan(20)
  expect([...new Set(names)].filter((name) => !(name in skin))).toEqual([])
})

test('the page lists only custom properties of the stylesheet', () => {
  const sheet = read('react-skin/styles/tokens.css')
  const named = rows.flatMap(({ to }) => codesIn(to)).filter((code) => code.startsWith('--latchkey-'))
  expect(named.filter((name) => !sheet.includes(`${name}:`))).toEqual([])
})

test("the replacement for a kit's providers is the example's code, except for its chains and project id", () => {
  const linesToCompare = (code: string) =>
    code
      .replace(" projectId: 'yours',", '')
      .split('\n')
      .filter((line) => !/^import \{ (?:chains|base, mainnet) \}|^const chains =/.test(line))
  const [, shown = ''] = /### Instead of RainbowKit[\s\S]*?```tsx\n([\s\S]*?)```/.exec(page) ?? []
  expect(shown).toContain('latchkeyConnector(latchkey)')
  expect(linesToCompare(shown)).toEqual(linesToCompare(read('docs/examples/wagmi/providers.tsx')))
})
