/** Bundles the frame's page, once per process. */
import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/** The built page. `files` is by path. */
export interface Bundle {
  script: string
  styles: readonly string[]
  files: ReadonlyMap<string, { type: string; body: string | Uint8Array }>
}

const folder = fileURLToPath(new URL('../page/', import.meta.url))

async function make(): Promise<Bundle> {
  const { build } = await import('vite')
  const built = (await build({
    configFile: false,
    root: folder,
    base: '/',
    mode: 'production',
    logLevel: 'warn',
    // In this repository, tsconfig.json maps the package to its sources.
    resolve: { tsconfigPaths: true },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      modulePreload: false,
      target: 'es2023',
      rollupOptions: { input: `${folder}main.ts` },
      chunkSizeWarningLimit: 2_000,
    },
  })) as Rolldown.RolldownOutput
  const files = new Map(
    built.output.map((one) => {
      const body = one.type === 'chunk' ? one.code : one.source
      const type = one.fileName.endsWith('.css') ? 'text/css' : 'text/javascript'
      return [`/${one.fileName}`, { type: `${type}; charset=utf-8`, body }]
    }),
  )
  const entry = built.output.find((one) => one.type === 'chunk' && one.isEntry)
  if (!entry) throw new Error('The page has no entry.')
  return { script: `/${entry.fileName}`, styles: [...files.keys()].filter((path) => path.endsWith('.css')), files }
}

let made: Promise<Bundle> | undefined

/** Builds the page, or returns the earlier build. A failed build is retried. */
export const bundlePage = (): Promise<Bundle> =>
  (made ??= make().catch((error: unknown) => {
    made = undefined
    throw error
  }))
