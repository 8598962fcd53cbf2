/** What the build leaves out of the package. */
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { prune, withoutComments } from '../../docs/scripts/prune.ts'

test('comments are removed, but not those that bundlers read, and no text', () => {
  const lines = [
    '/** A module. */',
    'import { b } from "./b.js"; // why',
    '    // A line of its own.',
    'export const a = /* @__PURE__ */ b(/* one */ 1);',
    'const text = `// no comment ${b /* two */}   ',
    '/* nor this */`;',
    '',
    '/*',
    ' * The end.',
    ' */',
    '',
  ]
  expect(withoutComments(lines.join('\n'))).toBe(
    [
      'import { b } from "./b.js";',
      'export const a = /* @__PURE__ */ b( 1);',
      'const text = `// no comment ${b }   ',
      '/* nor this */`;',
      '',
    ].join('\n'),
  )
})

test('modules and types stay if an entry reaches them, by any form of import', () => {
  const out = mkdtempSync(join(tmpdir(), 'latchkey-prune-'))
  const files = {
    'sdk/index.js': 'export { a } from "./a.js"\nconst load = () => import("../machines/late.js")',
    'sdk/a.js': "import '../mocks/effect.js'\nimport 'xstate'",
    'sdk/unused.js': "import './a.js'",
    'sdk/locales/de.js': '',
    'machines/late.js': '',
    'mocks/effect.js': '',
    'mocks/chain.js': '',
    'vendor/library.js': '',
    'sdk/index.d.ts': "export { a } from './a.ts'\nexport type B = import('../machines/b.tsx').B",
    'sdk/a.d.ts': '',
    'sdk/unused.d.ts': '',
    'machines/b.d.ts': '',
    'machines/late.d.ts': '',
  }
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(out, path)), { recursive: true })
      writeFileSync(join(out, path), text)
    }
    prune(out, {
      '.': { types: './dist/sdk/index.d.ts', default: './dist/sdk/index.js' },
      './locales/*': { default: './dist/sdk/locales/*.js' },
      './package.json': './package.json',
    })
    const removed = ['sdk/unused.js', 'mocks/chain.js', 'sdk/unused.d.ts', 'machines/late.d.ts']
    expect(globSync('**/*.{js,ts}', { cwd: out }).toSorted()).toEqual(
      Object.keys(files)
        .filter((path) => !removed.includes(path))
        .toSorted(),
    )
    writeFileSync(join(out, 'sdk/a.js'), "import './missing.js'")
    expect(() => prune(out, { '.': { default: './dist/sdk/index.js' } })).toThrow('./missing.js')
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
})
