import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, preview, type InlineConfig } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A page built for production, and its server. */
export interface BuiltPage {
  url: string
  stop(): Promise<void>
}

/** Builds a page as an app does, and serves it. */
export async function buildPage(source: string): Promise<BuiltPage> {
  const from = await mkdtemp(join(root, 'node_modules/.bench-'))
  const to = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
  await writeFile(join(from, 'main.tsx'), source.replaceAll('~/', root))
  await writeFile(
    join(from, 'index.html'),
    '<!doctype html><title>bench</title><div id="root"></div><script type="module" src="./main.tsx"></script>',
  )
  process.env['NODE_ENV'] = 'production'
  const config = {
    root: from,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    plugins: [react()],
  } satisfies InlineConfig
  await build({ ...config, build: { outDir: to, emptyOutDir: true } })
  const server = await preview({ ...config, build: { outDir: to }, preview: { port: 0 } })
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('The preview server gave no address.')
  return {
    url,
    async stop() {
      await server.close()
      await Promise.all([from, to].map((folder) => rm(folder, { recursive: true, force: true })))
    },
  }
}
