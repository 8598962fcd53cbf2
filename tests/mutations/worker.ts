/** Runs mutations in its copy of the project, with one Vitest instance that shares transformed modules. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createVitest } from 'vitest/node'
import type { Mutation } from './mutation.ts'

export interface Result {
  verdict: 'killed' | 'survived' | 'broken'
  /** The failed test, or what is wrong with the mutation. */
  detail: string
}

const root = process.cwd()
const vitest = await createVitest('test', {
  config: join(root, 'tests/vitest.config.ts'),
  watch: false,
  project: ['shared', 'isolated', 'browser'],
  reporters: [{}],
})
await vitest.standalone()

async function tryMutation({ file, find, replace, tests }: Mutation): Promise<Result> {
  const path = join(root, file)
  const original = readFileSync(path, 'utf8')
  if (original.split(find).length !== 2)
    return { verdict: 'broken', detail: `"${find}" does not occur exactly once in ${file}` }
  writeFileSync(
    path,
    original.replace(find, () => replace),
  )
  vitest.invalidateFile(path)
  try {
    for (const test of tests) {
      const specifications = await vitest.globTestSpecifications([join(root, test)])
      if (specifications.length === 0) return { verdict: 'broken', detail: `${test} does not exist` }
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
      // Vitest returns the modules of earlier runs too.
      for (const module of testModules.filter(({ moduleId }) => moduleId === join(root, test))) {
        const [failed] = module.children.allTests('failed')
        if (failed) return { verdict: 'killed', detail: failed.fullName }
        const [error] = module.errors()
        if (error) return { verdict: 'killed', detail: error.message }
      }
      if (unhandledErrors.length > 0) return { verdict: 'killed', detail: 'unhandled error' }
    }
    return { verdict: 'survived', detail: '' }
  } finally {
    writeFileSync(path, original)
    vitest.invalidateFile(path)
  }
}

process.on('message', (mutation: Mutation) => {
  void tryMutation(mutation).then((result) => process.send?.(result))
})
process.send?.('ready')
