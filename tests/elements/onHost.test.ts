import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { onHost } from '../../react-skin/elements/onHost.ts'

test('every property of the skin is set on the element itself, where a page can override it', async () => {
  const tokens = await readFile(new URL('../../react-skin/styles/tokens.css', import.meta.url), 'utf8')
  const rules = onHost(tokens).replace(/\/\*[\s\S]*?\*\//g, '')
  expect(rules).not.toContain('data-latchkey')
  expect([...rules.matchAll(/^\s*(:host[^{]*?) \{/gm)].map(([, selector]) => selector)).toEqual([
    ':host',
    ":host([data-scheme='dark'])",
    ':host',
  ])
})
