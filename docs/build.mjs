/** `npm run build`: one .js, .d.ts and map a module into dist/, and the skin's style sheets beside them. */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const out = process.argv[2] ?? join(root, 'dist')
rmSync(out, { recursive: true, force: true })

const { status } = spawnSync('npx', ['tsc', '-p', 'docs/tsconfig.build.json', '--outDir', out], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)

for (const sheet of globSync('react-skin/**/*.css', { cwd: root })) {
  mkdirSync(dirname(join(out, sheet)), { recursive: true })
  cpSync(join(root, sheet), join(out, sheet))
}
