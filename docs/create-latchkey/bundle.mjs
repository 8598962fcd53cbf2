/** The prepack script: copies the examples into `templates`, and the license. With `--remove` (postpack) it deletes both. */
import { cpSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILT, templates } from './create.mjs'

const path = (name) => fileURLToPath(new URL(name, import.meta.url))

for (const name of ['templates', 'LICENSE']) rmSync(path(name), { recursive: true, force: true })
if (!process.argv.includes('--remove')) {
  cpSync(path('../../LICENSE'), path('LICENSE'))
  for (const name of Object.keys(templates)) {
    const to = join(path('templates'), name)
    cpSync(path(`../examples/${name}`), to, { recursive: true, filter: (from) => !BUILT.includes(basename(from)) })
    // npm does not pack files named .gitignore.
    renameSync(join(to, '.gitignore'), join(to, 'gitignore'))
  }
}
