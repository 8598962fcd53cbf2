/** The texts of errors are loaded in two parts, so that the part that every page loads is small. */
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { baseErrorTexts } from '../../machines/shared/errors/baseTexts.ts'
import { featureErrorTexts } from '../../machines/shared/errors/featureTexts.ts'
import { importsOf, type Files } from './rules/layers.ts'

const root = new URL('../../', import.meta.url)
const files: Files = Object.fromEntries(
  globSync('{machines,sdk}/**/*.ts', { cwd: root }).map((path) => [path, readFileSync(new URL(path, root), 'utf8')]),
)

/** The modules that these modules import at run time, and themselves. */
function loadedWith(...paths: readonly string[]): string[] {
  const imports = importsOf(files).filter(({ kind }) => kind === 'value')
  const found = new Set(paths)
  for (const path of found) for (const { from, to } of imports) if (from === path && to in files) found.add(to)
  return [...found]
}

test('code that is loaded before a feature reports no error whose text is loaded with features', () => {
  const modules = loadedWith('sdk/instance/createLatchkey.ts', 'sdk/instance/engine.ts', 'sdk/api/client.ts')
  expect(modules.length).toBeGreaterThan(100)
  const reports = modules
    // A contract only names codes in types.
    .filter((path) => !path.endsWith('.contract.ts'))
    .flatMap((path) =>
      Object.keys(featureErrorTexts).flatMap((code) =>
        files[path]?.includes(`'${code}'`) ? [`${path}: ${code}`] : [],
      ),
    )
  expect(reports).toEqual([])
  expect(Object.keys(baseErrorTexts).filter((code) => code in featureErrorTexts)).toEqual([])
})

/** Runs a script in a process that has loaded no texts yet, and returns what it prints. */
async function printed(script: string): Promise<unknown> {
  const at = (path: string) => JSON.stringify(new URL(path, root).href)
  const text = script.replaceAll(/from '~\/([^']+)'/g, (_, path: string) => `from ${at(path)}`)
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', text])
  return JSON.parse(stdout)
}

test.each([
  ['a part of the sdk', "import { loadPart } from '~/sdk/platform/loadPart.ts'", 'await loadPart(Promise.resolve())'],
  [
    'a feature',
    `import { createLatchkey } from '~/sdk/instance/createLatchkey.ts'
     import { engine } from '~/sdk/instance/engine.ts'`,
    `const latchkey = createLatchkey({ logLevel: 'silent' }, engine)
     const stop = latchkey.start()
     const { status } = await latchkey.load('approval')
     stop()
     if (status !== 'done') throw new Error(status)`,
  ],
  ['the entry for machines', "import {} from '~/machines/index.ts'", ''],
  ['the entry for pairings', "import {} from '~/sdk/pairing/index.ts'", ''],
  ['the entry for servers', "import {} from '~/sdk/sign-in/index.ts'", ''],
])('%s is loaded with the texts of its errors', async (_, imports, run) => {
  const script = `
    import { errorTextOf } from '~/machines/shared/errors/registry.ts'
    ${imports}
    ${run}
    console.log(JSON.stringify(errorTextOf('signIn.refused')))`
  expect(await printed(script)).toBe(featureErrorTexts['signIn.refused'])
})

test('an error whose text is not loaded has its code as the message', async () => {
  const script = `
    import { LatchkeyError } from '~/machines/shared/errors/error.ts'
    console.log(JSON.stringify([new LatchkeyError('signIn.refused').message, new LatchkeyError('copy.failed').message]))`
  expect(await printed(script)).toEqual(['signIn.refused', baseErrorTexts['copy.failed']])
})
