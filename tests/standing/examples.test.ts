/** The examples prove that the SDK is headless, so they are short and know nothing of it but what it exports. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { importsOf } from './rules/layers.ts'

const read = (file: string) => readFileSync(new URL(`../../docs/examples/${file}`, import.meta.url), 'utf8')
const linesOf = (text: string) => text.trimEnd().split('\n').length

/** What an example is made of, and may import. */
const examples = {
  plain: { page: read('plain.html'), script: read('plain.ts'), may: ['latchkey'] },
  vue: { page: read('vue.html'), script: read('vue.ts'), may: ['latchkey', 'vue'] },
}

describe.each(Object.entries(examples))('the example %s', (name, { page, script, may }) => {
  test('is a whole skin in less than 200 lines, markup and logic together', () => {
    expect(linesOf(page) + linesOf(script)).toBeLessThan(200)
  })
  test('imports nothing but the public surface', () => {
    const imported = importsOf({ [`docs/examples/${name}.ts`]: script })
    expect([...new Set(imported.map(({ to }) => to))].toSorted()).toEqual(may)
  })
  test('loads nothing else, but for the sandbox’s wallet that its visitor has', () => {
    const loaded = [...page.matchAll(/\b(?:src|href)="(?!data:)([^"]*)"/g)].map(([, url]) => url)
    expect(loaded).toEqual(['/examples/examples.css', '/examples/sandboxWallet.ts', `/examples/${name}.ts`])
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(page).not.toMatch(/\s(style|on\w+)=/)
  })
})
