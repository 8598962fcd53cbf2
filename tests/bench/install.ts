/** The size of an install of the package in a new app, in MB and packages. Requires the registry. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pack } from '../package/strangers.ts'

const run = promisify(execFile)

/** Bytes on a disk with blocks of 4 kB, and the number of packages. */
async function weigh(folder: string): Promise<{ bytes: number; packages: number }> {
  let bytes = 0
  let packages = 0
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue
    bytes += Math.ceil((await stat(join(entry.parentPath, entry.name))).size / 4096) * 4096
    if (entry.name === 'package.json' && /node_modules\/(@[^/]+\/)?[^/]+$/.test(entry.parentPath)) packages += 1
  }
  return { bytes, packages }
}

/** Installs the packed package with React into an empty folder. */
export async function measureInstall(): Promise<{ megabytes: number; packages: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-install-'))
  try {
    const tarball = await pack(join(folder, 'packed'))
    const app = join(folder, 'app')
    await run('mkdir', [app])
    await writeFile(join(app, 'package.json'), '{"private":true}')
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball, 'react', 'react-dom'], {
      cwd: app,
    })
    const { bytes, packages } = await weigh(join(app, 'node_modules'))
    return { megabytes: bytes / 1024 / 1024, packages }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
