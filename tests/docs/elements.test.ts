/** The guide for the custom elements lists everything that they have. */
import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { ATTRIBUTES } from '../../react-skin/elements/attributes.ts'
import { networks } from '../../react-skin/elements/networks.ts'
import { locales } from '../../react-skin/index.ts'

const guide = await readFile(new URL('../../docs/elements.md', import.meta.url), 'utf8')

test('the guide has a row for every attribute, and lists every language and event', () => {
  const rows = [...guide.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name)
  expect(new Set(rows)).toEqual(new Set(ATTRIBUTES))
  expect(rows).toHaveLength(ATTRIBUTES.length)
  expect(locales.filter((locale) => !guide.includes(`\`${locale}\``))).toEqual([])
  for (const event of ['latchkey-connect', 'latchkey-disconnect', 'latchkey-change']) expect(guide).toContain(event)
})

test('the guide lists every network that is not a testnet', () => {
  const names = networks
    .filter(({ testnet }) => testnet !== true)
    .map(({ name }) => name.replace(/ (One|Mainnet)$/, (end) => (name.startsWith('OP') ? end : '')))
  expect(names.length).toBeGreaterThan(15)
  expect(names.filter((name) => !guide.includes(name))).toEqual([])
  expect(networks.filter(({ testnet }) => testnet === true)).toHaveLength(4)
})
