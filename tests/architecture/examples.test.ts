/**
 * The skins in docs/examples prove that the SDK is headless, so they are short and only use its exports. The other examples
 * declare their dependencies.
 */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { importsOf } from './rules/layers.ts'

const read = (file: string) => readFileSync(new URL(`../../docs/examples/${file}`, import.meta.url), 'utf8')
const linesOf = (text: string) => text.trimEnd().split('\n').length

/** The files of a skin, and its allowed imports. */
const examples = {
  plain: { page: read('skins/plain.html'), script: read('skins/plain.ts'), may: ['latchkey'] },
  vue: { page: read('skins/vue.html'), script: read('skins/vue.ts'), may: ['latchkey', 'vue'] },
}

describe.each(Object.entries(examples))('the skin %s', (name, { page, script, may }) => {
  test('is complete in less than 200 lines of markup and logic', () => {
    expect(linesOf(page) + linesOf(script)).toBeLessThan(200)
  })
  test('imports only the public API', () => {
    const imported = importsOf({ [`docs/examples/skins/${name}.ts`]: script })
    expect([...new Set(imported.map(({ to }) => to))].toSorted()).toEqual(may)
  })
  test("loads nothing else, except the sandbox's wallet", () => {
    const loaded = [...page.matchAll(/\b(?:src|href)="(?!data:)([^"]*)"/g)].map(([, url]) => url)
    expect(loaded).toEqual(['/examples/examples.css', '/examples/sandboxWallet.ts', `/examples/skins/${name}.ts`])
    expect(page).not.toMatch(/<script(?![^>]*\ssrc=)/)
    expect(page).not.toMatch(/\s(style|on\w+)=/)
  })
})

describe('a standalone example', () => {
  const root = new URL('../../', import.meta.url)
  const json = (path: string) => JSON.parse(readFileSync(new URL(path, root), 'utf8')) as Manifest
  interface Manifest {
    version: string
    dependencies?: Record<string, string>
    devDependencies?: Record<string, string>
  }
  const own = json('package.json')
  const paths = globSync('docs/examples/*/package.json', { cwd: fileURLToPath(root) })

  test.each(paths)(
    "has exact versions in %s: this version of Latchkey, and the repository's versions of shared packages",
    (path) => {
      const { dependencies, devDependencies } = json(path)
      const named = Object.entries({ ...dependencies, ...devDependencies })
      expect(named.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
      expect(dependencies?.['latchkey']).toBe(own.version)
      const known: Record<string, string> = { ...own.dependencies, ...own.devDependencies }
      const others = named.filter(([name, version]) => {
        // Tools that parse TypeScript with the compiler's API do not support version 7 yet.
        if (name === 'typescript' || known[name] === undefined) return false
        return known[name].replace('^', '') !== version
      })
      expect(others).toEqual([])
    },
  )

  test('exists for each template, with the same version', async () => {
    const { templates } = (await import('../../docs/create-latchkey/create.mjs' as string)) as { templates: object }
    const folders = paths.map((path) => path.split('/')[2])
    expect(new Set(Object.keys(templates))).toEqual(new Set(folders))
    expect(json('docs/create-latchkey/package.json').version).toBe(own.version)
  })
})
