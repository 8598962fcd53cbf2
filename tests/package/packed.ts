/** Packs the package once for all test files of this folder. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { pack } from './strangers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The path of the tarball. Empty if the tests do not run in full. */
    tarball: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TESTS'] !== 'full') {
    project.provide('tarball', '')
    return async () => {}
  }
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-packed-'))
  project.provide('tarball', await pack(folder))
  return () => rm(folder, { recursive: true, force: true })
}
