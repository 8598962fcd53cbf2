import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { literalFaults } from './rules/literals.ts'

const root = new URL('../../', import.meta.url)
const components = Object.fromEntries(
  globSync('react-skin/**/*.tsx', { cwd: root }).map((path) => [path, readFileSync(new URL(path, root), 'utf8')]),
)

test('components contain no visible text: all of it comes from the catalog', () => {
  expect(Object.keys(components).length).toBeGreaterThan(50)
  expect(literalFaults(components)).toEqual([])
})

test.each([
  ['<p>Hello</p>', ['Hello']],
  ['<>Ça <b>va</b></>', ['Ça', 'va']],
  ['<p>{"Hello"}</p>', ['Hello']],
  ['<p>{busy ? "Wait" : <b>{word("go")}</b>}</p>', ['Wait']],
  ['<p>{busy && `${count} left`}</p>', ['left']],
  ['<p>{count + " left"}</p>', ['left']],
  ['<p>{name ?? ("Nobody" as string)}</p>', ['Nobody']],
  ['<i aria-label="Close" />', ['Close']],
  ['<i title={busy ? "Wait" : undefined} />', ['Wait']],
  ['<input placeholder={`Search`} />', ['Search']],
  ['<img alt="Logo" />', ['Logo']],
  ['<Field label="Amount" />', ['Amount']],
])('a literal in %s is reported', (element, words) => {
  const file = `export const Planted = () => ${element}`
  expect(literalFaults({ 'Planted.tsx': file })).toEqual(words.map((word) => `Planted.tsx shows "${word}"`))
})

test('invisible literals and catalog keys are accepted', () => {
  const file = `export const Fine = () => (
    <div data-part="view" className={open ? 'open' : 'closed'} aria-live="polite">
      {word('back')} {kind === 'recent' && <Tag>{words.recent}</Tag>} · 0 <input placeholder="0" type="search" />
      <p title={word('notConnected', { wallet: 'WalletConnect' })}>{symbol + ' · '}</p>
    </div>
  )`
  expect(literalFaults({ 'Fine.tsx': file })).toEqual([])
})

test('a file that cannot be parsed is reported', () => {
  expect(literalFaults({ 'Broken.tsx': '<p>Hello' })).toEqual(['Broken.tsx cannot be read'])
})
